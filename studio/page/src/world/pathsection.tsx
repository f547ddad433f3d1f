// The inspector of an obstacle's path: what it does at its end, and the chosen key.
import type { Obstacle } from "../core/project.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { setObstacle } from "../scene/state.ts";
import { autoKey } from "../timeline/state.ts";
import { Button, IconButton, NumberField, Row, Section, Segmented, Toggle } from "../widgets/index.ts";
import { AngleField, EaseField, VectorField } from "./fields.tsx";
import {
    choosePathKey,
    hasPath,
    keySelected,
    pathKey,
    removeKey,
    setKey,
    setPath,
    standStill,
    withinNeighbours,
} from "./paths.ts";

function KeyFields({ obstacle, index, k }: { obstacle: Obstacle; index: number; k: number }) {
    const key = obstacle.path[k]!;
    const retime = (wanted: number): void => {
        const at = withinNeighbours(obstacle.path, k, wanted);
        if (send(setKey(index, obstacle, k, { time: at }))) choosePathKey(index, at);
    };
    return (
        <>
            <Row label={`Key ${k + 1} of ${obstacle.path.length}`}>
                <NumberField
                    label="At"
                    value={key.time}
                    min={0}
                    step={0.05}
                    unit="s"
                    onChange={retime}
                    test="key-time"
                />
                <IconButton
                    icon="trash-2"
                    label="Delete the key"
                    small
                    onClick={() => removeKey(index, obstacle, k)}
                    test="key-remove"
                />
            </Row>
            <VectorField
                label="Place"
                value={key.at}
                unit="m"
                set={(at) => setKey(index, obstacle, k, { at })}
                test="key"
            />
            <AngleField
                label="Turned by"
                value={key.angle}
                set={(angle) => setKey(index, obstacle, k, { angle })}
                test="key-angle"
            />
            {k > 0 && (
                <EaseField
                    label="Comes here"
                    title="From the key before: starting and stopping gently, or at constant speed"
                    value={key.ease}
                    onChange={(ease) => void send(setKey(index, obstacle, k, { ease }))}
                    test="key-ease"
                />
            )}
        </>
    );
}

// By itself, so that only it is rendered while time runs.
function KeyButton() {
    const label = time.value > 0 ? `Key at ${time.value.toFixed(2)} s` : "Key at the start";
    return <Button label={label} icon="diamond-plus" shortcut="K" onClick={keySelected} test="path-key" />;
}

const REPEATS = [
    { value: "once", label: "Stays" },
    { value: "loop", label: "Loops" },
    { value: "ping-pong", label: "Returns" },
] as const;

// A path that begins again jumps, unless it ends where it began.
function Closing({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const [first, last] = [obstacle.path[0]!, obstacle.path.at(-1)!];
    if (obstacle.repeat !== "loop" || (first.at[0] === last.at[0] && first.at[1] === last.at[1])) return null;
    const close = (): void => {
        const before = obstacle.path.at(-2);
        const at = Number((last.time + (before ? last.time - before.time : 1)).toFixed(4));
        void send(setPath(index, [...obstacle.path, { ...first, time: at, ease: last.ease }]));
    };
    return (
        <>
            <p class="w-note">It ends elsewhere than it begins, so it jumps back.</p>
            <Button label="Come back to the beginning" icon="repeat" onClick={close} test="path-close" />
        </>
    );
}

export function PathSection({ obstacle, index }: { obstacle: Obstacle; index: number }) {
    const k = pathKey.value;
    return (
        <Section title="Path" detail={obstacle.path.length || undefined} id="obstacle.path">
            {!hasPath(obstacle) && (
                <p class="w-note">
                    It stands. Key it here, move the playhead and drag it to where it is then: it goes there and carries
                    what stands on it.
                </p>
            )}
            <KeyButton />
            {!hasPath(obstacle) && (
                <Toggle
                    label="Auto-key"
                    title="Dragging it at a time other than 0 begins its path (A)"
                    value={autoKey.value}
                    onChange={(on) => (autoKey.value = on)}
                    test="path-auto"
                />
            )}
            {hasPath(obstacle) && (
                <>
                    <Segmented
                        label="At its end"
                        title="After the last key it stays, begins again, or goes back the way it came"
                        value={obstacle.repeat}
                        options={REPEATS}
                        onChange={(repeat) => void send(setObstacle(index, { repeat }))}
                        test="path-repeat"
                    />
                    <Closing obstacle={obstacle} index={index} />
                    {k >= 0 ? (
                        <KeyFields obstacle={obstacle} index={index} k={k} />
                    ) : (
                        <p class="w-note">Click a key on the timeline or a dot of the way to change it.</p>
                    )}
                    <Button
                        label="Remove the path"
                        icon="trash-2"
                        onClick={() => void send(standStill(index, obstacle))}
                        test="path-remove"
                    />
                </>
            )}
        </Section>
    );
}

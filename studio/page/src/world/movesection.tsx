// The inspector of a kinematic actor's moves: when each begins, how long it takes, and where it ends.
import type { Actor, Command } from "../core/project.ts";
import { staged } from "../scene/state.ts";
import { time } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { Button, IconButton, NumberField, Row, Section, Segmented } from "../widgets/index.ts";
import { addMove, movesOf, removeMove, setMove } from "./moves.ts";
import type { Move } from "./moves.ts";

const live = (command: (value: number) => Command) => ({
    onInput: (value: number) => preview(command(value)),
    onChange: (value: number) => void send(command(value)),
    onCancel: endPreview,
});

function MoveFields({ move, number }: { move: Move; number: number }) {
    const { index, to } = move;
    return (
        <>
            <Row label={`Move ${number}`}>
                <NumberField
                    label="At"
                    title="When it begins, seconds"
                    value={move.time}
                    min={0}
                    step={0.05}
                    unit="s"
                    onChange={(v) => void send(setMove(index, { time: v }))}
                    test={`move-${number}-time`}
                />
                <IconButton
                    small
                    icon="trash-2"
                    label="Delete the move"
                    onClick={() => void send(removeMove(index))}
                    test={`move-${number}-remove`}
                />
            </Row>
            <NumberField
                label="Takes"
                title="How long it takes"
                value={move.seconds}
                min={0}
                step={0.05}
                unit="s"
                onChange={(v) => void send(setMove(index, { seconds: v }))}
                test={`move-${number}-seconds`}
            />
            {to && (
                <Row label="To" title="Where its centre of mass goes">
                    <NumberField
                        label="X"
                        value={to[0]}
                        step={0.05}
                        unit="m"
                        {...live((x) => setMove(index, { to: [x, to[1]] }))}
                    />
                    <NumberField
                        label="Y"
                        value={to[1]}
                        step={0.05}
                        unit="m"
                        {...live((y) => setMove(index, { to: [to[0], y] }))}
                    />
                </Row>
            )}
            <Segmented
                label="Goes"
                title="Starting and stopping gently, or at constant speed"
                value={move.ease}
                options={[
                    { value: "smooth", label: "Gently" },
                    { value: "linear", label: "Evenly" },
                ]}
                onChange={(ease) => void send(setMove(index, { ease }))}
                test={`move-${number}-ease`}
            />
        </>
    );
}
// By itself, so that only it is rendered while time runs.
function AddButton({ actor }: { actor: Actor }) {
    return (
        <Button
            label={`Move from ${time.value.toFixed(2)} s`}
            icon="diamond-plus"
            onClick={() => addMove(actor)}
            test="add-move"
        />
    );
}

export function MoveSection({ actor }: { actor: Actor }) {
    const own = staged.value;
    if (!own || !actor.kinematic) return null;
    const moves = movesOf(own, actor);
    return (
        <Section title="Moves" detail={moves.length || undefined} id="actor.moves">
            {moves.length === 0 && (
                <p class="w-note">It goes where it is thrown. A move takes it somewhere; its end can be dragged.</p>
            )}
            {moves.map((move, i) => (
                <MoveFields key={move.index} move={move} number={i + 1} />
            ))}
            <AddButton actor={actor} />
        </Section>
    );
}

// The inspector of a kinematic actor's moves: when each begins, how long it takes, and where it ends.
import type { Actor } from "../core/project.ts";
import { staged } from "../scene/state.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { Button, IconButton, NumberField, Row, Section } from "../widgets/index.ts";
import { EaseField, VectorField } from "./fields.tsx";
import { addMove, movesOf, removeMove, setMove } from "./moves.ts";
import type { Move } from "./moves.ts";

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
                <VectorField
                    label="To"
                    title="Where its centre of mass goes"
                    value={to}
                    unit="m"
                    set={(next) => setMove(index, { to: next })}
                />
            )}
            <EaseField
                label="Goes"
                title="Starting and stopping gently, or at constant speed"
                value={move.ease}
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

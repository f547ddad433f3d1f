// The view and what lies over it: gizmos, the next step, a pull to keep or discard, and errors.
import { chooseModels } from "../files/models.ts";
import { project } from "../state/document.ts";
import { Button, Empty } from "../widgets/index.ts";
import { dropPull, keepPull, stepLater } from "./edits.ts";
import { addMenu, candidates } from "./follower.ts";
import { Gizmos } from "./gizmos.tsx";
import { PlaneDial } from "./planedial.tsx";
import { backToPaper, orbit } from "./sight.ts";
import { free, holding, isDrawing, key, line, pulled, resting, setLine, tool, trouble } from "./state.ts";
import { View } from "./view.tsx";
import "./overlay.css";

function NoLine() {
    if (candidates().length > 0)
        return (
            <Empty
                icon="spline"
                title="Draw the action"
                text="One stroke from foot to head gives the pose of a body. Draw where the action begins and where it goes; anticipation, follow-through and the poses between are computed."
                action={{
                    label: "New line",
                    icon: "plus",
                    onClick: () => addMenu(document.querySelector("[data-test=first-line]")!),
                    test: "first-line",
                }}
            />
        );
    return (
        <Empty
            icon="spline"
            title="Bring in a body to follow the line"
            text="A line is followed by a body (BVH or glTF), by a creature, or by a drawing with handles. Bring in a motion, and draw over its body."
            action={{ label: "Bring in a motion", icon: "import", onClick: () => chooseModels(), test: "line-body" }}
        />
    );
}

// One sentence about the next step.
function nextStep(): { readonly text: string; readonly later: boolean } | null {
    const now = line.value!;
    if (tool.value === "scribble" && now.keys.length === 0)
        return { text: "There is no stroke yet for bones to follow: draw one with D.", later: false };
    if (tool.value === "scribble" && !key.value)
        return { text: "Choose a keystroke first: click its stroke or its diamond.", later: false };
    if (tool.value === "scribble")
        return { text: "Scribble over the bones that follow this stroke. Shift adds, Alt takes away.", later: false };
    if (resting.value || (isDrawing.value && !now.rest && now.keys.length === 0))
        return { text: "Draw the line through the drawing as it stands: what lies on it will follow.", later: false };
    if (tool.value === "edit" || tool.value === "wobble")
        return now.keys.length > 0
            ? null
            : {
                  text:
                      tool.value === "edit"
                          ? "There is no stroke to bend yet: draw one with D."
                          : "There is no line to hold yet: draw a stroke with D.",
                  later: false,
              };
    if (tool.value !== "draw") return null;
    if (now.keys.length === 0)
        return {
            text: isDrawing.value
                ? "Now draw how it is bent when the action begins."
                : "Draw a stroke over the body, from foot to head say: that is how the action begins.",
            later: false,
        };
    if (now.keys.length === 1) return { text: "Move the playhead on, and draw where the action goes.", later: true };
    return null;
}
function NextStep() {
    const step = nextStep();
    if (!step || free.value || trouble.value || pulled.value) return null;
    return (
        <div class="line-card" role="status" data-test="line-next">
            <span>{step.text}</span>
            {step.later && (
                <Button
                    small
                    label="Half a second on"
                    icon="step-forward"
                    shortcut="Shift+D"
                    onClick={stepLater}
                    test="line-later"
                />
            )}
            {resting.value && <Button small kind="quiet" label="Not now" onClick={() => (resting.value = false)} />}
        </div>
    );
}
// Makes the current free view the view of the paper.
function drawHere(): void {
    const eye = orbit.eye();
    const heading = Math.atan2(Math.sin(eye.heading), Math.cos(eye.heading));
    if (
        setLine({
            view: {
                ...line.peek()!.view,
                heading: Math.round(heading * 1e5) / 1e5,
                pitch: Math.round(eye.pitch * 1e5) / 1e5,
            },
        })
    )
        backToPaper();
}
function FreeViewCard() {
    if (!free.value || isDrawing.value) return null;
    return (
        <div class="line-card" role="status" data-test="line-away">
            <span>Looking freely: strokes are drawn on the paper.</span>
            <Button
                small
                kind="primary"
                label="Back to the paper"
                shortcut="P"
                onClick={backToPaper}
                test="back-to-paper"
            />
            <Button
                small
                kind="quiet"
                label="Draw from here"
                title={
                    line.value?.keys.length
                        ? "The paper turns to this view; its strokes keep their shape on it"
                        : "The paper turns to this view"
                }
                onClick={drawHere}
                test="draw-from-here"
            />
        </div>
    );
}
function PullCard() {
    if (!pulled.value || holding.value) return null;
    return (
        <div class="line-card" role="status" data-test="line-pulled">
            <span>Keep this pull? It becomes part of the line.</span>
            <Button small kind="primary" label="Keep" shortcut="Enter" onClick={keepPull} test="keep-pull" />
            <Button small kind="quiet" label="Discard" onClick={dropPull} test="drop-pull" />
        </div>
    );
}
function Trouble() {
    const why = trouble.value;
    if (!why || !line.value) return null;
    return (
        <div class="line-card trouble" role="alert" data-test="line-trouble">
            <span>
                <strong>{why.message}</strong> {why.remedy}
            </span>
        </div>
    );
}

export function Overlay() {
    if (!line.value)
        return (
            <div class="line-empty" data-test="no-lines" key={project.value.name}>
                <NoLine />
            </div>
        );
    return (
        <>
            <View />
            <Gizmos />
            <PlaneDial />
            <div class="line-cards">
                <NextStep />
                <FreeViewCard />
                <PullCard />
                <Trouble />
            </div>
        </>
    );
}

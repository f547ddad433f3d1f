// The toolbar over the view: tools, what is shown, the view, and making a clip.
import { Button, IconButton } from "../widgets/index.ts";
import { makeClip, makePoses } from "./clip.ts";
import { backToPaper, lookFreely } from "./sight.ts";
import { free, ghosts, isDrawing, line, tool, type ToolName } from "./state.ts";
import { frameNow } from "./view.tsx";
import "../widgets/toolbar.css";

export const TOOLS: readonly {
    readonly name: ToolName;
    readonly icon: string;
    readonly label: string;
    readonly shortcut: string;
    readonly hint: string;
    readonly bodies?: boolean;
}[] = [
    {
        name: "draw",
        icon: "pencil",
        label: "Draw a stroke at the playhead",
        shortcut: "D",
        hint: "Draw a stroke: it becomes the keystroke at the playhead, and the body follows. E drags points, W wobbles, P looks freely",
    },
    {
        name: "edit",
        icon: "spline-pointer",
        label: "Drag points of a stroke",
        shortcut: "E",
        hint: "Drag a stroke: what is near goes along; Shift moves all of it, [ and ] say how much is near, arrows nudge",
    },
    {
        name: "wobble",
        icon: "waves",
        label: "Take hold of the line and wobble it",
        shortcut: "W",
        hint: "Take hold of the line and pull: it gives way and swings, and the body goes along. Enter keeps what the hand did",
    },
    {
        name: "scribble",
        icon: "brush",
        label: "Scribble over the bones of the keystroke",
        shortcut: "B",
        bodies: true,
        hint: "Scribble over bones: they follow the chosen keystroke. Shift adds, Alt takes away",
    },
    {
        name: "look",
        icon: "hand",
        label: "Look about",
        shortcut: "V",
        hint: "Drag to look from elsewhere, with Shift to move the picture; the wheel comes nearer",
    },
];

export function Toolbar() {
    if (!line.value) return null;
    const on = ghosts.value;
    const none = line.value.keys.length === 0 ? "Draw a stroke first" : null; // the reason why no clip can be made
    return (
        <div class="playbar" role="toolbar" aria-label="Lines">
            {TOOLS.filter((one) => !one.bodies || !isDrawing.value).map((one) => (
                <IconButton
                    key={one.name}
                    icon={one.icon}
                    label={one.label}
                    shortcut={one.shortcut}
                    pressed={tool.value === one.name}
                    onClick={() => (tool.value = one.name)}
                    test={`line-tool-${one.name}`}
                />
            ))}
            <span class="playbar-line" />
            <IconButton
                icon="ghost"
                label="Ghosts of the line"
                title="Ghosts of the line: teal before, plum after"
                shortcut="G"
                pressed={on.line}
                onClick={() => (ghosts.value = { ...on, line: !on.line })}
                test="ghosts-line"
            />
            <IconButton
                icon="person-standing"
                label={isDrawing.value ? "Ghosts of the drawing" : "Ghosts of the body"}
                shortcut="Shift+G"
                pressed={on.body}
                onClick={() => (ghosts.value = { ...on, body: !on.body })}
                test="ghosts-body"
            />
            {!isDrawing.value && (
                <IconButton
                    icon="bone"
                    label="Bones"
                    title="Bones; those that follow the line are mustard"
                    pressed={on.bones}
                    onClick={() => (ghosts.value = { ...on, bones: !on.bones })}
                    test="show-bones"
                />
            )}
            <span class="playbar-line" />
            {!isDrawing.value && (
                <IconButton
                    icon="rotate-3d"
                    label={free.value ? "Back to the paper" : "Look freely"}
                    shortcut="P"
                    pressed={free.value}
                    onClick={() => (free.value ? backToPaper() : lookFreely(0.6))}
                    test="look-freely"
                />
            )}
            <IconButton icon="maximize" label="Show all of it" shortcut="F" onClick={frameNow} test="line-frame" />
            <span class="playbar-line" />
            {isDrawing.value && (
                <Button
                    small
                    icon="images"
                    label="Make poses"
                    title={none ?? "The drawing at each keystroke becomes a pose"}
                    disabled={none !== null}
                    onClick={() => void makePoses()}
                    test="make-poses"
                />
            )}
            <Button
                small
                kind="primary"
                icon="film"
                label="Make a clip"
                title={
                    none ??
                    (isDrawing.value
                        ? "The drawing's motion becomes a clip"
                        : "The body's motion becomes a take, which verbs can blend")
                }
                disabled={none !== null}
                onClick={() => void makeClip()}
                test="make-clip"
            />
        </div>
    );
}

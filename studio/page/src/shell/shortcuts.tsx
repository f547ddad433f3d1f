// The shortcut sheet, generated from the registry of actions.
import { useEffect, useState } from "preact/hooks";
import { actions } from "../state/actions.ts";
import type { Action } from "../state/actions.ts";
import { workspaces } from "../state/workspaces.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Kbd } from "../widgets/kbd.tsx";
import { TextField } from "../widgets/textfield.tsx";
import { laterWorkspaces } from "../state/later.ts";
import { closeWindow } from "./windows.ts";
import "./shortcuts.css";

const POINTER: readonly (readonly [string, readonly string[]])[] = [
    ["Pan the stage", ["Space+drag", "Middle button"]],
    ["Zoom the stage", ["Wheel"]],
    ["Finer steps on sliders and numbers", ["Shift+drag"]],
    ["Back to the default", ["Double click"]],
    ["Select several", ["Shift+click", "Mod+click"]],
    ["Copy keys by dragging", ["Mod+drag"]],
    ["Turn a handle of a puppet", ["Shift+drag"]],
    ["Move a key on its motion path to another time", ["Alt+drag"]],
    ["Move keys between frames, break a tangent", ["Alt+drag"]],
    ["Copy keystrokes of a line by dragging, slide a plate over its bone", ["Alt+drag"]],
    ["Zoom values, scroll rows of the timeline", ["Alt+Wheel"]],
];

function groupOf(action: Action): string {
    if (action.menu === "Timeline" || /^(keys|clip)\./.test(action.id)) return "Timeline";
    if (action.workspaces?.length === 1)
        return workspaces.value.find((w) => w.id === action.workspaces![0])?.label ?? "Other";
    if (action.id.startsWith("time.")) return "Time";
    return action.menu ?? "Everywhere";
}
const ORDER = [
    "File",
    "Edit",
    "View",
    "Time",
    "Rig",
    "Poses",
    "Stage",
    "Verbs",
    "Creatures",
    "Lines",
    "Timeline",
    "Everywhere",
    "Help",
    "Pointer",
];

interface Line {
    readonly label: string;
    readonly keys: readonly string[];
}

function grouped(query: string): [string, Line[]][] {
    const groups = new Map<string, Line[]>();
    const words = query
        .toLowerCase()
        .split(/[\s+]+/)
        .filter(Boolean);
    const add = (group: string, line: Line): void => {
        const found =
            words.every((word) => line.label.toLowerCase().includes(word)) ||
            line.keys.some((k) => k.toLowerCase() === words.join("+"));
        if (!found) return;
        groups.set(group, [...(groups.get(group) ?? []), line]);
    };
    for (const action of actions.value)
        if (action.keys?.length) add(groupOf(action), { label: action.label, keys: action.keys });
    for (const [label, keys] of POINTER) add("Pointer", { label, keys });
    return [...groups].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
}

export function Shortcuts() {
    const [query, setQuery] = useState("");
    useEffect(() => laterWorkspaces.load(), []); // so that their shortcuts are listed too
    const groups = grouped(query.trim());
    return (
        <Dialog title="Shortcuts" open onClose={closeWindow} size="large" test="shortcuts">
            <TextField
                search
                autoFocus
                label="Search shortcuts"
                placeholder="Search"
                value={query}
                onInput={setQuery}
                onChange={setQuery}
            />
            <div class="shortcuts">
                {groups.map(([name, lines]) => (
                    <section key={name} aria-label={name}>
                        <h3>{name}</h3>
                        <dl>
                            {lines.map((line) => (
                                <div key={line.label}>
                                    <dt>{line.label}</dt>
                                    <dd>
                                        {line.keys.map((keys) => (
                                            <Kbd key={keys} keys={keys} />
                                        ))}
                                    </dd>
                                </div>
                            ))}
                        </dl>
                    </section>
                ))}
            </div>
            {groups.length === 0 && <p class="palette-none">No shortcut is called that.</p>}
        </Dialog>
    );
}

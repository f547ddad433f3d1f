// The inspector of several handles: what they have in common.
import type { Artwork, Command, Handle } from "../core/project.ts";
import { revision, send } from "../state/document.ts";
import { Button } from "../widgets/button.tsx";
import { Section } from "../widgets/section.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { Chips } from "./chips.tsx";
import { setPartner, together } from "./commands.ts";
import { EditButtons } from "./editbuttons.tsx";
import { currentFigure } from "./figure.ts";
import { pin } from "./posing.ts";
import { indexOfHandle, mode } from "./state.ts";

export function SeveralHandles({ artwork, handles }: { artwork: Artwork; handles: readonly Handle[] }) {
    const bones = handles.filter((handle) => handle.kind === "bone").length;
    const two = handles.length === 2 && handles[0]!.kind === handles[1]!.kind;
    return (
        <>
            <Section title="Handles" id="rig.handles" actions={<EditButtons />}>
                <p class="rig-note">
                    {[bones < handles.length && `${handles.length - bones} points`, bones > 0 && `${bones} bones`]
                        .filter(Boolean)
                        .join(", ")}
                    . G moves them together, R turns, S scales.
                </p>
                {two && (
                    <div class="rig-buttons">
                        <Button
                            label="Pair in the mirror"
                            icon="flip-horizontal-2"
                            small
                            onClick={() => send(setPartner(artwork, handles[0]!.name, handles[1]!.name))}
                        />
                    </div>
                )}
            </Section>
            {mode.value === "try" && <Pins artwork={artwork} handles={handles} />}
            <Layers artwork={artwork} handles={handles} />
        </>
    );
}

function Pins({ artwork, handles }: { artwork: Artwork; handles: readonly Handle[] }) {
    revision.value;
    const figure = currentFigure();
    if (!figure) return null;
    const indices = handles.map((handle) => indexOfHandle(artwork, handle.name));
    const kinds = new Set(indices.map((index) => figure.pins[index] ?? 0));
    const value = kinds.size === 1 ? String([...kinds][0]) : "mixed";
    const options = [
        { value: "0", label: "Free" },
        { value: "1", label: "Place" },
        { value: "2", label: "All" },
    ];
    return (
        <Section title="Pose" id="rig.pose">
            <Segmented
                label="Pin"
                value={value}
                options={options}
                onChange={(kind) => pin(indices, Number(kind) as 0 | 1 | 2)}
            />
        </Section>
    );
}

// A layer is on if it is explicitly assigned to all of them.
function Layers({ artwork, handles }: { artwork: Artwork; handles: readonly Handle[] }) {
    const all = (name: string): boolean => handles.every((handle) => handle.layers?.includes(name));
    const toggle = (name: string): void => {
        const on = all(name);
        const commands = handles.map((handle): Command => {
            const others = (handle.layers ?? []).filter((layer) => layer !== name);
            return {
                do: "handle.set",
                artwork: artwork.name,
                handle: handle.name,
                layers: on ? others : [...others, name],
            };
        });
        send(together("Layers of handles", commands));
    };
    const front = [...artwork.layers].reverse();
    return (
        <Section title="Assigned layers" id="rig.moves">
            <Chips
                label="Layers assigned to all of them"
                chips={front.map((layer) => ({ name: layer.name, on: all(layer.name) }))}
                onToggle={toggle}
            />
        </Section>
    );
}

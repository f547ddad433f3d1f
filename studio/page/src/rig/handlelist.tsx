// The handles of the artwork; if there are none, an offer to guess them.
import { useState } from "preact/hooks";
import { revision, send } from "../state/document.ts";
import { Button } from "../widgets/button.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import type { MenuEntry } from "../widgets/menu.tsx";
import { openMenu } from "../widgets/menu.tsx";
import { Section } from "../widgets/section.tsx";
import { Tree } from "../widgets/tree.tsx";
import type { TreeItem } from "../widgets/tree.tsx";
import type { Artwork, Handle } from "../core/project.ts";
import { together } from "./commands.ts";
import { guessHandles, removeSelected, rename } from "./editing.ts";
import { currentFigure } from "./figure.ts";
import { togglePins } from "./posing.ts";
import { entry, HoverRows, idOf, nameOf, selectedIds, selectRows } from "./rows.tsx";
import { enterMode, mode, takeTool } from "./state.ts";

function GuessOffer() {
    return (
        <div class="rig-guess" data-test="guess-offer">
            <p class="rig-note">
                Handles move the drawing. Place them with H or B where it should bend, or start from a guess.
            </p>
            <div class="rig-buttons">
                <Button
                    small
                    label="Guess handles"
                    icon="wand-sparkles"
                    onClick={() => guessHandles(false)}
                    test="guess-points"
                />
                <Button small label="Guess bones" icon="bone" onClick={() => guessHandles(true)} test="guess-bones" />
            </div>
        </div>
    );
}

export function HandleList({ artwork, handles }: { artwork: string; handles: Artwork["handles"] }) {
    const [renaming, setRenaming] = useState<string | null>(null);
    const trying = mode.value === "try";
    if (trying) revision.value; // pins are not part of the project
    const pins = trying ? currentFigure()?.pins : undefined;
    const menuOf = (handle: Handle): MenuEntry[] => [
        { label: "Rename", icon: "text-cursor-input", keys: "F2", run: () => setRenaming(idOf("handle", handle.name)) },
        entry("rig.duplicate"),
        "line",
        entry("rig.delete", { danger: true }),
    ];
    const pinButton = (handle: Handle, index: number) => {
        const pinned = (pins?.[index] ?? 0) > 0;
        return {
            icon: pinned ? "pin" : "pin-off",
            label: pinned ? "Free" : "Pin",
            pressed: pinned,
            onClick: () => (enterMode("try"), togglePins([index])),
            test: `pin-${handle.name}`,
        };
    };
    const itemOf = (handle: Handle): TreeItem => {
        const carried = handles.filter((other) => other.parent === handle.name);
        return {
            id: idOf("handle", handle.name),
            label: handle.name,
            icon: handle.kind === "bone" ? "bone" : "circle-dot",
            renames: true,
            moves: true,
            ...(carried.length > 0 && { children: carried.map(itemOf) }),
            ...(trying && { buttons: [pinButton(handle, handles.indexOf(handle))] }),
            menu: () => menuOf(handle),
        };
    };
    const items = handles.filter((handle) => handle.parent === null).map(itemOf);
    const move = (ids: readonly string[], before: string | null): void => {
        const commands = ids.map((id) => ({
            do: "handle.move",
            artwork,
            handle: nameOf(id),
            before: before && nameOf(before),
        }));
        if (commands.length) send(commands.length === 1 ? commands[0]! : together("Move handles", commands));
    };
    const adding = (event: MouseEvent): void =>
        openMenu(
            [
                entry("rig.point", { checked: undefined, run: () => takeTool("point") }),
                entry("rig.bone", { checked: undefined, run: () => takeTool("bone") }),
                "line",
                entry("rig.guess"),
                entry("rig.guess-bones"),
                "line",
                entry("rig.mirror-names"),
            ],
            event.currentTarget as Element,
            { label: "Add handles" },
        );
    return (
        <Section
            title="Handles"
            id="rig.handles-list"
            detail={handles.length ? String(handles.length) : undefined}
            actions={<IconButton small menu icon="plus" label="Add handles" onClick={adding} test="handle-add" />}
        >
            <HoverRows kind="handle">
                <Tree
                    label="Handles"
                    items={items}
                    selected={selectedIds("handle")}
                    onSelect={(ids) => selectRows("handle", ids)}
                    onRename={(id, name) => rename("handle", nameOf(id), name)}
                    onMove={move}
                    onDelete={removeSelected}
                    renaming={renaming}
                    onRenamingEnd={() => setRenaming(null)}
                    empty={<GuessOffer />}
                    test="handles"
                />
            </HoverRows>
        </Section>
    );
}

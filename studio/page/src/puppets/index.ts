// The directing of puppets beyond keys: families, copied motion, follows. Registers actions for the keyboard, the menu
// and the palette.
import { effect } from "@preact/signals";
import { register } from "../state/actions.ts";
import { active } from "../timeline/state.ts";
import { tell } from "../state/messages.ts";
import { addFamily, selectedFamily } from "./families.ts";
import { pathWanted } from "./follows.ts";
import { openLinks } from "./linkmode.ts";
import { closeLinks, linking, pair, selectedLink, unlink } from "./links.ts";
import { pasteRegions } from "./paste.ts";
import { chosen, copied, copyRegions, regionsShown } from "./regions.ts";
import { artwork } from "../state/app.ts";
import { frame } from "../state/workspaces.ts";

const here = { menu: "Stage", group: 6, workspaces: ["stage"] } as const;
const linksHere = { workspaces: ["stage", "poses"] } as const;
const hasRegions = (): boolean => (chosen.value?.regions.length ?? 0) > 0;
// Copies keys of the timeline if the timeline was used last.
const onStage = (): boolean => !active.value;

function copy(): void {
    const now = chosen.peek();
    if (!now || !copyRegions()) return;
    tell(
        "info",
        `Motion of ${now.regions.map((r) => r.handle).join(", ")} copied.`,
        "Select a handle of another puppet and press Ctrl+V.",
    );
}

// Redraws the stage when the selection here changes.
effect(() => {
    for (const each of [chosen, regionsShown, pathWanted]) void each.value;
    frame.request();
});

register(
    {
        id: "puppet.copy",
        label: "Copy the motion of the region",
        ...here,
        icon: "copy",
        keys: ["Mod+C"],
        enabled: () => onStage() && hasRegions(),
        run: copy,
    },
    {
        id: "puppet.paste",
        label: "Paste motion",
        ...here,
        icon: "clipboard-paste",
        keys: ["Mod+V"],
        enabled: () => onStage() && copied.value !== null && chosen.value !== null,
        run: () => void pasteRegions(),
    },
    {
        id: "puppet.paste-recorded",
        label: "Paste motion as a recording",
        ...here,
        icon: "clipboard-paste",
        keys: ["Mod+Shift+V"],
        enabled: () => onStage() && copied.value !== null && chosen.value !== null,
        run: () => void pasteRegions(true),
    },
    {
        id: "puppet.regions",
        label: "Show the region of the selected handles",
        ...here,
        icon: "scan",
        keys: ["Shift+W"],
        enabled: () => chosen.value !== null,
        checked: () => regionsShown.value,
        run: () => void (regionsShown.value = !regionsShown.value),
    },
    {
        id: "puppet.family",
        label: "New family of drawings",
        ...here,
        icon: "plus",
        enabled: () => artwork.value !== null,
        run: addFamily,
    },
    {
        id: "puppet.path-end",
        label: "Cancel drawing the path",
        workspaces: ["stage"],
        keys: ["Escape"],
        enabled: () => pathWanted.value !== null,
        run: () => void (pathWanted.value = null),
    },
    {
        id: "links.open",
        label: "Link the drawings of the family",
        ...linksHere,
        icon: "link-2",
        enabled: () => selectedFamily.value !== null && pair.value !== null && !linking.value,
        run: () => openLinks(...pair.peek()!),
    },
    {
        id: "links.close",
        label: "Finish linking",
        ...linksHere,
        keys: ["Escape"],
        enabled: () => linking.value,
        run: closeLinks,
    },
    {
        id: "links.delete",
        label: "Delete the link",
        ...linksHere,
        icon: "trash-2",
        keys: ["Delete", "Backspace"],
        enabled: () => linking.value && selectedLink.value !== null,
        run: () => void unlink(selectedFamily.peek()!, selectedLink.peek()!),
    },
);

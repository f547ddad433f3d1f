// The view of two drawings side by side: opened from a family, closed by Done, Escape or another workspace.
import { effect } from "@preact/signals";
import { hint, playing } from "../state/app.ts";
import { mode } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { LINKS_MODE, linking, pair, selectedLinkId, shownLinks, showPair } from "./links.ts";
import { LinkBar } from "./linkbar.tsx";
import { LINK_HINT, linkTool } from "./linktool.ts";

export function openLinks(left: string, right: string): void {
    showPair(left, right);
    playing.value = false;
    selectedLinkId.value = null;
    mode.value = { id: `${LINKS_MODE}/${left}/${right}`, tool: linkTool, Toolbar: LinkBar };
    hint.value = LINK_HINT;
    frame.request();
}

// The view depends on its subject: each pair has its own camera, and without two drawings there is nothing to link.
effect(() => {
    const two = pair.value;
    void shownLinks.value;
    void selectedLinkId.value;
    if (!linking.peek()) return;
    if (!two) mode.value = null;
    else if (mode.peek()?.id !== `${LINKS_MODE}/${two[0]}/${two[1]}`)
        mode.value = { id: `${LINKS_MODE}/${two[0]}/${two[1]}`, tool: linkTool, Toolbar: LinkBar };
    frame.request();
});

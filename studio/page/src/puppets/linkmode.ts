// The view of two drawings side by side: opened from a family, left by Done, Escape or another workspace.
import { computed, effect } from "@preact/signals";
import { hint, playing } from "../state/app.ts";
import { mode } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { pair, selectedLinkId, shownLinks, showPair } from "./links.ts";
import { LinkBar } from "./linkbar.tsx";
import { LINK_HINT, linkTool } from "./linktool.ts";

const ID = "links";
export const linking = computed((): boolean => mode.value?.id.startsWith(ID) ?? false);

export function openLinks(left: string, right: string): void {
  showPair(left, right);
  playing.value = false;
  selectedLinkId.value = null;
  mode.value = { id: `${ID}/${left}/${right}`, tool: linkTool, Toolbar: LinkBar };
  hint.value = LINK_HINT;
  frame.request();
}
export function closeLinks(): void {
  if (linking.peek()) mode.value = null;
  selectedLinkId.value = null;
  frame.request();
}

// The view goes with what it shows: another pair has a camera of its own, and without two drawings there is nothing to link.
effect(() => {
  const two = pair.value;
  void shownLinks.value;
  void selectedLinkId.value;
  if (!linking.peek()) return;
  if (!two) mode.value = null;
  else if (mode.peek()?.id !== `${ID}/${two[0]}/${two[1]}`) mode.value = { id: `${ID}/${two[0]}/${two[1]}`, tool: linkTool, Toolbar: LinkBar };
  frame.request();
});

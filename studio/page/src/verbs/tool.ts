// Every frame of the workspace: time goes on, the view and the pad are drawn. The paper beneath them stays empty.
import { ask } from "../state/document.ts";
import type { Tool } from "../state/workspaces.ts";
import { repaintPad } from "./pad.tsx";
import { workOnPad } from "./padpaint.ts";
import { act, look, plays, running, trouble } from "./state.ts";
import { paintView, space } from "./view.tsx";

let more = false; // of the pad's pictures

export const tool: Tool = {
  before(seconds) {
    if (!running.peek() || !plays() || trouble.peek() || !act()) return;
    ask((core) => core.actAdvance(seconds));
    look();
  },
  draw(_, seconds) {
    paintView(seconds);
    more = workOnPad();
    repaintPad();
  },
  space,
  moving: () => more || (running.peek() && plays() && !trouble.peek() && act() !== null),
};

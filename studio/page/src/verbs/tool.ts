// The work of each frame: advances time, then draws the view and the pad. The 2-D canvas beneath them stays empty.
import { ask } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import type { Tool } from "../state/workspaces.ts";
import { repaintPad } from "./pad.tsx";
import { workOnPad } from "./padpaint.ts";
import { act, readAct, plays, running, trouble } from "./state.ts";
import { paintView, space } from "./view.tsx";

const pad = ofProject(() => ({
    more: false, // whether pictures of the pad are still to be drawn
}));

export const tool: Tool = {
    before(seconds) {
        if (!running.peek() || !plays() || trouble.peek() || !act()) return;
        ask((core) => core.actAdvance(seconds));
        readAct();
    },
    draw(_, seconds) {
        paintView(seconds);
        pad.more = workOnPad();
        repaintPad();
    },
    space,
    moving: () => pad.more || (running.peek() && plays() && !trouble.peek() && act() !== null),
};

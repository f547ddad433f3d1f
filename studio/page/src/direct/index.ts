// The actions on the handles of a puppet on the stage.
import { effect } from "@preact/signals";
import { register } from "../state/actions.ts";
import { overlays } from "../state/app.ts";
import { frame } from "../state/workspaces.ts";
import { active, clip, ghosts, motionPath, selectedHandles, selectedSet, selectHandles } from "../timeline/state.ts";
import { directed } from "./state.ts";

// Redraws when the timeline's settings for the stage change. Returns a function that stops this.
export function followTimeline(): () => void {
    return effect(() => {
        for (const each of [directed, clip, ghosts, motionPath, selectedHandles, selectedSet]) void each.value;
        frame.request();
    });
}

const here = { menu: "Stage", workspaces: ["stage"], group: 6 } as const;
const has = (): boolean => directed.value !== null && !active.value;

register(
    {
        id: "direct.all",
        label: "Select all handles",
        ...here,
        keys: ["Mod+A"],
        enabled: has,
        run: () => selectHandles(directed.peek()!.artwork.handles.map((h) => h.name)),
    },
    {
        id: "direct.none",
        label: "Select no handles",
        ...here,
        keys: ["Escape"],
        enabled: () => has() && selectedHandles.value.length > 0,
        run: () => selectHandles([]),
    },
    {
        id: "direct.handles",
        label: "Handles of the selected puppet",
        ...here,
        icon: "circle-dot",
        keys: ["H"],
        enabled: () => directed.value !== null,
        checked: () => overlays.value.handles,
        run: () => void (overlays.value = { ...overlays.peek(), handles: !overlays.peek().handles }),
    },
);

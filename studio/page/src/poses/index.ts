// The pose workspace: poses stored as examples, and the board that defines which of them blend.
import { enterMode, mode } from "../rig/state.ts";
import { updateHint } from "../rig/tool.ts";
import { overlays } from "../state/app.ts";
import { register } from "../state/actions.ts";
import { addWorkspace } from "../state/workspaces.ts";
import { PoseBoard } from "./poseboard.tsx";
import { Inspector } from "./inspector.tsx";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import {
    current,
    dot,
    duplicate,
    follow,
    forgetShown,
    keepPose,
    link,
    mirror,
    remove,
    selectedExamples,
    showCurrent,
    showRest,
} from "./state.ts";
import { tool } from "./tool.ts";
import { Toolbar } from "./toolbar.tsx";

addWorkspace({
    id: "poses",
    label: "Poses",
    icon: "images",
    Outliner,
    Inspector,
    Toolbar,
    Board: PoseBoard,
    boardTitle: "Pose board",
    Overlay,
    tool,
    entered() {
        const modeBefore = mode.peek(); // of the rig workspace, whose tools are used here
        enterMode("try");
        const unfollow = follow();
        updateHint();
        return () => {
            unfollow();
            forgetShown();
            enterMode(modeBefore);
        };
    },
});

const some = (): boolean => selectedExamples.value.length > 0;
register(
    {
        id: "poses.keep",
        label: "Keep this pose",
        menu: "Poses",
        group: 1,
        icon: "plus",
        keys: ["K"],
        workspaces: ["rig", "poses"],
        run: () => keepPose(),
    },
    {
        id: "poses.rest",
        label: "Show the drawing at rest",
        menu: "Poses",
        group: 1,
        icon: "rotate-ccw",
        workspaces: ["poses"],
        run: showRest,
    },
    {
        id: "poses.duplicate",
        label: "Duplicate the pose",
        menu: "Poses",
        group: 2,
        icon: "copy",
        keys: ["Mod+D"],
        workspaces: ["poses"],
        enabled: () => current.value !== null,
        run: () => duplicate(current.value!.name),
    },
    {
        id: "poses.mirror",
        label: "Mirror as a new pose",
        menu: "Poses",
        group: 2,
        icon: "flip-horizontal-2",
        keys: ["Shift+M"],
        workspaces: ["poses"],
        enabled: () => current.value !== null,
        run: () => mirror(current.value!.name, true),
    },
    {
        id: "poses.delete",
        label: "Delete the selected poses",
        menu: "Poses",
        group: 2,
        icon: "trash-2",
        keys: ["Delete"],
        workspaces: ["poses"],
        enabled: some,
        run: () => remove(selectedExamples.value.map((e) => e.name)),
    },
    {
        id: "poses.link",
        label: "Link the selected poses",
        menu: "Poses",
        group: 3,
        icon: "spline",
        keys: ["L"],
        workspaces: ["poses"],
        enabled: () => selectedExamples.value.length === 2 || selectedExamples.value.length === 3,
        run: () => void link(selectedExamples.value.map((e) => e.name)),
    },
    {
        id: "poses.ghosts",
        label: "Ghosts of neighbouring poses",
        menu: "View",
        group: 5,
        icon: "ghost",
        keys: ["O"],
        workspaces: ["poses"],
        checked: () => overlays.value.ghosts,
        run() {
            overlays.value = { ...overlays.value, ghosts: !overlays.value.ghosts };
        },
    },
    {
        id: "poses.from-dot",
        label: "Put the dot back on the pose",
        workspaces: ["poses"],
        enabled: () => dot.value !== null,
        run() {
            dot.value = null;
            showCurrent();
        },
    },
);

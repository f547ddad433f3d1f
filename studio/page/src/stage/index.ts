// The Stage workspace: actors on ground, played, poked and recorded.
import { effect } from "@preact/signals";
import { isStaged } from "../core/project.ts";
import { register } from "../state/actions.ts";
import { sceneName } from "../state/app.ts";
import { project } from "../state/document.ts";
import { addWorkspace } from "../state/workspaces.ts";
import { followTimeline } from "../direct/index.ts";
import { followKeys } from "./behaviour/keys.ts";
import { following, toggleFollowing } from "./follow.ts";
import { Inspector } from "./inspector.tsx";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import {
    addStage,
    endPerformance,
    followRecording,
    reset,
    selectedObstacle,
    staged,
    stageTool,
} from "../scene/state.ts";
import { followWatched, StageBoard } from "./stageboard.tsx";
import { arrange, showHint, tool } from "./tool.ts";
import { SheetTimeline } from "../timeline/sheet.tsx";
import { autoKey, sheetShown } from "../timeline/state.ts";
import { canCopy, copySelected } from "../world/copy.ts";
import { keySelected, pathsShown } from "../world/paths.ts";
import { hasRemovable, removeSelected } from "../world/remove.ts";
import { StageLanes } from "../world/stagelanes.tsx";
import { Toolbar } from "./toolbar.tsx";

// Opens the first stage, if there is one and the artist has chosen no scene.
function showStage(): void {
    if (sceneName.peek() === null) sceneName.value = project.peek().scenes.find(isStaged)?.name ?? null;
}

addWorkspace({
    id: "stage",
    label: "Stage",
    icon: "clapperboard",
    Outliner,
    Inspector,
    Toolbar,
    Board: StageBoard,
    boardTitle: "Poses and behaviour",
    Overlay,
    strip: { Timeline: SheetTimeline, size: () => (sheetShown.value ? "sheet" : null), ofScene: true },
    Lanes: StageLanes,
    lanesHigh: () => pathsShown.value,
    tool,
    entered() {
        showStage();
        const follows = [followWatched(), followRecording(), followKeys(), followTimeline(), effect(showHint)];
        return () => {
            follows.forEach((end) => end());
            endPerformance();
        };
    },
});

const here = { menu: "Stage", workspaces: ["stage"] } as const;
const hasStage = (): boolean => staged.value !== null;
register(
    {
        id: "stage.reset",
        label: "Reset: discard what was done by hand",
        ...here,
        group: 1,
        icon: "rotate-ccw",
        keys: ["Shift+Home"],
        enabled: hasStage,
        run: reset,
    },
    { id: "stage.new", label: "New stage", ...here, group: 2, icon: "plus", run: addStage },
    {
        id: "stage.follow",
        label: "Follow the scene's actor",
        menu: "View",
        group: 1,
        icon: "video",
        workspaces: ["stage"],
        enabled: () => staged.value?.follow != null,
        checked: () => following.value,
        run: toggleFollowing,
    },
    {
        id: "stage.arrange",
        label: "Arrange",
        ...here,
        group: 3,
        icon: "mouse-pointer-2",
        keys: ["V"],
        enabled: hasStage,
        run: () => void (stageTool.value = "arrange"),
    },
    {
        id: "stage.draw",
        label: "Draw ground",
        ...here,
        group: 3,
        icon: "pencil",
        keys: ["D"],
        enabled: hasStage,
        run: () => void (stageTool.value = "draw"),
    },
    {
        id: "stage.joint",
        label: "Draw joints",
        ...here,
        group: 3,
        icon: "link-2",
        keys: ["J"],
        enabled: hasStage,
        run: () => void (stageTool.value = "joint"),
    },
    {
        id: "stage.zone",
        label: "Draw water, wind and forces",
        ...here,
        group: 3,
        icon: "waves",
        keys: ["W"],
        enabled: hasStage,
        run: () => void (stageTool.value = "zone"),
    },
    {
        id: "stage.key",
        label: "Key the ground's place",
        ...here,
        group: 3,
        icon: "diamond-plus",
        keys: ["K"],
        enabled: () => selectedObstacle.value !== null,
        run: keySelected,
    },
    {
        id: "stage.auto-key",
        label: "Auto-key: dragging ground keys its path",
        ...here,
        group: 3,
        icon: "key-round",
        keys: ["A"],
        enabled: () => selectedObstacle.value !== null,
        checked: () => autoKey.value,
        run: () => void (autoKey.value = !autoKey.value),
    },
    {
        id: "stage.move",
        label: "Move",
        ...here,
        group: 4,
        icon: "move",
        keys: ["G"],
        enabled: canCopy,
        run: () => arrange("move"),
    },
    {
        id: "stage.turn",
        label: "Turn",
        ...here,
        group: 4,
        icon: "rotate-cw",
        keys: ["R"],
        enabled: canCopy,
        run: () => arrange("turn"),
    },
    {
        id: "stage.scale",
        label: "Scale",
        ...here,
        group: 4,
        icon: "scaling",
        keys: ["S"],
        enabled: canCopy,
        run: () => arrange("scale"),
    },
    {
        id: "stage.copy",
        label: "Copy what is selected",
        ...here,
        group: 5,
        icon: "copy",
        keys: ["Mod+D"],
        enabled: canCopy,
        run: copySelected,
    },
    {
        id: "stage.delete",
        label: "Delete",
        ...here,
        group: 5,
        icon: "trash-2",
        keys: ["Delete"],
        enabled: hasRemovable,
        run: removeSelected,
    },
);

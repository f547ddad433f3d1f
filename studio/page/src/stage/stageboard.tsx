// Beside the stage: the pose board of the selected actor with its live dot and trail, or the behaviour that drives
// the actor.
import { effect } from "@preact/signals";
import { artworkName } from "../state/app.ts";
import { project } from "../state/document.ts";
import { Board } from "../poses/board.tsx";
import { Empty, Segmented } from "../widgets/index.ts";
import { BehaviourPanel } from "./behaviour/behaviourpanel.tsx";
import { boardTab, showTab } from "./behaviour/state.ts";
import { watched } from "../scene/trail.ts";
import "./stageboard.css";

// Shows the artwork of the watched actor on the board.
export function followWatched(): () => void {
    return effect(() => {
        const index = watched.value?.artwork;
        const name = index === undefined ? undefined : project.peek().artworks[index]?.name;
        if (name && artworkName.peek() !== name) artworkName.value = name;
    });
}

function Poses() {
    const now = watched.value;
    if (!now)
        return (
            <Empty
                icon="images"
                title="No poses to watch"
                text="Select an actor whose drawing has poses: its dot moves here while the stage plays."
            />
        );
    return <Board watch={now} />;
}

export function StageBoard() {
    return (
        <div class="stage-board">
            <div class="stage-tabs">
                <Segmented
                    label="Shown beside the stage"
                    bare
                    value={boardTab.value}
                    options={[
                        { value: "poses", label: "Poses", icon: "images" },
                        { value: "behaviour", label: "Behaviour", icon: "workflow" },
                    ]}
                    onChange={showTab}
                    test="board-tab"
                />
            </div>
            <div class="stage-tab">{boardTab.value === "poses" ? <Poses /> : <BehaviourPanel />}</div>
        </div>
    );
}

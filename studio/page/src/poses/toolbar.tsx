// Over the stage of the pose workspace: the pose being edited, and its actions.
import { artwork, artworkIndex, overlays } from "../state/app.ts";
import { ask, revision, studio } from "../state/document.ts";
import { Button, IconButton } from "../widgets/index.ts";
import { current, dot, keepPose, showRest } from "./state.ts";
import "./toolbar.css";

function says(): string {
    if (dot.value) return "Between poses";
    if (current.value) return current.value.name;
    void revision.value;
    void studio.value;
    return ask((core) => artworkIndex.value >= 0 && core.figure(artworkIndex.value).posed)
        ? "A pose that is not kept yet"
        : "The drawing at rest";
}

export function Toolbar() {
    if (!artwork.value) return null;
    const toggle = (): void => {
        overlays.value = { ...overlays.value, ghosts: !overlays.value.ghosts };
    };
    return (
        <div class="poses-toolbar" role="toolbar" aria-label="Posing">
            <span class="poses-says" data-test="posing">
                {says()}
            </span>
            <Button
                label="Keep as a pose"
                icon="plus"
                kind={current.value || artwork.value.handles.length === 0 ? "plain" : "primary"}
                shortcut="K"
                onClick={() => keepPose()}
                test="keep"
            />
            <IconButton icon="rotate-ccw" label="Back to the drawing at rest" onClick={showRest} test="show-rest" />
            <IconButton
                icon="ghost"
                label="Ghosts of the poses it blends with"
                pressed={overlays.value.ghosts}
                shortcut="O"
                onClick={toggle}
            />
        </div>
    );
}

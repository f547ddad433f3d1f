// Over the stage of the pose workspace: what is needed before poses can be made.
import { NoDrawing } from "../rig/overlay.tsx";
import { run } from "../state/actions.ts";
import { artwork, workspace } from "../state/app.ts";
import { Button } from "../widgets/index.ts";
import "./overlay.css";

export function Overlay() {
    const own = artwork.value;
    if (!own?.layers.length) return <NoDrawing />;
    if (own.handles.length > 0) return null;
    return (
        <div class="poses-missing" role="status" data-test="no-handles">
            <div>
                <strong>It has no handles yet</strong>
                <p>Handles are what one takes hold of to pose a drawing.</p>
            </div>
            <Button
                label="Place them"
                icon="bone"
                onClick={() => void (workspace.value = "rig")}
                test="place-handles"
            />
            <Button
                label="Guess handles"
                icon="wand-sparkles"
                kind="primary"
                onClick={() => run("rig.guess")}
                test="guess-handles"
            />
        </div>
    );
}

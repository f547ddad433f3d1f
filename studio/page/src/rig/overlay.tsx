// Over the stage: the empty state if there is no drawing, or why the drawing cannot be built.
import { useEffect } from "preact/hooks";
import { artwork } from "../state/app.ts";
import { run } from "../state/actions.ts";
import { Empty } from "../widgets/empty.tsx";
import { Icon } from "../widgets/icon.tsx";
import { mode, trouble } from "./state.ts";
import "./overlay.css";

// Shown by every workspace if there is no drawing.
export function NoDrawing() {
    return (
        <div class="rig-empty" data-test="rig.empty">
            <div class="rig-empty-frame">
                <Empty
                    icon="image-plus"
                    title="Drop a drawing here"
                    text="A PNG, or an SVG whose groups become layers. It is cut into triangles that you can bend, squash and stretch."
                    action={{
                        label: "Open a drawing",
                        icon: "folder-open",
                        onClick: () => run("file.import"),
                        test: "rig.open",
                    }}
                />
            </div>
        </div>
    );
}

export function Overlay() {
    const of = artwork.value;
    const why = trouble.value;
    useEffect(() => {
        if (!of?.layers.length) trouble.value = null;
    }, [of]);
    if (!of?.layers.length) return <NoDrawing />;
    return (
        <>
            {mode.value === "try" && <div class="rig-trying" aria-hidden="true" />}
            {why && (
                <div class="rig-trouble" role="alert" data-test="rig.trouble">
                    <Icon name="triangle-alert" />
                    <div>
                        <strong>{why.message}</strong>
                        <p>{why.remedy}</p>
                    </div>
                </div>
            )}
        </>
    );
}

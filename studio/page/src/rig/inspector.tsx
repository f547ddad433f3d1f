// The right panel: the inspector of the selection, or of the artwork if nothing is selected.
import { artwork } from "../state/app.ts";
import { Empty } from "../widgets/empty.tsx";
import { ArtworkInspector } from "./artworkinspector.tsx";
import { HandleInspector } from "./handleinspector.tsx";
import { LayerInspector } from "./layerinspector.tsx";
import { SeveralHandles } from "./severalhandles.tsx";
import { SeveralLayers } from "./severallayers.tsx";
import { selectedHandles, selectedLayers } from "./state.ts";
import "./inspector.css";

export function Inspector() {
    const of = artwork.value;
    const handles = selectedHandles.value;
    const layers = selectedLayers.value;
    if (!of)
        return (
            <Empty
                icon="sliders-horizontal"
                title="Nothing to inspect yet"
                text="Drop a drawing on the stage; its settings appear here."
            />
        );
    if (handles.length > 1) return <SeveralHandles artwork={of} handles={handles} />;
    if (layers.length > 1) return <SeveralLayers artwork={of} layers={layers} />;
    if (handles[0]) return <HandleInspector artwork={of} handle={handles[0]} />;
    if (layers[0]) return <LayerInspector artwork={of} layer={layers[0]} />;
    return <ArtworkInspector artwork={of} />;
}

// The left panel: the project's artworks, and the layers and handles of the current one.
import { artwork } from "../state/app.ts";
import { ArtworkList } from "./artworklist.tsx";
import { HandleList } from "./handlelist.tsx";
import { LayerList } from "./layerlist.tsx";

// Lists receive only what they show, so that they are not rendered while a slider changes another part of the artwork.
export function Outliner() {
    const of = artwork.value;
    return (
        <>
            <ArtworkList />
            {of && <LayerList artwork={of.name} layers={of.layers} />}
            {of && of.layers.length > 0 && <HandleList artwork={of.name} handles={of.handles} />}
        </>
    );
}

// The left panel: the project's artworks, and the layers and handles of the one that is worked on.
import { artwork } from "../state/app.ts";
import { ArtworkList } from "./artworklist.tsx";
import { HandleList } from "./handlelist.tsx";
import { LayerList } from "./layerlist.tsx";

export function Outliner() {
  const of = artwork.value;
  return (
    <>
      <ArtworkList />
      {of && <LayerList artwork={of} />}
      {of && of.layers.length > 0 && <HandleList artwork={of} />}
    </>
  );
}

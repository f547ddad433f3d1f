// How layers are joined on a stage: by the artist, or automatically from handles and overlaps.
import type { Artwork, Vec2 } from "../core/project.ts";
import type { Figure, Joins } from "../core/studio.ts";
import { artworkIndex, select } from "../state/app.ts";
import { guarded, revision, send, studio } from "../state/document.ts";
import { Memo } from "../state/owned.ts";
import { tell } from "../state/messages.ts";
import { setJoins } from "./commands.ts";
import { layersAt } from "../tools/geometry.ts";

const none: Joins = { chosen: false, loose: null, joins: [] };
const known = new Memo<Joins>();

// The core's current joins, queried once per state of the project.
export function currentJoins(): Joins {
    const core = studio.peek();
    const which = artworkIndex.peek();
    if (!core || which < 0) return none;
    // Build problems are reported elsewhere
    return known.get(`${revision.value} ${which}`, () => guarded(() => core.joins(which)) ?? none);
}

// Joins the two frontmost layers under a point. Automatic joins are preserved by storing them as the artist's own.
export function joinAt(artwork: Artwork, figure: Figure, at: Vec2): boolean {
    const layersUnder = layersAt(figure, figure.rest, at).filter((layer) => artwork.layers[layer]?.visible);
    const [front, layerBehind] = layersUnder;
    if (front === undefined || layerBehind === undefined) {
        tell("info", "Only one layer lies here.", "Click where two layers overlap.");
        return false;
    }
    const now = currentJoins().joins;
    const joins = [...now, { layer: artwork.layers[front]!.name, onto: artwork.layers[layerBehind]!.name, at }];
    if (!send(setJoins(artwork, joins))) return false;
    select("pin", String(joins.length - 1));
    return true;
}
export function removeJoin(artwork: Artwork, index: number): void {
    send(
        setJoins(
            artwork,
            currentJoins().joins.filter((_, i) => i !== index),
        ),
    );
}

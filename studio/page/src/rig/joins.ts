// How layers hang together on a stage: what the artist joined, or what follows by itself from handles and overlaps.
import type { Artwork, Vec2 } from "../core/project.ts";
import type { Figure, Joins } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import { artworkIndex, select } from "../state/app.ts";
import { revision, send, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import { setJoins } from "./commands.ts";
import { layersAt } from "../tools/geometry.ts";

const none: Joins = { chosen: false, loose: null, joins: [] };
let known: { revision: number; artwork: number; joins: Joins } | null = null;

// As the core has it now; asked once for each state of the project.
export function currentJoins(): Joins {
  const core = studio.peek();
  const which = artworkIndex.peek();
  if (!core || which < 0) return none;
  if (known?.revision === revision.value && known.artwork === which) return known.joins;
  let joins = none;
  try {
    joins = core.joins(which);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem; // what keeps it from being built is told elsewhere
  }
  known = { revision: revision.peek(), artwork: which, joins };
  return joins;
}

// Joins the two frontmost layers under a point. What joined by itself so far is kept, as the artist's own.
export function joinAt(artwork: Artwork, figure: Figure, at: Vec2): boolean {
  const under = layersAt(figure, figure.rest, at).filter((layer) => artwork.layers[layer]?.visible);
  const [front, back] = under;
  if (front === undefined || back === undefined) {
    tell("info", "Only one layer lies here.", "Click where two layers overlap.");
    return false;
  }
  const now = currentJoins().joins;
  const joins = [...now, { layer: artwork.layers[front]!.name, onto: artwork.layers[back]!.name, at }];
  if (!send(setJoins(artwork, joins))) return false;
  select("pin", String(joins.length - 1));
  return true;
}
export function removeJoin(artwork: Artwork, index: number): void {
  send(setJoins(artwork, currentJoins().joins.filter((_, i) => i !== index)));
}

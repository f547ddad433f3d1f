// In scenes with families: badges that tell which drawing each puppet currently shows.
import type { Staged } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { INK, WHITE, fade } from "../draw/colour.ts";
import { extentOf } from "../draw/extent.ts";
import type { Painter } from "../state/painter.ts";
import { project } from "../state/document.ts";

export function drawBadges(painter: Painter, scene: Staged, play: Play): void {
    scene.actors.forEach((actor, i) => {
        const shown = play.actors[i];
        if (!shown || actor.kind !== "puppet" || actor.family === null) return;
        const { left, right, high } = extentOf(shown.vertices);
        const name = project.peek().artworks[shown.artwork]?.name ?? "";
        const turned = name !== actor.artwork;
        painter.label((left + right) / 2, high, name, {
            align: "centre",
            dy: -16,
            size: 11,
            colour: WHITE,
            plate: fade(INK, turned ? 0.9 : 0.55),
        });
    });
}

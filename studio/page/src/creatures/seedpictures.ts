// Small pictures of creatures grown from seeds, drawn one a frame by a separate instance of the core.
import { signal } from "@preact/signals";
import { Studio } from "../core/studio.ts";
import { coreModule } from "../files/session.ts";
import { OffscreenSolid } from "../draw/offscreen.ts";
import { distanceFor } from "../draw/space.ts";

const SIDE = 128; // device pixels
const MAX_PICTURES = 512; // pictures in the cache
const [HEADING, PITCH] = [0.6, 0.14];

export const drawn = signal(0); // counts drawn pictures; its readers look for new ones

// The cache of pictures. It is shared by all projects, because a seed always grows the same creature.
class SeedPictures {
    private readonly pictures = new Map<number, OffscreenCanvas>();
    private readonly queue: number[] = [];
    private readonly solids = new OffscreenSolid(false);
    private core: Studio | null = null;
    private frameRequest = 0; // the pending animation frame; 0: none

    // Returns null while the picture is not drawn yet.
    of(seed: number): OffscreenCanvas | null {
        const found = this.pictures.get(seed);
        if (found) return found;
        if (this.pictures.size > MAX_PICTURES) this.pictures.clear();
        if (!this.queue.includes(seed)) this.queue.unshift(seed);
        this.frameRequest ||= requestAnimationFrame(this.work);
        return null;
    }
    private readonly work = (): void => {
        this.frameRequest = 0;
        const seed = this.queue.pop();
        if (seed === undefined) return;
        try {
            this.draw(seed);
        } catch {
            this.pictures.set(seed, new OffscreenCanvas(1, 1)); // a seed that cannot be grown gets an empty picture
        }
        drawn.value++;
        if (this.queue.length) this.frameRequest = requestAnimationFrame(this.work);
    };
    private draw(seed: number): void {
        this.core ??= new Studio(coreModule());
        this.core.herds.show({
            motion: null,
            creatures: [`seed:${seed}`],
            gait: null,
            speed: 0,
            turning: 0,
            trial: null,
            targets: [],
            variant: 0,
            mirror: false,
            light: null,
            channel: null,
            active: null,
        });
        const now = this.core.herds.now();
        const painter = now && this.solids.begin(SIDE, SIDE, seed, now);
        if (!painter) return;
        const [low, high] = [now.low, now.high];
        const size = Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
        painter.shape(now.positions, now.normals, null);
        painter.begin(
            { x: 0, y: 0, width: SIDE, height: SIDE },
            {
                target: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
                heading: HEADING,
                pitch: PITCH,
                distance: distanceFor(0.5 * size, 1),
            },
            null,
        );
        painter.drawSolid();
        const picture = new OffscreenCanvas(SIDE, SIDE);
        const context = picture.getContext("2d");
        if (context) this.solids.copyTo(context);
        this.pictures.set(seed, picture);
    }
}
const seedPictures = new SeedPictures();
export const pictureOf = (seed: number): OffscreenCanvas | null => seedPictures.of(seed);

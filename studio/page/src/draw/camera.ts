// The stage's camera: one for each thing that a workspace shows, remembered across visits; it moves at once or within
// a tenth of a second. A view that was framed to show everything continues to do so when the window changes, until it
// is moved by hand.
import { computed, effect, signal } from "@preact/signals";
import { artwork, scene, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { prefs } from "../state/prefs.ts";
import { frame, mode } from "../state/workspaces.ts";
import type { Box, Camera } from "../state/painter.ts";

const FLIGHT_SECONDS = 0.1;
const MIN_ZOOM = 0.05; // smallest zoom, pixels per metre
const MAX_ZOOM = 200_000;
const MAX_STORED = 200; // number of cameras remembered
const MARGIN = 0.1; // margin on each side of what is framed, as a share of the view
export const BAR = 64; // pixels at the top covered by the toolbar
const STORE = "verve.cameras";

export const camera = signal<Camera>({ x: 0, y: 0, zoom: 200 });
// Size of the stage in CSS pixels, and device pixels per CSS pixel.
export const stageSize = signal({ width: 0, height: 0, ratio: 1 });

interface Flight {
    readonly from: Camera;
    readonly to: Camera;
    seconds: number;
}
const state = ofProject(() => ({
    flight: null as Flight | null,
    showsAll: false, // it was framed to show everything and has not been moved by hand since
    shown: null as string | null, // the key of the current camera
    wantsFraming: false,
    // A workspace's first frame is drawn before the stage has its final size, because panels are still changing
    early: false,
}));

const reducedMotion = (): boolean => prefs.peek().still || matchMedia("(prefers-reduced-motion: reduce)").matches;
const limit = ({ x, y, zoom }: Camera): Camera => ({ x, y, zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom)) });
// The camera's position, or its destination while it is flying.
const destination = (): Camera => state.flight?.to ?? camera.peek();

export function lookAt(to: Camera, smoothly = true): void {
    if (![to.x, to.y, to.zoom].every(Number.isFinite)) return;
    if (smoothly && !reducedMotion()) {
        state.flight = { from: camera.peek(), to: limit(to), seconds: 0 };
        frame.request();
    } else {
        state.flight = null;
        camera.value = limit(to);
    }
}
// Advances a flight. 1/zoom and the centre are interpolated linearly, so that a point that has the same screen
// position at both ends keeps it on the way.
export function fly(seconds: number): void {
    if (!state.flight) return;
    const { from, to } = state.flight;
    state.flight.seconds += seconds;
    const t = Math.min(1, state.flight.seconds / FLIGHT_SECONDS);
    const s = t * (2 - t);
    const mix = (a: number, b: number): number => a + (b - a) * s;
    camera.value =
        t === 1 ? to : { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: 1 / mix(1 / from.zoom, 1 / to.zoom) };
    if (t === 1) state.flight = null;
}
export const isFlying = (): boolean => state.flight !== null;

export function panBy(dx: number, dy: number, smoothly = false): void {
    const { x, y, zoom } = destination();
    state.showsAll = false;
    lookAt({ x: x - dx / zoom, y: y + dy / zoom, zoom }, smoothly);
}
// Zooms about a point of the canvas, CSS pixels from the top left; by default about the middle.
export function zoomBy(factor: number, at?: readonly [number, number], smoothly = true): void {
    const { width, height } = stageSize.peek();
    const before = destination();
    const after = limit({ ...before, zoom: before.zoom * factor });
    const [right, down] = at ? [at[0] - width / 2, at[1] - height / 2] : [0, 0];
    const shift = 1 / before.zoom - 1 / after.zoom;
    state.showsAll = false;
    lookAt({ x: before.x + right * shift, y: before.y - down * shift, zoom: after.zoom }, smoothly);
}
export function zoomTo(zoom: number): void {
    state.showsAll = false;
    lookAt({ ...destination(), zoom });
}
// Translates the view along with something that moves.
export function shiftBy(dx: number, dy: number): void {
    const { x, y, zoom } = destination();
    if (dx || dy) lookAt({ x: x + dx, y: y + dy, zoom }, false);
}
// The camera for a view of this size that shows the whole box with a margin, below the `above` pixels of bars.
export function fitted(box: Box, width: number, height: number, above = BAR): Camera {
    const [wide, high] = [box.high[0] - box.low[0], box.high[1] - box.low[1]];
    const below = MARGIN * height;
    const top = Math.min(height / 3, Math.max(below, above));
    const zoom = Math.min(((1 - 2 * MARGIN) * width) / wide, (height - top - below) / high);
    return { x: (box.low[0] + box.high[0]) / 2, y: (box.low[1] + box.high[1]) / 2 + (top - below) / 2 / zoom, zoom };
}
// `all`: the box is everything there is, and it stays in view. A box without a size keeps the current zoom.
export function frameBox(box: Box, smoothly = true, all = false, above = BAR): void {
    state.showsAll = all;
    const { width, height } = stageSize.peek();
    const fit = fitted(box, width, height, above);
    const usable = Number.isFinite(fit.zoom) && fit.zoom > 0;
    lookAt(
        usable
            ? fit
            : { x: (box.low[0] + box.high[0]) / 2, y: (box.low[1] + box.high[1]) / 2, zoom: destination().zoom },
        smoothly,
    );
}

// ---- Remembering

const cameraKey = computed((): string | null => {
    if (mode.value) return `${project.value.name}/${mode.value.id}`;
    const thing = workspace.value === "stage" ? scene.value : artwork.value;
    return thing ? `${project.value.name}/${workspace.value}/${thing.name}` : null;
});

type StoredCamera = Camera & { readonly all?: boolean };
function readStore(): Map<string, StoredCamera> {
    try {
        const entries = JSON.parse(localStorage.getItem(STORE) ?? "[]") as [string, StoredCamera][];
        return new Map(entries.filter(([, c]) => [c?.x, c?.y, c?.zoom].every(Number.isFinite) && c.zoom > 0));
    } catch {
        return new Map();
    }
}
// Cameras of all projects, as stored in this browser; read on first use.
class CameraStore {
    private read: Map<string, StoredCamera> | null = null;
    private writing: ReturnType<typeof setTimeout> | null = null;

    get all(): Map<string, StoredCamera> {
        return (this.read ??= readStore());
    }
    put(name: string, camera: StoredCamera): void {
        this.all.delete(name);
        this.all.set(name, camera);
        this.writing ??= setTimeout(() => {
            this.writing = null;
            try {
                localStorage.setItem(STORE, JSON.stringify([...this.all].slice(-MAX_STORED)));
            } catch {
                // storage is full or forbidden: the cameras are remembered until the page is closed
            }
        }, 500);
    }
}
const cameras = new CameraStore();

// Stores the camera of whatever is shown. Call once.
export function rememberCameras(): () => void {
    const stopFollowing = effect(() => {
        const now = cameraKey.value;
        if (now === state.shown) return;
        state.shown = now;
        const before = now === null ? undefined : cameras.all.get(now);
        state.wantsFraming = now !== null;
        state.early = true;
        state.flight = null;
        state.showsAll = before?.all ?? false;
        if (before) camera.value = limit(before);
        frame.request();
    });
    const stopFitting = effect(() => {
        void stageSize.value;
        if (state.showsAll && state.shown !== null) state.wantsFraming = true;
    });
    const stopKeeping = effect(() => {
        const now = camera.value;
        if (state.shown !== null && !state.wantsFraming)
            cameras.put(state.shown, state.showsAll ? { ...now, all: true } : now);
    });
    return () => {
        stopFollowing();
        stopFitting();
        stopKeeping();
        state.shown = null;
    };
}
// Called every frame: something that is shown for the first time, or is out of view, is framed as soon as its size is
// known.
export function frameIfNew(bounds: () => Box | null, above = BAR): void {
    const { width, height } = stageSize.peek();
    if (!state.wantsFraming || state.shown === null || width < 16 || height < 16) return;
    if (state.early) {
        state.early = false;
        frame.request();
        return;
    }
    const box = bounds();
    if (!box) return;
    state.wantsFraming = false;
    const { x, y, zoom } = camera.peek();
    const isOutside = (low: number, high: number, middle: number, size: number): boolean =>
        high < middle - size / 2 / zoom || low > middle + size / 2 / zoom;
    const isOutOfView = isOutside(box.low[0], box.high[0], x, width) || isOutside(box.low[1], box.high[1], y, height);
    if (state.showsAll || isOutOfView || !cameras.all.has(state.shown)) frameBox(box, false, true, above);
}

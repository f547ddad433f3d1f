// Runs the visible tiles. One WebGL context draws them one after the other and each result is copied to the tile's own
// canvas, because browsers allow only a few contexts.
import type { Module } from "../core/module.ts";
import { drawShown } from "../draw/cast.ts";
import { PAPER, readColour } from "../draw/colour.ts";
import { drawObstacle, drawShadow } from "../draw/scenery.ts";
import { drawJoints } from "../world/jointpaint.ts";
import { drawZonesBefore, drawZonesBehind } from "../world/zonepaint.ts";
import { WebglPainter } from "../draw/webgl.ts";
import { ActShow } from "./actshow.ts";
import { Show } from "./show.ts";
import type { Reader } from "./show.ts";

const PICTURE_INTERVAL = 30; // milliseconds between two pictures of a tile: every second frame of a usual screen
const BUDGET = 8; // milliseconds per frame that all tiles together may take
const MAX_PICTURE = 512; // largest texture size in pixels: tiles are small
const still = (): boolean =>
    matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.hasAttribute("data-still");

export type Shown = Show | ActShow; // a drawing, or a figure in space
interface Tile {
    readonly canvas: HTMLCanvasElement;
    readonly open: () => Promise<Shown | null>;
    readonly ready: (show: Shown | null) => void;
    show: Shown | null;
    opened: boolean;
    visible: boolean;
    hovered: boolean;
    since: number; // time of the last picture, milliseconds
}

export class Player {
    private readonly module: Module;
    private readonly tiles = new Map<HTMLCanvasElement, Tile>();
    private readonly painter: WebglPainter | null;
    private readonly surface = document.createElement("canvas");
    private readonly watcher: IntersectionObserver;
    private opening = false;
    private frame = 0;
    private over = false;

    constructor(module: Module) {
        this.module = module;
        this.painter = WebglPainter.make(this.surface, () => {}, MAX_PICTURE);
        this.watcher = new IntersectionObserver((entries) => {
            for (const entry of entries) {
                const tile = this.tiles.get(entry.target as HTMLCanvasElement);
                if (tile) tile.visible = entry.isIntersecting;
            }
            void this.openNext();
        });
        this.frame = requestAnimationFrame(this.tick);
    }
    dispose(): void {
        this.over = true;
        cancelAnimationFrame(this.frame);
        this.watcher.disconnect();
        for (const tile of this.tiles.values()) tile.show?.dispose();
        this.tiles.clear();
        this.painter?.dispose();
    }

    // `ready` is called when the tile runs, with null if there is nothing to show.
    add(
        canvas: HTMLCanvasElement,
        read: Reader,
        scene: string,
        prefix: string,
        ready: (show: Shown | null) => void,
    ): void {
        const open = async (): Promise<Shown | null> =>
            (await Show.open(this.module, read, scene, prefix)) ?? ActShow.open(this.module, read, scene);
        this.tiles.set(canvas, {
            canvas,
            open,
            ready,
            show: null,
            opened: false,
            visible: false,
            hovered: false,
            since: 0,
        });
        this.watcher.observe(canvas);
    }
    remove(canvas: HTMLCanvasElement): void {
        this.watcher.unobserve(canvas);
        this.tiles.get(canvas)?.show?.dispose();
        this.tiles.delete(canvas);
    }
    hover(canvas: HTMLCanvasElement, over: boolean): void {
        const tile = this.tiles.get(canvas);
        if (tile) tile.hovered = over;
    }

    // Loads one after the other, so that the page stays responsive while meshes are cut.
    private async openNext(): Promise<void> {
        if (this.opening || this.over) return;
        const next = [...this.tiles.values()].find((tile) => tile.visible && !tile.opened);
        if (!next) return;
        this.opening = true;
        next.opened = true;
        const show = await next.open().catch(() => null);
        this.opening = false;
        if (this.over || !this.tiles.has(next.canvas)) show?.dispose();
        else {
            next.show = show;
            if (show) this.paint(next);
            next.ready(show);
        }
        setTimeout(() => void this.openNext());
    }

    // The tiles that have waited longest are drawn first, until the time budget is spent: with many tiles on a slow
    // machine each moves less often, and the page stays responsive.
    private readonly tick = (now: number): void => {
        this.frame = requestAnimationFrame(this.tick);
        const isPaused = still();
        const begun = performance.now();
        const due = [...this.tiles.values()].filter(
            (tile) =>
                tile.visible &&
                tile.show?.moves &&
                (tile.hovered || (!isPaused && now - tile.since >= PICTURE_INTERVAL)),
        );
        due.sort((a, b) => Number(b.hovered) - Number(a.hovered) || a.since - b.since);
        for (const tile of due) {
            tile.show?.advance((now - tile.since) / 1000);
            tile.since = now;
            this.paint(tile);
            if (performance.now() - begun > BUDGET) return;
        }
    };
    private paint({ canvas, show }: Tile): void {
        const { painter, surface } = this;
        if (!painter || !show || painter.lost) return;
        const ratio = Math.min(2, devicePixelRatio || 1);
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (wide < 1 || high < 1) return;
        if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
        if (show instanceof ActShow) {
            const on = canvas.getContext("2d", { alpha: false });
            if (on) show.paint(on, wide, high);
            return;
        }
        if (surface.width !== wide || surface.height !== high) [surface.width, surface.height] = [wide, high];
        painter.begin(show.camera(width, height), ratio, { colour: readColour(show.background) ?? PAPER });
        const shown = show.shown();
        const scenery = show.scenery;
        for (const obstacle of scenery) if (obstacle.visible) drawObstacle(painter, obstacle);
        const { world } = show;
        if (world) drawZonesBehind(painter, world.staged, world.play);
        const ground = show.floor.length ? show.floor : scenery;
        for (const { vertices, fading } of shown) if (fading === undefined) drawShadow(painter, ground, vertices);
        if (world) drawJoints(painter, world.staged.joints, world.play, true);
        for (const each of shown) drawShown(painter, each);
        if (world) drawJoints(painter, world.staged.joints, world.play, false);
        if (world) drawZonesBefore(painter, world.staged, world.play);
        painter.end();
        canvas.getContext("2d", { alpha: false })?.drawImage(surface, 0, 0);
    }

    // The position under a point of a tile, metres.
    toStage(canvas: HTMLCanvasElement, x: number, y: number): [number, number] {
        const show = this.tiles.get(canvas)?.show;
        if (!show || show instanceof ActShow) return [0, 0];
        const camera = show.camera(canvas.clientWidth, canvas.clientHeight);
        return [
            camera.x + (x - canvas.clientWidth / 2) / camera.zoom,
            camera.y - (y - canvas.clientHeight / 2) / camera.zoom,
        ];
    }
}

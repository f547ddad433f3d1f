// The View menu: zooming, framing, the paper.
import { signal } from "@preact/signals";
import { artwork, overlays, scene, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { isStaged, isTour } from "../core/project.ts";
import { register } from "../state/actions.ts";
import { Memo } from "../state/owned.ts";
import { theme } from "../state/prefs.ts";
import type { Space, Tool } from "../state/workspaces.ts";
import { mode, workspaces } from "../state/workspaces.ts";
import { frameBox, stageSize, zoomBy, zoomTo } from "./camera.ts";
import { DARK, PAPER, WHITE, readColour } from "./colour.ts";
import type { Colour } from "../state/painter.ts";
import type { Paper } from "./webgl.ts";

export type PaperKind = "paper" | "dark" | "checker";
const STORE = "verve.paper";

function readPaper(): PaperKind {
    try {
        const told = localStorage.getItem(STORE);
        return told === "dark" || told === "checker" ? told : "paper";
    } catch {
        return "paper";
    }
}
export const paperKind = signal<PaperKind>(readPaper());
export function choosePaper(kind: PaperKind): void {
    paperKind.value = kind;
    try {
        localStorage.setItem(STORE, kind);
    } catch {
        // storage failed: the choice lasts until the page is closed
    }
}

export const activeTool = (): Tool | null =>
    mode.value?.tool ?? workspaces.value.find((w) => w.id === workspace.value)?.tool ?? null;
// The 3D view, if the active tool shows one instead of the stage's paper.
export const spaceNow = (): Space | null => activeTool()?.space?.() ?? null;
function zoomView(factor: number): void {
    const space = spaceNow();
    if (space) space.zoom(factor);
    else zoomBy(factor);
}

// The papers of the theme, from its style sheet; read once, because querying styles is slow.
interface Papers {
    readonly warm: Colour;
    readonly dark: Colour;
    readonly light: Colour;
    readonly shade: Colour;
}
const papers = new Memo<Papers>();
const themePapers = (): Papers => papers.get(theme(), readPapers);
function readPapers(): Papers {
    const style = getComputedStyle(document.documentElement);
    const read = (name: string, usual: Colour): Colour => readColour(style.getPropertyValue(name).trim()) ?? usual;
    return {
        warm: read("--paper-warm", PAPER),
        dark: read("--paper-dark", DARK),
        light: read("--paper-checker-a", WHITE),
        shade: read("--paper-checker-b", [0.86, 0.86, 0.88, 1]),
    };
}

// A scene has its own background, unless the artist has chosen a transparent or dark paper.
export function paperNow(): Paper {
    const { warm, dark, light, shade } = themePapers();
    if (paperKind.value === "checker") return { colour: light, checker: shade };
    if (paperKind.value === "dark") return { colour: dark };
    const background = workspace.value === "stage" && !mode.value ? readColour(scene.value?.background ?? "") : null;
    return { colour: background && background[3] > 0 ? background : warm };
}
function frameAll(): void {
    const box = activeTool()?.bounds?.(false);
    const space = spaceNow();
    if (space) space.frame();
    else if (box) frameBox(box, true, true, activeTool()?.above);
}
function frameSelection(): void {
    const box = activeTool()?.bounds?.(true);
    if (box && !spaceNow()) frameBox(box, true, false, activeTool()?.above);
    else frameAll();
}

// Pixels per metre of a drawing: of the artwork, or of the first actor's artwork.
function drawingScale(): number {
    const shown = scene.value;
    if (workspace.value !== "stage" || !shown) return artwork.value?.scale ?? 256;
    const name = isStaged(shown) ? shown.actors[0]?.artwork : isTour(shown) ? shown.artwork : null;
    return project.value.artworks.find((a) => a.name === name)?.scale ?? 256;
}

export function registerView(): void {
    register(
        {
            id: "view.zoom-in",
            label: "Zoom in",
            menu: "View",
            group: 0,
            icon: "zoom-in",
            keys: ["+", "="],
            run: () => zoomView(1.25),
        },
        {
            id: "view.zoom-out",
            label: "Zoom out",
            menu: "View",
            group: 0,
            icon: "zoom-out",
            keys: ["-"],
            run: () => zoomView(0.8),
        },
        {
            id: "view.actual",
            label: "Actual pixels",
            menu: "View",
            group: 0,
            icon: "scan",
            keys: ["Mod+0"],
            enabled: () => !spaceNow(),
            run: () => zoomTo(drawingScale() / stageSize.value.ratio),
        },
        {
            id: "view.frame",
            label: "Frame the selection",
            menu: "View",
            group: 0,
            icon: "focus",
            keys: ["F"],
            run: frameSelection,
        },
        {
            id: "view.frame-all",
            label: "Frame all",
            menu: "View",
            group: 0,
            icon: "maximize",
            keys: ["Shift+F"],
            run: frameAll,
        },
        {
            id: "view.grid",
            label: "Grid and rulers",
            menu: "View",
            group: 1,
            icon: "grid-3x3",
            keys: ["Mod+'"],
            checked: () => overlays.value.grid,
            run: () => (overlays.value = { ...overlays.value, grid: !overlays.value.grid }),
        },
        ...(["paper", "dark", "checker"] as const).map((kind) => ({
            id: `view.paper-${kind}`,
            label: { paper: "Paper background", dark: "Dark background", checker: "See-through background" }[kind],
            menu: "View" as const,
            group: 2,
            checked: () => paperKind.value === kind,
            run: () => choosePaper(kind),
        })),
    );
}

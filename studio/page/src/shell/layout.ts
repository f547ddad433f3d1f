// The panel layout: sizes in CSS pixels and which panels are visible, remembered in this browser.
import { computed, signal } from "@preact/signals";
import { remember, remembered } from "../widgets/memory.ts";

export type PanelName = "left" | "right" | "board" | "bottom";
// Heights of the board below the outliner, the timeline of a clip, the takes of a verb, and a timeline with paths
export type SizeName = PanelName | "under" | "sheet" | "keytimes" | "paths";

interface Limits {
    readonly min: number;
    readonly max: number;
    readonly first: number;
}
// In a large window panels are initially wider.
const large = innerWidth >= 1800;
const huge = innerWidth >= 2800;
export const limits: Record<SizeName, Limits> = {
    left: { min: 184, max: 480, first: huge ? 320 : 272 },
    right: { min: 248, max: 560, first: huge ? 400 : large ? 328 : 284 },
    board: { min: 220, max: 900, first: huge ? 760 : large ? 460 : 296 },
    bottom: { min: 56, max: 320, first: 64 },
    paths: { min: 86, max: 600, first: 92 },
    sheet: { min: 150, max: 1200, first: Math.round(Math.min(560, Math.max(232, 0.3 * innerHeight))) },
    keytimes: { min: 104, max: 1200, first: Math.round(Math.min(560, Math.max(252, 0.34 * innerHeight))) },
    under: { min: 180, max: 900, first: Math.round(Math.min(520, Math.max(348, 0.46 * innerHeight))) },
};

const firstSizes = Object.fromEntries(Object.entries(limits).map(([name, l]) => [name, l.first])) as Record<
    SizeName,
    number
>;
export const sizes = signal<Record<SizeName, number>>({ ...firstSizes, ...remembered("panel-sizes", {}) });
const chosen = signal<Record<PanelName, boolean>>({
    left: true,
    right: true,
    board: true,
    bottom: true,
    ...remembered("panels-shown", {}),
});

// The board lies between stage and inspector or below the outliner; unless the artist chooses, the window's width
// decides.
const BESIDE_FROM = 1560; // minimum width in CSS pixels: in a narrower window the stage would be too small
const windowWidth = signal(innerWidth);
addEventListener("resize", () => (windowWidth.value = innerWidth));
const boardPlace = signal<"auto" | "beside" | "under">(remembered("board-place", "auto"));
export const boardUnder = computed((): boolean =>
    boardPlace.value === "auto" ? windowWidth.value < BESIDE_FROM : boardPlace.value === "under",
);
export function moveBoard(): void {
    boardPlace.value = boardUnder.value ? "beside" : "under";
    remember("board-place", boardPlace.value);
}

const allHidden = signal(false); // all panels are hidden by Tab

export const shown = computed(() =>
    allHidden.value ? { left: false, right: false, board: false, bottom: false } : chosen.value,
);

export function resize(name: SizeName, size: number): void {
    sizes.value = { ...sizes.value, [name]: size };
}
export function keepSizes(): void {
    remember("panel-sizes", sizes.value);
}
export function togglePanel(name: PanelName): void {
    const now = shown.value[name];
    if (allHidden.value) chosen.value = { left: false, right: false, board: false, bottom: false };
    allHidden.value = false;
    chosen.value = { ...chosen.value, [name]: !now };
    remember("panels-shown", chosen.value);
}
export function toggleAllPanels(): void {
    allHidden.value = !allHidden.value;
}
export function resetLayout(): void {
    allHidden.value = false;
    sizes.value = firstSizes;
    boardPlace.value = "auto";
    remember("board-place", "auto");
    chosen.value = { left: true, right: true, board: true, bottom: true };
    remember("panel-sizes", sizes.value);
    remember("panels-shown", chosen.value);
}

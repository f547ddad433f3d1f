// How the panels lie: sizes in CSS pixels and which are shown, remembered in this browser.
import { computed, signal } from "@preact/signals";
import { remember, remembered } from "../widgets/memory.ts";

export type PanelName = "left" | "right" | "board" | "bottom";
export type SizeName = PanelName | "under" | "sheet" | "keytimes"; // how high the board is below the outliner, the timeline of a clip, and the takes of a verb

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly first: number;
}
// On a large window panels begin wider: there is room.
const large = innerWidth >= 1800;
const huge = innerWidth >= 2800;
export const limits: Record<SizeName, Limits> = {
  left: { min: 184, max: 480, first: huge ? 320 : 272 },
  right: { min: 248, max: 560, first: huge ? 400 : large ? 328 : 284 },
  board: { min: 220, max: 900, first: huge ? 760 : large ? 460 : 296 },
  bottom: { min: 56, max: 320, first: 64 },
  sheet: { min: 150, max: 1200, first: Math.round(Math.min(560, Math.max(232, 0.3 * innerHeight))) },
  keytimes: { min: 104, max: 1200, first: Math.round(Math.min(560, Math.max(252, 0.34 * innerHeight))) },
  under: { min: 180, max: 900, first: Math.round(Math.min(520, Math.max(348, 0.46 * innerHeight))) },
};

const firstSizes = Object.fromEntries(Object.entries(limits).map(([name, l]) => [name, l.first])) as Record<SizeName, number>;
export const sizes = signal<Record<SizeName, number>>({ ...firstSizes, ...remembered("panel-sizes", {}) });
const chosen = signal<Record<PanelName, boolean>>({ left: true, right: true, board: true, bottom: true, ...remembered("panels-shown", {}) });

// The board stands between stage and inspector, or under the outliner; unless the artist says where, the window's width does.
const BESIDE_FROM = 1560; // CSS pixels: narrower, the stage would be squeezed
const windowWidth = signal(innerWidth);
addEventListener("resize", () => (windowWidth.value = innerWidth));
const boardPlace = signal<"auto" | "beside" | "under">(remembered("board-place", "auto"));
export const boardUnder = computed((): boolean => (boardPlace.value === "auto" ? windowWidth.value < BESIDE_FROM : boardPlace.value === "under"));
export function moveBoard(): void {
  boardPlace.value = boardUnder.value ? "beside" : "under";
  remember("board-place", boardPlace.value);
}

const away = signal(false); // all of them, by Tab

export const shown = computed(() => (away.value ? { left: false, right: false, board: false, bottom: false } : chosen.value));

export function resize(name: SizeName, size: number): void {
  sizes.value = { ...sizes.value, [name]: size };
}
export function keepSizes(): void {
  remember("panel-sizes", sizes.value);
}
export function togglePanel(name: PanelName): void {
  const now = shown.value[name];
  if (away.value) chosen.value = { left: false, right: false, board: false, bottom: false };
  away.value = false;
  chosen.value = { ...chosen.value, [name]: !now };
  remember("panels-shown", chosen.value);
}
export function toggleAllPanels(): void {
  away.value = !away.value;
}
export function resetLayout(): void {
  away.value = false;
  sizes.value = firstSizes;
  boardPlace.value = "auto";
  remember("board-place", "auto");
  chosen.value = { left: true, right: true, board: true, bottom: true };
  remember("panel-sizes", sizes.value);
  remember("panels-shown", chosen.value);
}

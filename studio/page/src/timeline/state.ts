// The timeline's own state: the shown clip, the selected rows and keys, the display mode, and the switches that the
// stage follows (auto-key, recording drags, ghosts, motion paths).
import { computed, effect, signal } from "@preact/signals";
import type { Actor, Clip } from "../core/project.ts";
import { isStaged } from "../core/project.ts";
import { rate, scene, selection, time, workspace } from "../state/app.ts";
import { project } from "../state/document.ts";
import { remember, remembered } from "../widgets/memory.ts";
import { handleOf, modelOf, NO_KEYS, setOf } from "./model.ts";
import type { KeyRef, KeySet, Model, Row } from "./model.ts";

function rememberedSignal<T>(key: string, otherwise: T) {
    const made = signal<T>(remembered(`timeline.${key}`, otherwise));
    effect(() => remember(`timeline.${key}`, made.value));
    return made;
}

// ---- The shown clip

export const clips = computed((): readonly Clip[] => project.value.clips ?? []);
const puppets = computed((): readonly Actor[] => {
    const shown = scene.value;
    return shown && isStaged(shown) ? shown.actors.filter((a) => a.kind === "puppet") : [];
});
// Selecting a sprite keeps the timeline of the puppet that was selected before.
const lastPuppet = signal("");
effect(() => {
    const name = selection.value.filter((s) => s.kind === "actor").at(-1)?.name;
    if (name !== undefined && puppets.value.some((a) => a.name === name)) lastPuppet.value = name;
});
// The puppet whose clip is shown: the one selected last, or the first of the scene.
export const puppet = computed(
    (): Actor | null => puppets.value.find((a) => a.name === lastPuppet.value) ?? puppets.value[0] ?? null,
);
// A clip that the artist chose to view, whichever puppet plays it; null: the puppet's own.
export const chosenClip = signal<string | null>(null);
export const clip = computed((): Clip | null => {
    const name = chosenClip.value ?? puppet.value?.clip;
    return clips.value.find((c) => c.name === name) ?? null;
});
// Selecting another puppet shows its own clip.
const puppetName = computed(() => puppet.value?.name);
effect(() => {
    void puppetName.value;
    chosenClip.value = null;
});
export const isOwn = computed((): boolean => clip.value !== null && clip.value.name === puppet.value?.clip);
// Where the clip starts on the scene's ruler.
export const offset = computed((): number => (isOwn.value ? (puppet.value?.clip_start ?? 0) : 0));
// Whether there is something to key, so that the timeline opens under the transport.
export const sheetShown = computed(
    (): boolean => workspace.value === "stage" && (puppet.value !== null || clip.value !== null),
);

export const frameSeconds = computed((): number => 1 / Math.max(1, rate.value));
// The clip's own time under the playhead, within the current cycle of a loop.
export function clipTime(at = time.peek()): number {
    const now = clip.peek();
    const local = Math.max(0, at - offset.peek());
    return now?.loop ? local % now.length : local;
}
// The number of completed cycles of a loop at the playhead.
export function roundNow(at = time.peek()): number {
    const now = clip.peek();
    return now?.loop ? Math.floor(Math.max(0, at - offset.peek()) / now.length) : 0;
}

// ---- Display

export type SheetMode = "keys" | "curves";
export const mode = rememberedSignal<SheetMode>("mode", "keys");
export const snapping = rememberedSignal("snapping", true);
export const keyedOnly = rememberedSignal("keyed-only", false);
const opened = signal<Readonly<Record<string, boolean>>>({});
const OPEN_AT_FIRST = 8; // handles with keys; with more of them, rows start collapsed

export const model = computed((): Model | null => {
    const now = clip.value;
    const artwork = now && project.value.artworks.find((a) => a.name === now.artwork);
    if (!now || !artwork) return null;
    const chosen = opened.value;
    const few = new Set(now.tracks.map((t) => t.handle)).size <= OPEN_AT_FIRST;
    return modelOf(now, artwork, {
        isOpen: (handle, keyed) => chosen[handle] ?? (keyed && few),
        keyedOnly: keyedOnly.value,
    });
});
export function openRow(handle: string, open: boolean): void {
    opened.value = { ...opened.value, [handle]: open };
}
export function openAll(open: boolean): void {
    opened.value = Object.fromEntries((model.peek()?.artwork.handles ?? []).map((h) => [h.name, open]));
}

// True while the timeline was touched last: keys, tangents and modal moves then receive the keyboard.
export const active = signal(false);
// The text announced to screen readers.
export const spoken = signal("");
export function announce(text: string): void {
    spoken.value = text;
}

// ---- The selection

export const selectedRows = signal<readonly string[]>([]); // ids; the last is the main row
export const mainRow = computed(
    (): Row | null => model.value?.rows.find((r) => r.id === selectedRows.value.at(-1)) ?? null,
);
// The handles that K keys and that the stage shows as selected.
export const selectedHandles = computed((): readonly string[] => {
    const name = clip.value?.artwork ?? puppet.value?.artwork;
    const known = new Set((project.value.artworks.find((a) => a.name === name)?.handles ?? []).map((h) => h.name));
    return [...new Set(selectedRows.value.map(handleOf))].filter((handle) => known.has(handle));
});
export function selectHandles(names: readonly string[], add = false): void {
    selectedRows.value = add ? [...new Set([...selectedRows.value, ...names])] : names;
}

const keySet = signal<KeySet>(NO_KEYS);
export const selectedSet = computed((): KeySet => keySet.value);
// The selected keys that still exist: undo may have removed some.
export const selectedKeys = computed((): readonly KeyRef[] => {
    const now = model.value;
    if (!now) return [];
    const found: KeyRef[] = [];
    for (const [id, ticks] of keySet.value)
        for (const ref of now.tracks.get(id)?.keys ?? []) if (ticks.has(ref.tick)) found.push(ref);
    return found;
});
export const hasKeys = computed((): boolean => selectedKeys.value.length > 0);
export function selectKeys(keys: KeySet | Iterable<KeyRef>): void {
    keySet.value = keys instanceof Map ? keys : setOf(keys as Iterable<KeyRef>);
}
// Selects all keys of the selected rows, or all keys.
export function chooseAll(): void {
    const now = model.peek();
    if (!now) return;
    const rows = now.rows.filter((row) => selectedRows.peek().includes(row.id));
    const tracks = rows.length ? rows.flatMap((row) => row.tracks) : [...now.tracks.values()];
    selectKeys(tracks.flatMap((track) => track.keys));
}
const clipName = computed(() => clip.value?.name);
effect(() => {
    void clipName.value;
    keySet.value = NO_KEYS;
    selectedRows.value = [];
});

// ---- Switches that the stage follows

// Posing a handle on the stage sets a key at the playhead.
export const autoKey = rememberedSignal("auto-key", false);
// A drag on the stage during playback becomes keys, reduced in number.
export const recordKeys = signal(false);
export interface Ghosts {
    readonly on: boolean;
    readonly before: number; // number of ghosts
    readonly after: number;
    readonly every: number; // frames between ghosts
}
export const ghosts = rememberedSignal<Ghosts>("ghosts", { on: false, before: 3, after: 3, every: 4 });
// Whether the stage draws the paths of the selected handles.
export const motionPath = rememberedSignal("motion-path", false);

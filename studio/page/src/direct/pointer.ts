// Pointer input on a directed puppet: its handles and the keys on motion paths have priority over the actors.
import type { Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { playing } from "../state/app.ts";
import { ofProject } from "../state/owned.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { frame } from "../state/workspaces.ts";
import { handleAt } from "../tools/geometry.ts";
import type { HandleHit } from "../tools/geometry.ts";
import { start } from "../tools/gesture.ts";
import { handleOf } from "../timeline/model.ts";
import type { KeyRef } from "../timeline/model.ts";
import { reveal } from "../timeline/keycanvas.tsx";
import { autoKey, model, selectedHandles, selectedRows, selectHandles } from "../timeline/state.ts";
import { dragKey } from "./keydrag.ts";
import { keyUnder, pathsNow } from "./paths.ts";
import { keyHandlesBy, leadHandle } from "./posing.ts";
import type { Verb } from "./posing.ts";
import { directed, hover, shapesOn } from "./state.ts";

const GRAB_DISTANCE = 10;
const TOUCH_GRAB_DISTANCE = 24;
const reachOf = (pointer: StagePointer, zoom: number): number =>
    (pointer.touch ? TOUCH_GRAB_DISTANCE : GRAB_DISTANCE) / zoom;
const at = (pointer: StagePointer): Vec2 => [pointer.x, pointer.y];

function handleUnder(play: Play, pointer: StagePointer, zoom: number): HandleHit | null {
    const own = directed.peek();
    return own && handleAt(shapesOn(own, play), at(pointer), reachOf(pointer, zoom));
}

// The key under the pointer, which is drawn larger.
const hovered = ofProject(() => ({ litKey: null as KeyRef | null }));
export const keyLit = (): KeyRef | null => hovered.litKey;

// Returns true if there is something to grab.
export function hoverDirected(play: Play, pointer: StagePointer, zoom: number): boolean {
    const hit = handleUnder(play, pointer, zoom);
    const key = hit
        ? null
        : (keyUnder(pathsNow(directed.peek(), play), at(pointer), reachOf(pointer, zoom))?.ref ?? null);
    const now = hover.peek();
    if (
        now?.name !== hit?.shape.name ||
        now?.part !== hit?.part ||
        key?.tick !== hovered.litKey?.tick ||
        key?.id !== hovered.litKey?.id
    ) {
        hover.value = hit && { name: hit.shape.name, part: hit.part };
        hovered.litKey = key;
        frame.request();
    }
    return hit !== null || key !== null;
}
export function leaveDirected(): void {
    if (hover.peek() || hovered.litKey) frame.request();
    hover.value = null;
    hovered.litKey = null;
}

// A click selects, Shift adds or removes; the selected handles move along with the dragged one.
function choose(name: string, add: boolean): void {
    const isSelected = selectedHandles.peek().includes(name);
    if (!isSelected) selectHandles([name], add);
    else if (add) selectedRows.value = selectedRows.peek().filter((id) => handleOf(id) !== name);
    const row = model.peek()?.rows.find((each) => each.id === name);
    if (row) reveal(row);
}

// Returns true if the press was handled. Dragging a bone's tip, or dragging with Shift, rotates.
export function pressDirected(play: Play, pointer: StagePointer, zoom: number): boolean {
    const own = directed.peek();
    if (!own) return false;
    const hit = handleUnder(play, pointer, zoom);
    if (!hit) {
        const key = playing.peek() ? null : keyUnder(pathsNow(own, play), at(pointer), reachOf(pointer, zoom));
        return key !== null && start(dragKey(own, key.path, key.ref, pointer, zoom));
    }
    const { shape, part } = hit;
    choose(shape.name, pointer.shift);
    const verb: Verb = pointer.shift || part === "to" ? "turn" : "move";
    const handles = [...new Set([...selectedHandles.peek(), shape.name])];
    const setting = { own, handles, shape, verb, begun: pointer };
    start(playing.peek() || !autoKey.peek() ? leadHandle(setting) : keyHandlesBy(setting));
    return true;
}

// G, R and S with selected handles make keys regardless of auto-key, because that is what they were pressed for.
// Returns false if they apply to the actor.
export function directBy(verb: Verb, play: Play, pointer: StagePointer): boolean {
    const own = directed.peek();
    const handles = selectedHandles.peek();
    const shape = own && shapesOn(own, play).find((each) => each.name === handles.at(-1));
    if (!own || !shape) return false;
    start(keyHandlesBy({ own, handles, shape, verb, begun: pointer, modal: true }));
    return true;
}

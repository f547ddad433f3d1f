// A gesture that previews a command while the pointer moves, which becomes one step of undo at its end.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import type { Painter } from "../state/painter.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { hasMoved } from "../tools/gesture.ts";
import type { Gesture } from "../tools/gesture.ts";

export interface Previewing {
    readonly cursor: string;
    readonly begun: StagePointer;
    readonly modal?: boolean;
    says(): string;
    change(pointer: StagePointer): readonly Command[]; // none: what was previewed before stays
    first?: (() => void) | undefined; // before the first preview
    draw?(painter: Painter): void;
}

export function previewGesture({ cursor, begun, modal = false, says, change, first, draw }: Previewing): Gesture {
    let last: readonly Command[] = [];
    return {
        cursor,
        modal,
        hint: says,
        move(pointer) {
            if (!modal && last.length === 0 && !hasMoved(begun, pointer)) return;
            if (last.length === 0) first?.();
            const next = change(pointer);
            if (next.length === 0) return;
            last = next;
            preview(last);
        },
        finish() {
            if (last.length) send(last.length === 1 ? last[0]! : last);
            else endPreview();
        },
        cancel: endPreview,
        ...(draw && { draw }),
    };
}

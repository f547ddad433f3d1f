// A box drawn over keys selects the keys inside; with Shift or Ctrl it adds them. A click on empty space clears the
// selection.
import { signal } from "@preact/signals";
import { boxBetween, inBox, type Box } from "../timeline/picture.ts";
import { drag } from "../widgets/gesture.ts";
import { isSelected, selectedKeys, type KeyRef } from "./keys.ts";

const box = signal<Box | null>(null); // px in the sheet

// Attributes that identify a drawn key to the box selection.
export const keyMark = (
    track: string,
    time: number,
): { readonly "data-track": string; readonly "data-time": number } => ({ "data-track": track, "data-time": time });
function keysInBox(sheet: Element, area: Box): readonly KeyRef[] {
    const corner = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll<HTMLElement | SVGElement>("[data-track]")].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const inside = inBox(area, left + width / 2 - corner.left, top + height / 2 - corner.top);
        return inside ? [{ track: element.dataset["track"]!, time: Number(element.dataset["time"]) }] : [];
    });
}

export function beginBox(event: PointerEvent): void {
    const sheet = (event.currentTarget as Element).closest(".sheet-keys");
    if (event.button !== 0 || !sheet) return;
    const corner = sheet.getBoundingClientRect();
    const before = event.shiftKey || event.ctrlKey || event.metaKey ? selectedKeys.peek() : [];
    const was = selectedKeys.peek();
    const put = (found: readonly KeyRef[]): void => {
        selectedKeys.value = before;
        const fresh = found.filter(
            (ref, i) =>
                !isSelected(ref.track, ref.time) &&
                found.findIndex((other) => other.track === ref.track && other.time === ref.time) === i,
        );
        selectedKeys.value = [...before, ...fresh];
    };
    drag(event, {
        move(e) {
            box.value = boxBetween(
                event.clientX - corner.left,
                event.clientY - corner.top,
                e.clientX - corner.left,
                e.clientY - corner.top,
            );
            put(keysInBox(sheet, box.value));
        },
        end(_, moved) {
            box.value = null;
            if (!moved) selectedKeys.value = before;
        },
        cancel() {
            box.value = null;
            selectedKeys.value = was;
        },
    });
}

export function KeyBox() {
    const now = box.value;
    return (
        now && (
            <div
                class="key-box"
                style={{
                    left: `${now.left}px`,
                    top: `${now.top}px`,
                    width: `${now.right - now.left}px`,
                    height: `${now.bottom - now.top}px`,
                }}
                data-test="key-box"
            />
        )
    );
}

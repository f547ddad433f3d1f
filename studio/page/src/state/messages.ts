// Messages to the artist: toasts, which disappear by themselves, and banners, which stay until something is done.
import { signal } from "@preact/signals";

export type Tone = "info" | "success" | "warning" | "error";
export interface Message {
    readonly id: number;
    readonly tone: Tone;
    readonly text: string;
    readonly remedy: string;
    readonly stays: boolean; // a banner
    readonly asks: boolean; // one of its buttons must be chosen; it cannot be dismissed
    readonly buttons: readonly { label: string; run: () => void }[];
}

export const messages = signal<readonly Message[]>([]);

const SECONDS: Record<Tone, number> = { info: 4, success: 3, warning: 7, error: 9 };

export function dismiss(id: number): void {
    messages.value = messages.value.filter((m) => m.id !== id);
}

class Toasts {
    private last = 0; // ids are never reused
    private readonly hovered = new Set<number>(); // toasts under the pointer, whose timers are paused

    newId(): number {
        return ++this.last;
    }
    hold(id: number, reading: boolean): void {
        if (reading) this.hovered.add(id);
        else this.hovered.delete(id);
    }
    dismissAfter(id: number, seconds: number): void {
        setTimeout(() => (this.hovered.has(id) ? this.dismissAfter(id, 2) : dismiss(id)), 1000 * seconds);
    }
}
const toasts = new Toasts();
export const hold = (id: number, reading: boolean): void => toasts.hold(id, reading);

// Returns a function that removes the message. A toast with the same text replaces the earlier one.
export function tell(
    tone: Tone,
    text: string,
    remedy = "",
    more: Partial<Pick<Message, "stays" | "asks" | "buttons">> = {},
): () => void {
    const id = toasts.newId();
    const message: Message = {
        id,
        tone,
        text,
        remedy,
        stays: more.stays ?? false,
        asks: more.asks ?? false,
        buttons: more.buttons ?? [],
    };
    messages.value = [...messages.value.filter((m) => m.text !== text || m.stays), message];
    if (!message.stays) toasts.dismissAfter(id, SECONDS[tone] + (message.buttons.length ? 4 : 0));
    return () => dismiss(id);
}

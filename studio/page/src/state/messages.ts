// What the page tells the artist: toasts that go by themselves, and banners that stay until something is done.
import { signal } from "@preact/signals";

export type Tone = "info" | "success" | "warning" | "error";
export interface Message {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly remedy: string;
  readonly stays: boolean; // a banner
  readonly asks: boolean; // one of its buttons must be chosen: it cannot be dismissed
  readonly buttons: readonly { label: string; run: () => void }[];
}

export const messages = signal<readonly Message[]>([]);
let last = 0;

const SECONDS: Record<Tone, number> = { info: 4, success: 3, warning: 7, error: 9 };

export function dismiss(id: number): void {
  messages.value = messages.value.filter((m) => m.id !== id);
}

// Returns a function that takes the message away. The same words again replace the toast that says them.
export function tell(tone: Tone, text: string, remedy = "", more: Partial<Pick<Message, "stays" | "asks" | "buttons">> = {}): () => void {
  const id = ++last;
  const message: Message = { id, tone, text, remedy, stays: more.stays ?? false, asks: more.asks ?? false, buttons: more.buttons ?? [] };
  messages.value = [...messages.value.filter((m) => m.text !== text || m.stays), message];
  if (!message.stays) leaveLater(id, SECONDS[tone] + (message.buttons.length ? 4 : 0));
  return () => dismiss(id);
}

// A toast that the pointer rests on is being read: it waits.
const held = new Set<number>();
export function hold(id: number, reading: boolean): void {
  if (reading) held.add(id);
  else held.delete(id);
}
function leaveLater(id: number, seconds: number): void {
  setTimeout(() => (held.has(id) ? leaveLater(id, 2) : dismiss(id)), 1000 * seconds);
}

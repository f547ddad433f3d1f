// What the page tells the artist: toasts that go by themselves, and banners that stay until something is done.
import { signal } from "@preact/signals";

export type Tone = "info" | "success" | "warning" | "error";
export interface Message {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  readonly remedy: string;
  readonly stays: boolean;
  readonly buttons: readonly { label: string; run: () => void }[];
}

export const messages = signal<readonly Message[]>([]);
let last = 0;

// Returns a function that takes the message away.
export function tell(tone: Tone, text: string, remedy = "", more: Partial<Pick<Message, "stays" | "buttons">> = {}): () => void {
  const id = ++last;
  const message: Message = { id, tone, text, remedy, stays: more.stays ?? false, buttons: more.buttons ?? [] };
  messages.value = [...messages.value.filter((m) => m.text !== text || m.stays), message];
  const dismiss = (): void => {
    messages.value = messages.value.filter((m) => m.id !== id);
  };
  if (!message.stays) setTimeout(dismiss, tone === "error" ? 8000 : 4000);
  return dismiss;
}

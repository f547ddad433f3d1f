// A control that is dragged shows what it would make; let go, it is a step of undo.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";

export const live = (command: (value: number) => Command) => ({
  onInput: (value: number) => preview(command(value)),
  onChange: (value: number) => void send(command(value)),
  onCancel: endPreview,
});

// As a command takes it: what is null is not given, within too.
export function given<T>(value: T): T {
  if (Array.isArray(value)) return value.map(given) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null).map(([key, v]) => [key, given(v)])) as T;
}

export const grouped = (label: string, commands: readonly Command[]): Command => (commands.length === 1 ? commands[0]! : { do: "group", label, commands });

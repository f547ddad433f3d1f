// Dragging a control previews the result; releasing it makes an undo step.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";

export const live = (command: (value: number) => Command) => ({
    onInput: (value: number) => preview(command(value)),
    onChange: (value: number) => void send(command(value)),
    onCancel: endPreview,
});

// In the form that a command takes: null members are removed, at every depth.
export function withoutNulls<T>(value: T): T {
    if (Array.isArray(value)) return value.map(withoutNulls) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([, v]) => v !== null)
            .map(([key, v]) => [key, withoutNulls(v)]),
    ) as T;
}

export const grouped = (label: string, commands: readonly Command[]): Command =>
    commands.length === 1 ? commands[0]! : { do: "group", label, commands };

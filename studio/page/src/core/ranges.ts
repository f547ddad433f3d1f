// Ranges of the schema in the form that widgets take.
import type { NumberRange } from "./schema.ts";

const unitOf = (unit: string): string => (unit === "1/s" ? "/s" : unit);

// Range of a slider: values that are sensible for dragging.
export function sliding({ min, max, default: home = 0, unit, log }: NumberRange): {
    min: number;
    max: number;
    default: number;
    unit?: string;
    log?: boolean;
} {
    return {
        min,
        max,
        default: home,
        ...(unit !== undefined && { unit: unitOf(unit) }),
        ...(log !== undefined && { log }),
    };
}
// Range of a text field: everything that the file may hold.
export function within({ low, high, default: home, unit }: NumberRange): {
    min: number;
    max: number;
    default?: number;
    unit?: string;
} {
    return {
        min: low,
        max: high,
        ...(home !== undefined && { default: home }),
        ...(unit !== undefined && { unit: unitOf(unit) }),
    };
}

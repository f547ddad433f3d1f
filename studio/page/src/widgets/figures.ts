// Limits, rounding, formatting and slider positions of numbers in controls.

export interface Scale {
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly step?: number | undefined;
    readonly log?: boolean | undefined;
}

export function clamp(value: number, scale: Scale): number {
    return Math.min(scale.max ?? Infinity, Math.max(scale.min ?? -Infinity, value));
}

// Step of one press of an arrow key.
export function stepOf(scale: Scale, value = 0): number {
    if (scale.step) return scale.step;
    if (scale.log) return magnitude(value) / 10;
    if (scale.min !== undefined && scale.max !== undefined) return magnitude(scale.max - scale.min) / 100;
    return magnitude(value) / 10;
}
// The largest power of ten that is not above the number.
function magnitude(value: number): number {
    const size = Math.abs(value);
    return size > 1e-9 ? 10 ** Math.floor(Math.log10(size) + 1e-9) : 1;
}

// A finer step while Shift is held; at least 1 for integers.
export function round(value: number, step: number): number {
    const steps = Math.round(value / step);
    return Number((steps * step).toPrecision(12));
}

// With as many digits as the step has, or three significant digits if there is no step. `exactly` shows further digits
// too, while the number is edited.
export function show(value: number, scale: Scale, exactly = false): string {
    if (!Number.isFinite(value)) return "–";
    if (scale.step && Number.isInteger(scale.step)) return String(Number(value.toFixed(2)));
    if (scale.step) {
        const digits = Math.min(6, Math.max(0, -Math.floor(Math.log10(scale.step) + 1e-9)));
        const coarse = value.toFixed(digits);
        return !exactly || Math.abs(Number(coarse) - value) < scale.step * 1e-3
            ? coarse
            : String(Number(value.toFixed(digits + 2)));
    }
    const size = Math.abs(value);
    if (size >= 100) return value.toFixed(size >= 1000 ? 0 : 1).replace(/\.0$/, "");
    return String(Number(value.toPrecision(3)));
}

// The position of a value along a track, 0…1, and the inverse. A logarithmic track that starts at 0 is linear near 0
// and then grows by a constant factor for equal distances: log(1 + v/s), with s a thousandth of the range.
export function along(value: number, scale: Scale): number {
    const [low, high] = [scale.min ?? 0, scale.max ?? 1];
    if (high <= low) return 0;
    if (!scale.log) return (value - low) / (high - low);
    if (low > 0) return Math.log(value / low) / Math.log(high / low);
    const small = (high - low) / 1000;
    return Math.log1p((value - low) / small) / Math.log1p((high - low) / small);
}
export function at(share: number, scale: Scale): number {
    const [low, high] = [scale.min ?? 0, scale.max ?? 1];
    if (!scale.log) return low + share * (high - low);
    if (low > 0) return low * (high / low) ** share;
    const small = (high - low) / 1000;
    return low + small * Math.expm1(share * Math.log1p((high - low) / small));
}

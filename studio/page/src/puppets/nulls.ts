// Objects in the form that a command takes: members that are null are left out, at every depth.
export function withoutNulls<T>(value: T): T {
    if (Array.isArray(value)) return value.map(withoutNulls) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([, v]) => v !== null)
            .map(([key, v]) => [key, withoutNulls(v)]),
    ) as T;
}

// Mutable module state that is not a signal needs an owner that decides how long it lasts:
// - the project: `ofProject` creates the state, and creates it anew when a project is opened or closed, so that
//   nothing of one project is mistaken for another's;
// - a workspace while it is shown: a local variable of its `entered` (workspaces.ts);
// - the page: a field of an object that lives as long as the page, such as a store or an offscreen painter.
// A module-level variable would have no owner: tests/house/check_page.py refuses it.

const resets: (() => void)[] = [];

// `release` frees what the old state still holds: a timer, a graphics context.
export function ofProject<T extends object>(make: () => T, release: (state: T) => void = () => {}): T {
    const state = make();
    resets.push(() => {
        release(state);
        Object.assign(state, make());
    });
    return state;
}
// Called by document.ts when a project is opened or closed, before anything can use the new one.
export function resetProjectState(): void {
    for (const reset of resets) reset();
}

// Caches the last result for as long as its key stays the same and the project stays open.
export class Memo<T> {
    private readonly kept = ofProject((): { entry: { readonly key: string; readonly value: T } | null } => ({
        entry: null,
    }));

    get(key: string, make: () => T): T {
        if (this.kept.entry?.key !== key) this.kept.entry = { key, value: make() };
        return this.kept.entry.value;
    }
    forget(): void {
        this.kept.entry = null;
    }
}

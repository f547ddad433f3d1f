// Lazily loaded workspaces: those for 3D work are loaded when one of them is first entered, because most projects
// begin with a drawing and do not need them. main.tsx says how they are loaded; once loaded, each registers how its
// items are opened by name.
import { tell } from "./messages.ts";

export type LaterKind = "creature" | "motion" | "gait" | "line";

class LaterWorkspaces {
    private importer: () => Promise<unknown> = () =>
        Promise.reject(new Error("main.tsx has not said how to load them"));
    private loading: Promise<unknown> | null = null;
    private readonly openers = new Map<LaterKind, (name: string) => void>();

    loadBy(importer: () => Promise<unknown>): void {
        this.importer = importer;
    }
    addOpener(kind: LaterKind, open: (name: string) => void): void {
        this.openers.set(kind, open);
    }
    // For optional uses: an error is reported, and the next call tries again.
    load(then: () => void = () => {}): void {
        this.loading ??= this.importer().catch((problem: unknown) => {
            this.loading = null;
            tell(
                "error",
                "This workspace could not be loaded.",
                "Is the server still running? Choose the workspace again.",
            );
            throw problem;
        });
        this.loading.then(then, () => {});
    }
    open(kind: LaterKind, name: string): void {
        this.load(() => this.openers.get(kind)?.(name));
    }
}
export const laterWorkspaces = new LaterWorkspaces();

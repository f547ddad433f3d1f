// Lazily loaded workspaces: the stage and those for 3D work are loaded when the page can be used, or when one of them is
// entered before, because projects begin with a drawing and do not need them. main.tsx says how they are loaded; once
// loaded, each registers how its items are opened by name.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
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
    // A failure is told, and the next call tries again.
    whenLoaded(): Promise<unknown> {
        this.loading ??= this.importer().catch((problem: unknown) => {
            this.loading = null;
            tell(
                "error",
                "A part of the studio could not be loaded.",
                "Is the server still running? Do it again, or load the page again.",
            );
            throw problem;
        });
        return this.loading;
    }
    load(then: () => void = () => {}): void {
        this.whenLoaded().then(then, () => {});
    }
    open(kind: LaterKind, name: string): void {
        this.load(() => this.openers.get(kind)?.(name));
    }
}
export const laterWorkspaces = new LaterWorkspaces();

// What comes with the workspaces and is asked for by what was there before: reading SVG, encoding films. The module that
// has it provides it.
export class LaterPart<T> {
    private part: T | null = null;
    provide(part: T): void {
        this.part = part;
    }
    async get(): Promise<T> {
        if (!this.part) await laterWorkspaces.whenLoaded();
        if (!this.part) throw new Error("a module that is loaded later did not provide its part");
        return this.part;
    }
}

// Dialogs and windows that float above all screens; each shows itself while it is open.
export const laterLayers = signal<readonly ComponentType[]>([]);

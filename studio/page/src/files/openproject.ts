// What the session holds for the open project: its files, its autosave, its banners, and the choice between two
// versions of it. The next project gets a new object.
import type { Autosave } from "./autosave.ts";
import type { ProjectFiles } from "./images.ts";

// Two versions of project.json: the artist chooses one and the other is kept; until then neither is written. What only
// the journal holds is kept at once, because it would be worthless without the version that it continues, which is
// gone.
export interface Choice {
    keepMine(): Promise<string>; // returns where it is, in its current state
}

export class OpenProject {
    autosave: Autosave | null = null;
    files: ProjectFiles | null = null;
    readonly banners: (() => void)[] = []; // functions that remove one banner each
    readonly missing = new Map<string, () => void>(); // banners of missing files, by path
    conflict: Choice | null = null;
    comparing = false; // project.json is being read to see whether it has changed

    end(): void {
        this.autosave?.end();
        this.files?.close();
        for (const dismiss of this.banners) dismiss();
    }
}

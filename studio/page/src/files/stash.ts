// What is not stored yet is also kept in the browser under the project's key: if a page or a server stops while lines
// are under way, nothing is lost, because opening the project again at this address finds them. Access is synchronous,
// so that the lines are kept before anything else can happen.

export interface Stash {
    readonly begins: boolean; // these lines are a whole new journal, not a continuation of the stored one
    readonly lines: string;
}
const GOOD_PREFIX = "verve:good:";
const stashKey = (key: string): string => `verve:stash:${key}`;

// Returns whether the value could be stored. Unsaved lines matter more than older versions, which are deleted if there
// is no room.
function store(name: string, text: string): boolean {
    for (const lastTry of [false, true]) {
        try {
            localStorage.setItem(name, text);
            return true;
        } catch {
            if (lastTry) return false;
            for (const old of Object.keys(localStorage)) if (old.startsWith(GOOD_PREFIX)) localStorage.removeItem(old);
        }
    }
    return false;
}
// Returns false if the browser has no room: then only this tab holds them.
export function stash(key: string, content: Stash): boolean {
    if (content.lines) return store(stashKey(key), JSON.stringify(content));
    try {
        localStorage.removeItem(stashKey(key));
    } catch {
        // a browser without storage has nothing to remove
    }
    return true;
}
export function stashed(key: string): Stash | null {
    try {
        const text = localStorage.getItem(stashKey(key));
        const content = text === null ? null : (JSON.parse(text) as Partial<Stash>);
        return content && typeof content.lines === "string" && content.lines
            ? { begins: content.begins === true, lines: content.lines }
            : null;
    } catch {
        return null;
    }
}

// Drops what the stored journal already contains: a journal that was rewritten ends with the checksum of the last line
// that went into it.
export function notYetWritten(found: Stash | null, journal: string): Stash | null {
    const sums = [...journal.matchAll(/^\{"after":"([0-9a-f]{16})"/gm)];
    const sum = sums.at(-1)?.[1];
    const last = found && sum ? found.lines.lastIndexOf(`"sum":"${sum}"}\n`) : -1;
    if (!found || last < 0) return found;
    const lines = found.lines.slice(found.lines.indexOf("\n", last) + 1);
    return lines ? { begins: false, lines } : null;
}

// The stored journal followed by what was stashed. Part of the stash may have arrived: the longest end of the journal
// with which the stash begins is not repeated.
export function withStash(journal: string, found: Stash): string {
    if (found.begins) return found.lines;
    let overlap = Math.min(journal.length, found.lines.length);
    while (overlap > 0 && !journal.endsWith(found.lines.slice(0, overlap))) overlap--;
    return journal + found.lines.slice(overlap);
}

// ---- The last valid project.json

const MOST_LETTERS = 1_000_000; // characters of a text: the browser has room for about five times as many in total

export function rememberGood(key: string, project: string): void {
    try {
        if (project.length > MOST_LETTERS) localStorage.removeItem(GOOD_PREFIX + key);
        else localStorage.setItem(GOOD_PREFIX + key, JSON.stringify({ project, when: Date.now() }));
    } catch {
        // no room: then there is no older version to offer
    }
}
export function lastGood(key: string): { project: string; when: number } | null {
    try {
        const text = localStorage.getItem(GOOD_PREFIX + key);
        return text === null ? null : (JSON.parse(text) as { project: string; when: number });
    } catch {
        return null;
    }
}
// Deletes everything kept for a project that was removed.
export function forgetStash(key: string): void {
    stash(key, { begins: false, lines: "" });
    try {
        localStorage.removeItem(GOOD_PREFIX + key);
    } catch {
        // see above
    }
}

// What is not on the disk yet lies in the browser too, under the project's key: a page or a server that dies with lines on
// their way loses nothing, for opening the project again at this address finds them. Synchronous, so that they lie there
// before the next thing can happen.

export interface Stash {
  readonly begins: boolean; // these lines are a whole new journal, not the end of the one on the disk
  readonly lines: string;
}
const place = (key: string): string => `verve:stash:${key}`;

// False where the browser has no room: then only this tab holds them.
export function stash(key: string, content: Stash): boolean {
  try {
    if (content.lines) localStorage.setItem(place(key), JSON.stringify(content));
    else localStorage.removeItem(place(key));
    return true;
  } catch {
    return false;
  }
}
export function stashed(key: string): Stash | null {
  try {
    const text = localStorage.getItem(place(key));
    const content = text === null ? null : (JSON.parse(text) as Partial<Stash>);
    return content && typeof content.lines === "string" && content.lines ? { begins: content.begins === true, lines: content.lines } : null;
  } catch {
    return null;
  }
}

// Without what project.json holds already: the journal on the disk begins with the hash of the project.json it belongs to, and
// where the stash announced that very one, all that comes before is in it.
export function notYetSaved(found: Stash | null, journal: string): Stash | null {
  const hash = /^\{"format":"verve-journal"[^\n]*"project":"([0-9a-f]{16})"/.exec(journal)?.[1];
  if (!found || !hash) return found;
  const announced = found.lines.lastIndexOf(`{"saved":"${hash}"`);
  if (announced < 0) return found;
  const end = found.lines.indexOf("\n", announced);
  const lines = end < 0 ? "" : found.lines.slice(end + 1);
  return lines ? { begins: found.begins, lines } : null;
}

// The journal on the disk with what was stashed behind it. Of the stash a part may have arrived: the longest end of the
// journal that the stash begins with is not repeated.
export function withStash(journal: string, found: Stash): string {
  if (found.begins) return found.lines;
  let overlap = Math.min(journal.length, found.lines.length);
  while (overlap > 0 && !journal.endsWith(found.lines.slice(0, overlap))) overlap--;
  return journal + found.lines.slice(overlap);
}

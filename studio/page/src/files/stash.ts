// What is not on the disk yet lies in the browser too, under the project's key: a page or a server that dies with lines on
// their way loses nothing, for opening the project again at this address finds them. Synchronous, so that they lie there
// before the next thing can happen.

export interface Stash {
  readonly begins: boolean; // these lines are a whole new journal, not the end of the one on the disk
  readonly lines: string;
}
const GOOD = "verve:good:";
const place = (key: string): string => `verve:stash:${key}`;

// Whether it could be kept. What is on its way matters more than older versions: where there is no room, those go.
function keep(name: string, text: string): boolean {
  for (const lastTry of [false, true]) {
    try {
      localStorage.setItem(name, text);
      return true;
    } catch {
      if (lastTry) return false;
      for (const old of Object.keys(localStorage)) if (old.startsWith(GOOD)) localStorage.removeItem(old);
    }
  }
  return false;
}
// False where the browser has no room: then only this tab holds them.
export function stash(key: string, content: Stash): boolean {
  if (content.lines) return keep(place(key), JSON.stringify(content));
  try {
    localStorage.removeItem(place(key));
  } catch {
    // a browser that keeps nothing has nothing to remove
  }
  return true;
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

// Without what the journal on the disk holds already: one that was written anew ends with the checksum of the last line that
// went into it.
export function notYetWritten(found: Stash | null, journal: string): Stash | null {
  const sums = [...journal.matchAll(/^\{"after":"([0-9a-f]{16})"/gm)];
  const sum = sums.at(-1)?.[1];
  const last = found && sum ? found.lines.lastIndexOf(`"sum":"${sum}"}\n`) : -1;
  if (!found || last < 0) return found;
  const lines = found.lines.slice(found.lines.indexOf("\n", last) + 1);
  return lines ? { begins: false, lines } : null;
}

// The journal on the disk with what was stashed behind it. Of the stash a part may have arrived: the longest end of the
// journal that the stash begins with is not repeated.
export function withStash(journal: string, found: Stash): string {
  if (found.begins) return found.lines;
  let overlap = Math.min(journal.length, found.lines.length);
  while (overlap > 0 && !journal.endsWith(found.lines.slice(0, overlap))) overlap--;
  return journal + found.lines.slice(overlap);
}

// ---- The last project.json that was known to be good ------------------------------------------------------------------

const MOST_LETTERS = 1_000_000; // of a text: the browser has room for about five times as many, for all

export function rememberGood(key: string, project: string): void {
  try {
    if (project.length > MOST_LETTERS) localStorage.removeItem(GOOD + key);
    else localStorage.setItem(GOOD + key, JSON.stringify({ project, when: Date.now() }));
  } catch {
    // no room: then there is no older version to offer
  }
}
export function lastGood(key: string): { project: string; when: number } | null {
  try {
    const text = localStorage.getItem(GOOD + key);
    return text === null ? null : (JSON.parse(text) as { project: string; when: number });
  } catch {
    return null;
  }
}
// A project that is gone leaves nothing behind.
export function forgetStash(key: string): void {
  stash(key, { begins: false, lines: "" });
  try {
    localStorage.removeItem(GOOD + key);
  } catch {
    // as above
  }
}

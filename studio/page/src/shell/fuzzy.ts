// Finds letters in order: "adh" finds "Add handle". Beginnings of words and letters that follow each other count more.

export interface Match {
  readonly score: number;
  readonly at: readonly number[]; // which letters were found
}

const START = 10; // a letter that begins a word
const NEXT = 6; // one right after the last
const FAR = 0.15; // lost for each letter passed over
const isWordStart = (text: string, i: number): boolean => i === 0 || /[\s\-_/:.(]/.test(text[i - 1]!) || (/[a-z]/.test(text[i - 1]!) && /[A-Z]/.test(text[i]!));

// The best way to find `query` in `text`, or null. Every way is tried: texts are short.
export function fuzzy(query: string, text: string): Match | null {
  const wanted = query.toLowerCase().replace(/\s+/g, "");
  if (!wanted) return { score: 0, at: [] };
  const lower = text.toLowerCase();
  const known = new Map<number, Match | null>();
  const find = (q: number, from: number, previous: number): Match | null => {
    if (q === wanted.length) return { score: 0, at: [] };
    const key = (q * 256 + from) * 2 + (previous === from - 1 ? 1 : 0);
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    let best: Match | null = null;
    for (let i = lower.indexOf(wanted[q]!, from); i >= 0; i = lower.indexOf(wanted[q]!, i + 1)) {
      const rest = find(q + 1, i + 1, i);
      if (!rest) break;
      const own = 1 + (isWordStart(text, i) ? START : 0) + (previous >= 0 && i === previous + 1 ? NEXT : 0) - FAR * (i - from);
      if (!best || own + rest.score > best.score) best = { score: own + rest.score, at: [i, ...rest.at] };
    }
    known.set(key, best);
    return best;
  };
  const found = find(0, 0, -2);
  return found && { ...found, score: found.score - 0.02 * text.length };
}

// Fuzzy search for letters in order: "adh" finds "Add handle". Matches at the beginning of words and of consecutive
// letters score higher.

export interface Match {
    readonly score: number;
    readonly at: readonly number[]; // indices of the matched letters
}

const WORD_START_SCORE = 10; // score of a letter that begins a word
const CONSECUTIVE_SCORE = 6; // score of a letter that follows the previous match
const SKIP_PENALTY = 0.15; // penalty per skipped letter
const isWordStart = (text: string, i: number): boolean =>
    i === 0 || /[\s\-_/:.(]/.test(text[i - 1]!) || (/[a-z]/.test(text[i - 1]!) && /[A-Z]/.test(text[i]!));

// The best match of `query` in `text`, or null. Every match is tried, because texts are short.
export function fuzzy(query: string, text: string): Match | null {
    const pattern = query.toLowerCase().replace(/\s+/g, "");
    if (!pattern) return { score: 0, at: [] };
    const lower = text.toLowerCase();
    const known = new Map<number, Match | null>();
    const find = (q: number, from: number, previous: number): Match | null => {
        if (q === pattern.length) return { score: 0, at: [] };
        const key = (q * 256 + from) * 2 + (previous === from - 1 ? 1 : 0);
        const seen = known.get(key);
        if (seen !== undefined) return seen;
        let best: Match | null = null;
        for (let i = lower.indexOf(pattern[q]!, from); i >= 0; i = lower.indexOf(pattern[q]!, i + 1)) {
            const rest = find(q + 1, i + 1, i);
            if (!rest) break;
            const own =
                1 +
                (isWordStart(text, i) ? WORD_START_SCORE : 0) +
                (previous >= 0 && i === previous + 1 ? CONSECUTIVE_SCORE : 0) -
                SKIP_PENALTY * (i - from);
            if (!best || own + rest.score > best.score) best = { score: own + rest.score, at: [i, ...rest.at] };
        }
        known.set(key, best);
        return best;
    };
    const found = find(0, 0, -2);
    return found && { ...found, score: found.score - 0.02 * text.length };
}

// Names of artworks, layers and files, made in the same way as `verve import` (author/import/layer_name.c,
// cli/import.c).

const MOST_BYTES = 63;
const encoder = new TextEncoder();
const bytesIn = (text: string): number => encoder.encode(text).byteLength;

// At most `limit` bytes of UTF-8, without splitting a character.
function cutTo(text: string, limit: number): string {
    let cut = "";
    let used = 0;
    for (const character of text) {
        used += bytesIn(character);
        if (used > limit) break;
        cut += character;
    }
    return cut;
}

// No control characters, slashes or leading dots, at most 63 bytes.
function clean(raw: string): string {
    const plain = [...raw.replace(/^[ .\t\r\n]+/, "")]
        .map((c) => (/[\u0000-\u001f\u007f-\u009f/\\]/.test(c) ? "-" : c))
        .join("");
    return cutTo(plain, MOST_BYTES).replace(/ +$/, "");
}

// `raw` (null: "layer-N") as a name that is not in `taken`.
export function layerName(raw: string | null, taken: readonly string[]): string {
    const base = clean(raw ?? "") || `layer-${taken.length + 1}`;
    let name = base;
    for (let n = 2; taken.includes(name); n++) {
        const ending = `-${n}`;
        name = cutTo(base, MOST_BYTES - ending.length) + ending;
    }
    return name;
}

// The name of a file without folders and extension.
export function nameOfFile(path: string): string {
    const base = path.slice(path.lastIndexOf("/") + 1);
    const dot = base.lastIndexOf(".");
    return layerName(dot > 0 ? base.slice(0, dot) : base, []);
}

// Replaces characters that are awkward in file names on some system by a dash; letters of every language stay.
export function fileStem(artwork: string, layer: string | null): string {
    const stem = layer === null ? artwork : `${artwork}-${layer}`;
    return stem.replace(/[\u0000-\u007f]/g, (c) => (/[A-Za-z0-9._-]/.test(c) ? c : "-"));
}

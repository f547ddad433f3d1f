// Positions of the pictures on a contact sheet: the layout of author/render/sheet.c.
const GAP = 16; // pixels around every picture
export const LARGEST_SIDE = 16384; // pixels of a side of a picture that Verve can read

export interface Sheet {
    readonly columns: number;
    readonly rows: number;
    readonly width: number;
    readonly height: number;
    at(index: number): readonly [number, number]; // left, top
}

// The number of columns that brings the sheet nearest to 3 : 2 with the last row as full as possible.
function chooseColumns(count: number, width: number, height: number): number {
    let [best, chosen] = [0, 1];
    for (let columns = 1; columns <= Math.min(count, 64); columns++) {
        const rows = Math.ceil(count / columns);
        const shape = (columns * width) / (rows * height) / 1.5;
        const fit = (Math.min(shape, 1 / shape) * count) / (rows * columns);
        if (fit > best) [best, chosen] = [fit, columns];
    }
    return chosen;
}

export function layOut(count: number, wanted: number, width: number, height: number): Sheet {
    const columns = wanted > 0 ? Math.min(wanted, count) : chooseColumns(count, width, height);
    const rows = Math.ceil(count / columns);
    return {
        columns,
        rows,
        width: columns * (width + GAP) + GAP,
        height: rows * (height + GAP) + GAP,
        at: (index) => [GAP + (index % columns) * (width + GAP), GAP + Math.floor(index / columns) * (height + GAP)],
    };
}

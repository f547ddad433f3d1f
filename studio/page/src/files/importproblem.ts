// Why a file cannot be imported.

const MOST_LAYERS = 256; // of an artwork (author/document/project_artwork.h)

// An error that says what is wrong with an imported file and what to do.
export class ImportProblem extends Error {
    readonly remedy: string;
    constructor(message: string, remedy: string) {
        super(message);
        this.remedy = remedy;
    }
}

// Checked before anything is drawn: an artwork has a maximum number of layers.
export function checkLayerCount(count: number): void {
    if (count > MOST_LAYERS)
        throw new ImportProblem(
            `The drawing has ${count} layers; at most ${MOST_LAYERS} are possible.`,
            "Group some of them.",
        );
}

// Splits long work in the page into slices: between two slices the page responds, and the artist can cancel.
const SLICE = 12; // milliseconds

export class TimeSlicer {
    private sliceStart = performance.now();

    constructor(private readonly signal: AbortSignal) {}

    // To be called often. Throws if the work was cancelled.
    async pauseIfDue(): Promise<void> {
        this.signal.throwIfAborted();
        if (performance.now() - this.sliceStart < SLICE) return;
        await new Promise((go) => setTimeout(go));
        this.signal.throwIfAborted();
        this.sliceStart = performance.now();
    }
}

// Long work in the page, cut into slices: between two of them the page answers, and the artist may stop it.
const SLICE = 12; // milliseconds

export class Breath {
  private since = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  // Call it often. Throws where the work is to stop.
  async take(): Promise<void> {
    this.signal.throwIfAborted();
    if (performance.now() - this.since < SLICE) return;
    await new Promise((go) => setTimeout(go));
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}

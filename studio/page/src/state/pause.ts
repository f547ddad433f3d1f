// Debounced work: it waits until it has not been requested again for a while. Closing the project drops the waiting
// work.
import { ofProject } from "./owned.ts";

export class AfterPause {
    private readonly waiting = ofProject(
        () => ({ timer: 0 }),
        ({ timer }) => window.clearTimeout(timer),
    );
    private readonly milliseconds: number;

    constructor(milliseconds: number) {
        this.milliseconds = milliseconds;
    }
    start(run: () => void): void {
        this.stop();
        this.waiting.timer = window.setTimeout(run, this.milliseconds);
    }
    stop(): void {
        window.clearTimeout(this.waiting.timer);
    }
}

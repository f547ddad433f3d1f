// Seconds of walking on the spot; the mark of the footfall diagram follows it.
import { signal } from "@preact/signals";

export const walked = signal(0);

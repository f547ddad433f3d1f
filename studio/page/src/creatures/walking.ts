// How long they have walked on the spot, seconds: what the mark of the footfalls follows.
import { signal } from "@preact/signals";

export const walked = signal(0);

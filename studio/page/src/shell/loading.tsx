// Shown while something large is on its way; not for a blink.
import { Progress } from "../widgets/progress.tsx";
import { Wordmark } from "./wordmark.tsx";
import "./loading.css";

export function Loading({ what }: { what: string }) {
  return (
    <main class="loading" aria-busy="true">
      <Wordmark height={40} />
      <Progress label={`Opening ${what}`} />
      <p role="status">Opening {what}</p>
    </main>
  );
}

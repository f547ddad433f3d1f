// Shown while something large is loading; a short delay prevents flicker.
import { Progress } from "../widgets/progress.tsx";
import { Wordmark } from "../widgets/wordmark.tsx";
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

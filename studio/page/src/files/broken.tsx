// The screen shown when a project cannot be opened: where, why, and what to do. Nothing has been changed.
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import type { Trouble } from "./session.ts";
import "./broken.css";

// The core's messages begin in lower case, like those of a command line: "a colon is missing". A page shows them as
// sentences.
const sentence = (text: string): string =>
    text ? text[0]!.toUpperCase() + text.slice(1) + (/[.!?”"`]$/.test(text) ? "" : ".") : "";

export function Broken({ trouble }: { trouble: Trouble }) {
    return (
        <main class="broken" data-test="broken" aria-labelledby="broken-title">
            <div class="broken-card" role="alert">
                <div class="broken-icon">
                    <Icon name="file-warning" size={24} />
                </div>
                <h1 id="broken-title">{trouble.title}</h1>
                {trouble.place && (
                    <p class="broken-place" data-test="broken-place">
                        {trouble.place}
                    </p>
                )}
                <p class="broken-message">{sentence(trouble.message)}</p>
                <p class="broken-remedy">{sentence(trouble.remedy)}</p>
                <div class="broken-actions">
                    {trouble.actions.map((action) => (
                        <Button
                            key={action.label}
                            label={action.label}
                            kind={action.primary ? "primary" : "plain"}
                            onClick={action.run}
                        />
                    ))}
                </div>
            </div>
        </main>
    );
}

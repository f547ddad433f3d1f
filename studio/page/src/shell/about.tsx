// Version, licence and credits.
import { Dialog } from "../widgets/dialog.tsx";
import { Wordmark } from "../widgets/wordmark.tsx";
import { closeWindow } from "./windows.ts";
import "./about.css";

export function About() {
    return (
        <Dialog title="About Verve" open onClose={closeWindow} size="small" test="about">
            <div class="about">
                <Wordmark height={44} />
                <p>
                    Brings drawings and creatures to life from a few examples. You draw, pose the drawing a handful of
                    times and say which poses may blend; physics supplies the timing.
                </p>
                <p class="about-small">
                    Verve is free software under the MIT licence. The page uses Preact (MIT), Lucide icons (ISC), fflate
                    (MIT) and the typeface Inter (SIL Open Font License).
                </p>
            </div>
        </Dialog>
    );
}

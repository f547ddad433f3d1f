// File feedback over the page: the drop target, the progress of an import, and the question asked about several
// pictures. The shell mounts it once, above everything.
import { useEffect, useState } from "preact/hooks";
import { Button } from "../widgets/button.tsx";
import { Dialog } from "../widgets/dialog.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Progress } from "../widgets/progress.tsx";
import { takeDropped } from "./actions.ts";
import { importing, question } from "./import.ts";
import { showing } from "./session.ts";
import "./fileslayer.css";

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;

// True while files are dragged over the window; `depth` counts the elements that the pointer has entered and not left.
function useDrop(): boolean {
    const [over, setOver] = useState(false);
    useEffect(() => {
        let depth = 0;
        const enter = (event: DragEvent): void => {
            if (bringsFiles(event)) setOver(++depth > 0);
        };
        const leave = (event: DragEvent): void => {
            if (bringsFiles(event)) setOver((depth = Math.max(0, depth - 1)) > 0);
        };
        const move = (event: DragEvent): void => {
            if (bringsFiles(event)) event.preventDefault();
        };
        const drop = (event: DragEvent): void => {
            depth = 0;
            setOver(false);
            if (!event.dataTransfer || !bringsFiles(event)) return;
            event.preventDefault();
            void takeDropped(event.dataTransfer);
        };
        const pairs = [
            ["dragenter", enter],
            ["dragleave", leave],
            ["dragover", move],
            ["drop", drop],
        ] as const;
        for (const [name, listener] of pairs) window.addEventListener(name, listener);
        return () => {
            for (const [name, listener] of pairs) window.removeEventListener(name, listener);
        };
    }, []);
    return over;
}

function Thumbnail({ file }: { file: File }) {
    const [address, setAddress] = useState("");
    useEffect(() => {
        const made = URL.createObjectURL(file);
        setAddress(made);
        return () => URL.revokeObjectURL(made);
    }, [file]);
    return (
        <figure class="question-picture">
            {address && <img src={address} alt="" />}
            <figcaption>{file.name}</figcaption>
        </figure>
    );
}

function Question() {
    const asked = question.value;
    if (!asked) return null;
    const footer = (
        <>
            <Button label="Separate artworks" onClick={() => asked.answer("artworks")} test="import-artworks" />
            <Button
                label="Layers of one artwork"
                kind="primary"
                onClick={() => asked.answer("layers")}
                test="import-layers"
            />
        </>
    );
    return (
        <Dialog
            title={`Import ${asked.files.length} files`}
            open
            onClose={() => asked.answer(null)}
            footer={footer}
            test="import-question"
        >
            <p>
                Do these pictures belong to one drawing? As layers they lie on each other, the first one furthest back.
                SVG drawings become artworks of their own.
            </p>
            <div class="question-pictures">
                {asked.files.map((file) => (
                    <Thumbnail key={file.name} file={file} />
                ))}
            </div>
        </Dialog>
    );
}

// The progress of an import. The shell shows it below the toasts, so that they do not overlap.
export function ImportBusy() {
    const busy = importing.value;
    return (
        busy && (
            <div class="import-busy" role="status" data-test="importing">
                <span>Importing {busy.what}</span>
                <Progress label={`Importing ${busy.what}`} share={busy.done} />
            </div>
        )
    );
}

export function FilesLayer() {
    const over = useDrop();
    return (
        <>
            {over && (
                <div class="drop-over" data-test="drop-over">
                    <div>
                        <Icon name="image-plus" size={24} />
                        <p>
                            {showing.value.kind === "project"
                                ? "Drop to bring it into this project"
                                : "Drop to open it"}
                        </p>
                    </div>
                </div>
            )}
            <Question />
        </>
    );
}

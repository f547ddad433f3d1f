// The buttons that every inspector offers for the selection.
import { IconButton } from "../widgets/iconbutton.tsx";
import { duplicateSelected, removeSelected } from "./editing.ts";

export function EditButtons() {
    return (
        <>
            <IconButton small icon="copy" label="Duplicate" shortcut="Mod+D" onClick={duplicateSelected} />
            <IconButton small icon="trash-2" label="Delete" shortcut="Delete" onClick={removeSelected} />
        </>
    );
}

// Windows and dialogs that are loaded after the start: nobody opens them first.
import { ExportDialog } from "../export/exportdialog.tsx";
import { laterLayers } from "../state/later.ts";
import { About } from "./about.tsx";
import { Preferences } from "./preferences.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { openWindow } from "./windows.ts";

const WINDOWS = { shortcuts: Shortcuts, preferences: Preferences, about: About };

function Windows() {
    const open = openWindow.value;
    const Window = open && open !== "palette" ? WINDOWS[open] : null;
    return Window && <Window />;
}
laterLayers.value = [Windows, ExportDialog];

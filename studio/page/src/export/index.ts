// Registers the export action and dialog.
import { register } from "../state/actions.ts";
import { project } from "../state/document.ts";
import { openExport } from "./state.ts";

register({
    id: "file.export",
    label: "Export…",
    menu: "File",
    group: 3,
    icon: "download",
    keys: ["Mod+E"],
    enabled: () => project.value.artworks.length > 0,
    run: openExport,
});

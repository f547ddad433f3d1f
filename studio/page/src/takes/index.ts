// Registers how takes and forms are imported into a project; the shell shows the keytime editor below the stage.
import { register } from "../state/actions.ts";
import { readOnly } from "../state/document.ts";
import { showing } from "../files/session.ts";
import { chooseModels } from "../files/models.ts";

register({
    id: "takes.import",
    label: "Import motions and forms…",
    menu: "File",
    group: 1,
    icon: "import",
    enabled: () => showing.value.kind === "project" && readOnly.value === null,
    run: chooseModels,
});

// Takes and forms register how they come into a project; the keytime editor is put under the stage by the shell.
import { register } from "../state/actions.ts";
import { readOnly } from "../state/document.ts";
import { showing } from "../files/session.ts";
import { chooseMotions, MODELS } from "./import.ts";

register({
  id: "takes.import",
  label: "Import motions and forms…",
  menu: "File",
  group: 1,
  icon: "import",
  enabled: () => showing.value.kind === "project" && readOnly.value === null,
  run: () => void chooseMotions(MODELS),
});

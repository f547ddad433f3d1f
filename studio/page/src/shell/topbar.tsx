// The bar at the top: word mark and menus; workspaces; the saved mark and frequent actions.
import { find, isEnabled, run } from "../state/actions.ts";
import { project } from "../state/document.ts";
import { ActionButton } from "../tools/actionbutton.tsx";
import { Button } from "../widgets/button.tsx";
import { tip } from "../widgets/tip.ts";
import { Menubar } from "./menubar.tsx";
import { SavedMark } from "./savedmark.tsx";
import { redoWords, undoWords } from "./shellactions.ts";
import { Wordmark } from "../widgets/wordmark.tsx";
import { WorkspaceTabs } from "./workspacetabs.tsx";
import "./topbar.css";

export function Topbar() {
    const exporting = find("file.export");
    return (
        <header class="topbar">
            <div class="topbar-left">
                <Wordmark />
                <Menubar />
            </div>
            <WorkspaceTabs />
            <div class="topbar-right">
                <span class="topbar-name" data-test="project-name" {...tip(project.value.name)}>
                    {project.value.name}
                </span>
                <SavedMark />
                <span class="topbar-gap" />
                <ActionButton id="edit.undo" test="top-edit.undo" icon="undo-2" title={undoWords()} />
                <ActionButton id="edit.redo" test="top-edit.redo" icon="redo-2" title={redoWords()} />
                <ActionButton id="view.palette" test="top-view.palette" icon="search" />
                <ActionButton id="view.theme" test="top-view.theme" icon="sun-moon" />
                {exporting && (
                    <Button
                        kind="primary"
                        icon="download"
                        label="Export"
                        shortcut={exporting.keys?.[0]}
                        title={
                            isEnabled(exporting)
                                ? undefined
                                : "Exports drawings; clips of 3D figures are exported in their workspaces"
                        }
                        disabled={!isEnabled(exporting)}
                        onClick={() => run("file.export")}
                        test="export"
                    />
                )}
            </div>
        </header>
    );
}

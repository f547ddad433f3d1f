// Starts the core while the page is already visible, and explains it if that is impossible.
import type { Module } from "../core/module.ts";
import { loadCore } from "../files/core.ts";
import { showing, start } from "../files/session.ts";
import type { Trouble } from "../files/session.ts";

const reload = { label: "Load the page again", primary: true, run: () => location.reload() };

function trouble(message: string, remedy: string): Trouble {
    return { title: "The studio cannot start", message, remedy, place: "", actions: [reload] };
}

export async function boot(): Promise<void> {
    if (typeof WebAssembly !== "object") {
        showing.value = {
            kind: "broken",
            trouble: trouble(
                "This browser cannot run WebAssembly, or it is turned off.",
                "Open this address in a current Chrome, Edge, Firefox or Safari.",
            ),
        };
        return;
    }
    let core: Module;
    try {
        core = await loadCore();
    } catch (problem) {
        const said = problem instanceof Error ? problem.message : String(problem);
        showing.value = {
            kind: "broken",
            trouble: trouble(
                `The studio's core, verve.wasm, cannot be loaded. ${said}`,
                "See whether `verve studio` is still running and load the page again. Your projects are untouched.",
            ),
        };
        return;
    }
    await start(core);
}

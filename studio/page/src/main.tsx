// The page's entry point: sets up theme, keyboard, actions and workspaces, then loads the core.
import { effect } from "@preact/signals";
import { render } from "preact";
import "./theme.css";
import "./shell/register.ts";
import { camera } from "./draw/camera.ts";
import { costs } from "./draw/loop.ts";
import { registerFileActions } from "./files/actions.ts";
import { saveAfter, savedState } from "./files/autosave.ts";
import { showing } from "./files/session.ts";
import "./export/index.ts";
import "./rig/index.ts";
import "./poses/index.ts";
import "./takes/index.ts";
import "./shell/latertabs.ts";
import { App } from "./shell/app.tsx";
import { boot } from "./shell/boot.ts";
import { startKeyboard } from "./shell/keyboard.ts";
import { looping, playing, time } from "./state/app.ts";
import { history, project, send, studio } from "./state/document.ts";
import { laterWorkspaces } from "./state/later.ts";
import { tell } from "./state/messages.ts";
import { followPrefs, prefs } from "./state/prefs.ts";
import { view as timeView } from "./timeline/view.ts";

// The page's state, for tests and for inspection in the browser's console.
const verve = {
    ready: false,
    readyAt: 0,
    showing,
    studio,
    project,
    history,
    send,
    savedState,
    camera,
    costs,
    looping,
    playing,
    time,
    timeView,
};
Object.assign(globalThis, { verve });

function followTitle(): void {
    effect(() => {
        const name = showing.value.kind === "project" ? project.value.name : "";
        const dot = savedState.value === "saved" ? "" : "● ";
        document.title = name ? `${dot}${name} — Verve` : "Verve";
    });
}
function tellFailures(): void {
    let last = "";
    const report = (problem: unknown): void => {
        const words = problem instanceof Error ? problem.message : String(problem);
        if (words !== last)
            tell(
                "error",
                `Something went wrong in the page: ${words}`,
                "What you did is in the journal. If this goes on, load the page again.",
            );
        last = words;
    };
    window.addEventListener("error", (event) => event.error && report(event.error));
    window.addEventListener("unhandledrejection", (event) => report(event.reason));
}

laterWorkspaces.loadBy(() => import("./later.ts"));
followPrefs();
effect(() => void (saveAfter.value = prefs.value.saveAfter));
followTitle();
tellFailures();
registerFileActions();
startKeyboard();
render(<App />, document.getElementById("app")!);
void boot().then(() =>
    requestAnimationFrame(() => {
        verve.readyAt = performance.now();
        laterWorkspaces.load(() => (verve.ready = true)); // now that nobody waits for it
    }),
);

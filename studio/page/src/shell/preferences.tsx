// The preferences window. Every change takes effect at once and is remembered in this browser.
import { choosePaper, paperKind } from "../draw/view.ts";
import { defaults, prefs, setPref } from "../state/prefs.ts";
import { Button } from "../widgets/button.tsx";
import { Dialog } from "../widgets/dialog.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { Select } from "../widgets/select.tsx";
import { Slider } from "../widgets/slider.tsx";
import { Toggle } from "../widgets/toggle.tsx";
import { resetLayout } from "./layout.ts";
import { closeWindow } from "./windows.ts";
import "./preferences.css";

const THEMES = [
    { value: "dark", label: "Dark", icon: "moon" },
    { value: "light", label: "Light", icon: "sun" },
    { value: "system", label: "System", icon: "monitor" },
] as const;
const PAPERS = [
    { value: "paper", label: "Paper" },
    { value: "dark", label: "Dark" },
    { value: "checker", label: "See-through" },
] as const;
const SAVE_AFTER = [
    { value: "3", label: "After 3 seconds of rest" },
    { value: "10", label: "After 10 seconds of rest" },
    { value: "60", label: "After a minute of rest" },
    { value: "0", label: "Only when I save" },
] as const;

export function Preferences() {
    const now = prefs.value;
    const reset = (): void => {
        for (const key of Object.keys(defaults) as (keyof typeof defaults)[]) setPref(key, defaults[key]);
        choosePaper("paper");
        resetLayout();
    };
    const footer = (
        <>
            <div class="apart">
                <Button kind="quiet" label="Reset all" onClick={reset} />
            </div>
            <Button kind="primary" label="Done" onClick={closeWindow} />
        </>
    );
    return (
        <Dialog title="Preferences" open onClose={closeWindow} footer={footer} test="preferences">
            <div class="preferences">
                <h3>Look</h3>
                <Segmented
                    label="Theme"
                    value={now.theme}
                    options={THEMES}
                    onChange={(v) => setPref("theme", v)}
                    test="theme"
                />
                <Toggle
                    label="Reduce motion"
                    value={now.still}
                    onChange={(v) => setPref("still", v)}
                    title="The interface shows no animations"
                    test="still"
                />
                <h3>Stage</h3>
                <Segmented
                    label="Background"
                    value={paperKind.value}
                    options={PAPERS}
                    onChange={choosePaper}
                    test="paper"
                />
                <Slider
                    label="Handle size"
                    value={now.handleSize}
                    min={6}
                    max={24}
                    step={1}
                    default={defaults.handleSize}
                    unit="px"
                    onInput={(v) => setPref("handleSize", v)}
                    onChange={(v) => setPref("handleSize", v)}
                    test="handle-size"
                />
                <h3>Saving</h3>
                <Select
                    label="Save the project"
                    value={String(now.saveAfter)}
                    options={SAVE_AFTER}
                    onChange={(v) => setPref("saveAfter", Number(v))}
                    test="save-after"
                />
                <p class="preferences-note">
                    Every change goes to the journal on disk at once, whatever you choose here.
                </p>
            </div>
        </Dialog>
    );
}

// Above the strips: the keytimes by name, and the operations on them in all takes at once.
import { verb } from "../state/app.ts";
import { Button } from "../widgets/button.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { TextField } from "../widgets/textfield.tsx";
import { tip } from "../widgets/tip.ts";
import { addKey, mayRemove, removeKey, renameKey, suggestAll } from "./edit.ts";
import { chooseMotions } from "../files/models.ts";
import { chosenKey, keyColour, labels, scale, strips } from "./state.ts";
import type { Scale } from "./state.ts";

const scales: readonly { value: Scale; label: string }[] = [
    { value: "seconds", label: "Seconds" },
    { value: "cuts", label: "Cuts" },
];

function Chip({ index }: { index: number }) {
    const names = labels.value;
    const chosen = chosenKey.value === index;
    return (
        <button
            type="button"
            class={chosen ? "key-chip chosen" : "key-chip"}
            style={{ "--key": keyColour(index, names.length, verb.value?.cyclic ?? false) }}
            aria-pressed={chosen}
            data-test={`key-chip-${index}`}
            onClick={() => (chosenKey.value = chosen ? null : index)}
            {...tip(
                index === 0
                    ? "Where the takes begin"
                    : index === names.length - 1
                      ? "Where the takes end"
                      : "A moment that all takes share",
            )}
        >
            {names[index] || "—"}
        </button>
    );
}

export function Keybar() {
    const chosen = chosenKey.value;
    const names = labels.value;
    const known = chosen !== null && chosen < names.length;
    return (
        <div class="keybar" role="toolbar" aria-label="Keytimes">
            <span class="keybar-title">Keytimes</span>
            <div class="key-chips">
                {names.map((_, i) => (
                    <Chip key={i} index={i} />
                ))}
            </div>
            {known && (
                <div class="key-name">
                    <TextField
                        search
                        label="Name of this keytime"
                        value={names[chosen] ?? ""}
                        onChange={(label) => renameKey(chosen, label.trim())}
                        test="key-name"
                    />
                </div>
            )}
            <IconButton
                small
                icon="trash-2"
                label="Remove this keytime from all takes"
                disabled={!mayRemove(chosen)}
                onClick={() => chosen !== null && removeKey(chosen)}
                test="key-remove"
            />
            <IconButton
                small
                icon="diamond-plus"
                label="Add a keytime to all takes"
                disabled={names.length < 2}
                onClick={addKey}
                test="key-add"
            />
            <div class="keybar-end">
                <Segmented
                    bare
                    label="Time range of the strips"
                    value={scale.value}
                    options={scales}
                    onChange={(value) => (scale.value = value)}
                    test="key-scale"
                />
                <Button
                    small
                    kind="quiet"
                    icon="wand-sparkles"
                    label="Suggest all"
                    title="Finds the cleanest part of every take, and when feet touch down and lift off"
                    disabled={strips.value.length === 0}
                    onClick={suggestAll}
                    test="suggest-all"
                />
                <Button
                    small
                    kind="quiet"
                    icon="import"
                    label="Import takes…"
                    title="Bring motions (.bvh, .glb, .gltf) into the project"
                    onClick={() => void chooseMotions()}
                    test="import-takes"
                />
            </div>
        </div>
    );
}

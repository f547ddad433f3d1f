// The selected keystroke: its time, the bones that follow it, and the manner of motion to the next.
import type { Command } from "../core/project.ts";
import { project, send } from "../state/document.ts";
import { time } from "../state/app.ts";
import { Button, NumberField, openMenu, Row, Section, Toggle } from "../widgets/index.ts";
import { proposeBones, reverseStroke, setKey } from "./edits.ts";
import { duplicateKeys, removeKeys } from "./keymoves.ts";
import { PresetRow } from "./presetrow.tsx";
import { bonesNow, chooseKey, isDrawing, key, keyIndex, keyIndexes, line, report, tool } from "./state.ts";
import { TemperSliders } from "./tempersection.tsx";

// The bones of the set in order; a click removes one, the menu adds others.
function Bones() {
    const now = key.value!;
    const names = isDrawing.value
        ? (project.value.artworks.find((one) => one.name === line.value!.artwork)?.handles.map((one) => one.name) ?? [])
        : (report.value?.joints ?? []);
    const on = isDrawing.value && !now.bones ? names : bonesNow.value;
    const set = (bones: readonly string[]): void => void (bones.length > 0 && send(setKey({ bones })));
    const more = (event: MouseEvent): void =>
        openMenu(
            names
                .filter((name) => !on.includes(name))
                .map((name) => ({
                    label: name,
                    icon: isDrawing.peek() ? "circle-dot" : "bone",
                    run: () => set([...on, name]),
                    test: `add-bone-${name}`,
                })),
            event.currentTarget as Element,
            { label: "Which one follows too?" },
        );
    return (
        <>
            <div
                class="bone-chips"
                role="group"
                aria-label={isDrawing.value ? "Handles that follow this stroke" : "Bones that follow this stroke"}
            >
                {on.map((name) => (
                    <Button
                        key={name}
                        small
                        kind="quiet"
                        label={name}
                        title="Click to take it out"
                        pressed
                        onClick={() => set(on.filter((one) => one !== name))}
                        test={`bone-${name}`}
                    />
                ))}
                {on.length < names.length && (
                    <Button small kind="quiet" icon="plus" label="Add" onClick={more} test="add-bone" />
                )}
            </div>
            {isDrawing.value && keyIndex.value !== 0 && <p class="w-note">The handles of the first keystroke count.</p>}
        </>
    );
}
function Part() {
    const now = key.value!;
    const part = now.from !== null;
    const set = (keys: Record<string, unknown>): void => void send(setKey(keys));
    return (
        <>
            <Toggle
                label="Part of the line"
                title="The bones lie on a part of the stroke only"
                value={part}
                onChange={(on) => set(on ? { from: 0, to: 1 } : { from: null, to: null })}
                test="key-part"
            />
            {part && (
                <Row label="From, to" title="Shares of the stroke; the larger first: the other way round">
                    <NumberField
                        label="from"
                        value={now.from!}
                        min={0}
                        max={1}
                        step={0.05}
                        onChange={(from) => set({ from, to: now.to })}
                        test="key-from"
                    />
                    <NumberField
                        label="to"
                        value={now.to!}
                        min={0}
                        max={1}
                        step={0.05}
                        onChange={(to) => set({ from: now.from, to })}
                        test="key-to"
                    />
                </Row>
            )}
        </>
    );
}

export function KeySection() {
    const now = key.value;
    const index = keyIndex.value;
    if (!now || index === null)
        return line.value!.keys.length ? (
            <Section title="Keystroke" id="line-key">
                <p class="w-note">No keystroke is selected: click a stroke or its diamond.</p>
            </Section>
        ) : null;
    const manner = now.preset ?? line.value!.preset;
    const change = (temper: Record<string, number>): Command =>
        setKey(now.preset ? { temper } : { preset: manner, temper });
    return (
        <Section
            title="Keystroke"
            detail={
                keyIndexes.value.length > 1
                    ? `${index + 1}, and ${keyIndexes.value.length - 1} more chosen`
                    : `${index + 1} of ${line.value!.keys.length}`
            }
            id="line-key"
        >
            <NumberField
                label="Time"
                value={now.time}
                min={0}
                max={3600}
                step={0.05}
                unit="s"
                onChange={(at) => {
                    if (!send({ ...setKey({}), do: "keystroke.move", time: at })) return;
                    chooseKey(at);
                    time.value = at;
                }}
                test="key-time"
            />
            <Row
                label={isDrawing.value ? "Handles" : "Bones"}
                title={isDrawing.value ? "Which handles hang on the line" : "Which bones lie on the stroke"}
            >
                <span class="line-said">{now.bones ? "chosen" : isDrawing.value ? "all of them" : "proposed"}</span>
            </Row>
            <Bones />
            <div class="line-buttons">
                <Button
                    small
                    icon="wand-sparkles"
                    label={isDrawing.value ? "All handles" : "Propose"}
                    title={isDrawing.value ? "All handles hang on the line" : "Those that fill the stroke best"}
                    disabled={!now.bones}
                    onClick={proposeBones}
                    test="propose-bones"
                />
                {!isDrawing.value && (
                    <Button
                        small
                        icon="brush"
                        label="Scribble"
                        shortcut="B"
                        pressed={tool.value === "scribble"}
                        onClick={() => (tool.value = tool.peek() === "scribble" ? "draw" : "scribble")}
                        test="scribble-bones"
                    />
                )}
                <Button
                    small
                    icon="arrow-left-right"
                    label="Turn round"
                    title="The stroke begins where it ended"
                    onClick={reverseStroke}
                    test="key-reverse"
                />
                <Button
                    small
                    icon="copy"
                    label="Duplicate"
                    shortcut="Mod+D"
                    onClick={duplicateKeys}
                    test="key-duplicate"
                />
                <Button small icon="trash-2" label="Delete" shortcut="Delete" onClick={removeKeys} test="key-delete" />
            </div>
            {!isDrawing.value && <Part />}
            {index < line.value!.keys.length - 1 && (
                <>
                    <Row label="On to the next" title="The manner from here to the next keystroke">
                        <span class="line-said">{now.preset ?? `as the line: ${manner}`}</span>
                    </Row>
                    <PresetRow
                        value={now.preset}
                        none={line.value!.preset}
                        onChange={(preset) => void send(setKey({ preset, temper: null }))}
                        test="key-preset"
                    />
                    {now.preset && (
                        <TemperSliders preset={manner} temper={now.temper} change={change} test="key-temper" />
                    )}
                </>
            )}
        </Section>
    );
}

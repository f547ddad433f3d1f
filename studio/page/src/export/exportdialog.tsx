// The export dialog: subject, format, size, range and background with a preview; then a progress bar with a way to
// cancel.
import { useEffect } from "preact/hooks";
import { time } from "../state/app.ts";
import { Button, Colour, Dialog, Icon, NumberField, Progress, Row, Segmented, Select } from "../widgets/index.ts";
import type { Format } from "./exporter.ts";
import { FORMATS } from "./exporter.ts";
import { Preview } from "./preview.tsx";
import {
    background,
    chooseSubject,
    colour,
    settingsProblem,
    format,
    formats,
    isOpen,
    job,
    missingFormats,
    LARGEST,
    moves,
    playedByHand,
    problem,
    range,
    rate,
    sheet,
    size,
    SMALLEST,
    startExport,
    subject,
    subjects,
    subjectScene,
} from "./state.ts";
import "./exportdialog.css";

const PRESETS: readonly { label: string; width: number; height: number }[] = [
    { label: "720p", width: 1280, height: 720 },
    { label: "1080p", width: 1920, height: 1080 },
    { label: "4K", width: 3840, height: 2160 },
    { label: "Square", width: 1080, height: 1080 },
    { label: "Upright", width: 1080, height: 1920 },
];
const MOST_PICTURES = 256;

// Arrow keys move among the formats.
function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const by =
        event.key === "ArrowRight" || event.key === "ArrowDown"
            ? 1
            : event.key === "ArrowLeft" || event.key === "ArrowUp"
              ? -1
              : 0;
    if (!by) return;
    event.preventDefault();
    const all = formats.value;
    format.value = all[(all.indexOf(format.value) + by + all.length) % all.length]!;
    event.currentTarget.querySelector<HTMLElement>(`[data-test=format-${format.value}]`)?.focus();
}

function Formats() {
    return (
        <div class="export-formats" role="radiogroup" aria-label="Format" onKeyDown={step}>
            {formats.value.map((id: Format) => (
                <button
                    key={id}
                    type="button"
                    role="radio"
                    aria-checked={format.value === id}
                    tabIndex={format.value === id ? 0 : -1}
                    class="export-format"
                    data-test={`format-${id}`}
                    onClick={() => (format.value = id)}
                >
                    <Icon name={FORMATS[id].icon} />
                    <strong>{FORMATS[id].label}</strong>
                    <span class="export-about">{FORMATS[id].about}</span>
                </button>
            ))}
        </div>
    );
}

function Size() {
    const own = subjectScene.value;
    const presets = own ? [{ label: "Scene", width: own.size[0], height: own.size[1] }, ...PRESETS] : PRESETS;
    const set = (side: "width" | "height") => (value: number) =>
        void (size.value = { ...size.value, [side]: Math.round(value) });
    return (
        <>
            <Row label={format.value === "sheet" ? "Size of each" : "Size"}>
                <NumberField
                    label="W"
                    value={size.value.width}
                    min={SMALLEST}
                    max={LARGEST}
                    step={1}
                    unit="px"
                    onChange={set("width")}
                    test="export-width"
                />
                <NumberField
                    label="H"
                    value={size.value.height}
                    min={SMALLEST}
                    max={LARGEST}
                    step={1}
                    unit="px"
                    onChange={set("height")}
                    test="export-height"
                />
            </Row>
            <Row label="">
                <div class="export-presets">
                    {presets.map(({ label, width, height }) => (
                        <Button
                            key={label}
                            label={label}
                            small
                            kind="quiet"
                            pressed={size.value.width === width && size.value.height === height}
                            onClick={() => (size.value = { width, height })}
                        />
                    ))}
                </div>
            </Row>
        </>
    );
}

function Pictures() {
    const set = (key: "count" | "columns") => (value: number) =>
        void (sheet.value = { ...sheet.value, [key]: Math.round(value) });
    return (
        <>
            <NumberField
                label="Pictures"
                value={sheet.value.count}
                min={1}
                max={MOST_PICTURES}
                step={1}
                default={24}
                onChange={set("count")}
                test="export-count"
            />
            <NumberField
                label="Columns"
                value={sheet.value.columns}
                min={0}
                max={64}
                step={1}
                default={0}
                title="0: chosen automatically"
                onChange={set("columns")}
                test="export-columns"
            />
        </>
    );
}
function Range() {
    const own = subjectScene.value;
    if (!own) return null;
    if (format.value === "png")
        return (
            <Row label="Moment">
                <span class="export-note">
                    {Math.min(time.value, own.seconds).toFixed(2)} s, where the timeline stands
                </span>
            </Row>
        );
    const { from, to } = range.value;
    return (
        <>
            <Row label="Range">
                <NumberField
                    label="From"
                    value={from}
                    min={0}
                    max={to}
                    step={0.1}
                    default={0}
                    unit="s"
                    onChange={(value) => (range.value = { from: value, to })}
                    test="export-from"
                />
                <span class="export-note">to</span>
                <NumberField
                    label="Until"
                    value={to}
                    min={from}
                    max={own.seconds}
                    step={0.1}
                    default={own.seconds}
                    unit="s"
                    onChange={(value) => (range.value = { from, to: value })}
                    test="export-to"
                />
            </Row>
            {format.value === "sheet" ? (
                <Pictures />
            ) : (
                <NumberField
                    label="Rate"
                    title="Frames a second"
                    value={rate.value}
                    min={1}
                    max={120}
                    step={1}
                    default={own.rate}
                    onChange={(value) => (rate.value = Math.round(value))}
                    test="export-rate"
                />
            )}
        </>
    );
}

function Background() {
    const clear = FORMATS[format.value].transparent;
    const options = [
        { value: "own", label: moves.value ? "The scene's" : "Paper" },
        { value: "colour", label: "Colour" },
        ...(clear ? [{ value: "transparent", label: "None" } as const] : []),
    ] as const;
    const shown = background.value === "transparent" && !clear ? "own" : background.value;
    return (
        <>
            <Segmented
                label="Background"
                value={shown}
                options={options}
                onChange={(value) => (background.value = value)}
                test="export-background"
            />
            {shown === "colour" && (
                <Colour
                    label="Colour"
                    value={colour.value}
                    onInput={(value) => (colour.value = value)}
                    onChange={(value) => (colour.value = value)}
                    test="export-colour"
                />
            )}
        </>
    );
}

function Foot() {
    const running = job.value;
    if (running)
        return (
            <>
                <div class="export-progress">
                    <Progress label="Exporting" share={running.progress} />
                    <span>{Math.round(100 * running.progress)} %</span>
                </div>
                <Button label="Cancel" onClick={running.stop} test="export-cancel" />
            </>
        );
    return (
        <>
            <Button label="Close" kind="quiet" onClick={() => (isOpen.value = false)} test="export-close" />
            <Button
                label="Export"
                icon="download"
                kind="primary"
                onClick={() => void startExport()}
                disabled={settingsProblem.value !== null}
                test="export-start"
            />
        </>
    );
}

function Wrong() {
    const wrong = problem.value ?? settingsProblem.value;
    if (!wrong) return null;
    return (
        <p class="export-problem" role="alert" data-test="export-problem">
            {wrong.message}
            {wrong.remedy && <span>{wrong.remedy}</span>}
        </p>
    );
}

// An error stays until the settings change.
function useFreshProblem(): void {
    const asked = JSON.stringify([format.value, size.value, range.value, rate.value, subject.value, sheet.value]);
    useEffect(() => void (problem.value = null), [asked]);
}

function Fields() {
    useFreshProblem();
    return (
        <fieldset class="export-fields" disabled={job.value !== null}>
            <Select
                label="What"
                value={subject.value}
                options={subjects.value}
                onChange={chooseSubject}
                test="export-subject"
            />
            <Formats />
            <Size />
            <Range />
            <Background />
        </fieldset>
    );
}

export function ExportDialog() {
    const close = (): void => {
        if (!job.value) isOpen.value = false;
    };
    return (
        <Dialog title="Export" open={isOpen.value} onClose={close} footer={<Foot />} size="large" test="export-dialog">
            <div class="export">
                <div class="export-aside">
                    <Preview />
                    {playedByHand() && (
                        <p class="export-note">
                            What you did by hand since the start is not in the scene. Record it to export it.
                        </p>
                    )}
                    {missingFormats.value && <p class="export-note">{missingFormats.value}</p>}
                </div>
                <Fields />
                <Wrong />
            </div>
        </Dialog>
    );
}

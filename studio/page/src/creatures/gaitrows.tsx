// The rows of a gait for one number of legs: when feet tread at each speed, with the steps of the selected row as
// bars. Dragging a bar changes when its foot treads; dragging its end changes the duty factor of all feet.
import { within } from "../core/ranges.ts";
import { rowRanges } from "../core/schema.ts";
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { NumberInput } from "../widgets/numberinput.tsx";
import { Button, IconButton, NumberField, Section, Segmented, Slider, tip } from "../widgets/index.ts";
import {
    chooseFeet,
    chooseRow,
    falls,
    feet,
    followRow,
    footWords,
    canAddRow,
    MAX_FEET,
    row,
    addRow,
    changeRow,
    rowIndex,
    removeRow,
    rows,
    setGait,
    setTrigger,
    playGait,
} from "./gaits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { gait, speed } from "./state.ts";
import "./gaitrows.css";

const LEGS = Array.from({ length: MAX_FEET }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));
const SNAP = 0.01;

function show(change: Command | null): void {
    playGait();
    if (change) preview(change);
}
function endEdit(change: Command | null): void {
    endPreview();
    if (change) send(change);
}

function Bar({ foot }: { foot: number }) {
    const now = row.value!;
    const from = now.triggers[foot]!;
    const over = Math.max(0, from + now.duty - 1);
    const words = footWords(now.feet, foot);
    const to = (at: number): number => (((Math.round(at / SNAP) * SNAP) % 1) + 1) % 1;
    const pull = (event: PointerEvent, change: (share: number) => Command | null): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        const { width } = (event.currentTarget as Element).closest(".step-bar")!.getBoundingClientRect();
        playGait();
        drag(event, {
            move: (_, dx) => showSoon(() => change(dx / width)),
            end: (e, moved) => void settle(moved ? change((e.clientX - event.clientX) / width) : null),
            cancel: () => void settle(null),
        });
    };
    const keys = (event: KeyboardEvent): void => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        endEdit(setTrigger(foot, to(from + by * SNAP * (event.shiftKey ? 10 : 1))));
    };
    const piece = (left: number, wide: number, end: boolean) => (
        <span
            class={`step-stand ${foot % 2 ? "right" : "left"}`}
            style={{ left: `${100 * left}%`, width: `${100 * wide}%` }}
        >
            {end && (
                <i
                    class="step-end"
                    onPointerDown={(event) =>
                        pull(event, (share) =>
                            changeRow({
                                duty: Math.min(0.95, Math.max(0.05, Math.round((now.duty + share) / SNAP) * SNAP)),
                            }),
                        )
                    }
                    data-test={`step-end-${foot}`}
                />
            )}
        </span>
    );
    return (
        <div
            class="step-bar"
            role="slider"
            tabIndex={0}
            aria-label={`When the ${words} treads`}
            aria-valuenow={from}
            aria-valuemin={0}
            aria-valuemax={1}
            onPointerDown={(event) => pull(event, (share) => setTrigger(foot, to(from + share)))}
            onKeyDown={keys}
            data-test={`step-${foot}`}
            {...tip("Drag it: when the foot treads. Drag its end: how long all stand")}
        >
            {piece(from, Math.min(now.duty, 1 - from), over === 0)}
            {over > 0 && piece(0, over, true)}
        </div>
    );
}

function Steps() {
    const now = row.value!;
    return (
        <div class="gait-steps" role="group" aria-label="Steps of this row">
            {now.triggers.map((at, foot) => (
                <div class="gait-step" key={foot}>
                    <span class="step-name">{footWords(now.feet, foot)}</span>
                    <Bar foot={foot} />
                    <div class="w-field">
                        <NumberInput
                            bare
                            label={`Trigger of ${footWords(now.feet, foot)}`}
                            value={Number(at.toFixed(4))}
                            min={0}
                            max={1}
                            step={0.01}
                            onInput={(value) => show(setTrigger(foot, value))}
                            onChange={(value) => endEdit(setTrigger(foot, value))}
                            onCancel={endPreview}
                            test={`trigger-${foot}`}
                        />
                    </div>
                </div>
            ))}
        </div>
    );
}

function Speeds() {
    const unit = falls.value?.unit ?? 0;
    const now = unit > 0 ? speed.value / unit : null;
    const add = (): void => {
        const made = addRow();
        if (send(made.command)) followRow(made.speed);
        playGait();
    };
    return (
        <div class="gait-speeds">
            <div class="gait-speed-list" role="group" aria-label="Rows by speed">
                {rows.value.map((one, i) => (
                    <button
                        key={i}
                        type="button"
                        class={i === rowIndex.value ? "on" : ""}
                        aria-pressed={i === rowIndex.value}
                        onClick={() => chooseRow(i)}
                        data-test={`row-${i}`}
                        {...tip(
                            `Froude number ${one.speed}${unit > 0 ? `: ${(one.speed * unit).toFixed(2)} m/s here` : ""}`,
                        )}
                    >
                        {Number(one.speed.toFixed(2))}
                    </button>
                ))}
            </div>
            <IconButton small icon="plus" label="Add a row" onClick={add} disabled={!canAddRow()} test="row-add" />
            <IconButton
                small
                icon="trash-2"
                label="Remove this row"
                onClick={() => endEdit(removeRow())}
                disabled={rows.value.length === 0}
                test="row-remove"
            />
            {now !== null && <span class="gait-now figures">{`now ${now.toFixed(2)}`}</span>}
        </div>
    );
}

function Chosen() {
    const now = row.value!;
    const moved = (value: number): void => {
        endEdit(changeRow({ speed: value }));
        followRow(value);
    };
    return (
        <>
            <NumberField
                label="Speed"
                title="A Froude number, v / √(g · leg length): equal for a mouse and a giant that move alike"
                value={now.speed}
                {...within(rowRanges.speed)}
                step={0.01}
                onChange={moved}
                test="row-speed"
            />
            <Slider
                label="Standing"
                title="The share of a cycle that a foot stands (duty factor)"
                value={now.duty}
                min={rowRanges.duty.min}
                max={rowRanges.duty.max}
                onInput={(duty) => show(changeRow({ duty }))}
                onChange={(duty) => endEdit(changeRow({ duty }))}
                onCancel={endPreview}
                test="row-duty"
            />
            <Slider
                label="Stride"
                title="How far it goes in one cycle, in leg lengths"
                value={now.stride}
                min={rowRanges.stride.min}
                max={rowRanges.stride.max}
                onInput={(stride) => show(changeRow({ stride }))}
                onChange={(stride) => endEdit(changeRow({ stride }))}
                onCancel={endPreview}
                test="row-stride"
            />
            <Steps />
        </>
    );
}

export function GaitRows() {
    const own = gait.value?.rows !== null;
    return (
        <Section
            title="Steps by speed"
            id="gait-rows"
            detail={own ? "its own" : "the usual ones"}
            actions={
                own ? (
                    <IconButton
                        small
                        icon="rotate-ccw"
                        label="Reset to the default rows"
                        onClick={() => void send(setGait({ rows: null }))}
                        test="rows-usual"
                    />
                ) : undefined
            }
        >
            <Segmented
                label="Legs"
                title="Rows for this number of legs of about equal length; from seven legs on, steps follow a general rule"
                value={String(feet.value)}
                options={LEGS}
                onChange={(count) => chooseFeet(Number(count))}
                test="row-feet"
            />
            <Speeds />
            {row.value ? (
                <Chosen />
            ) : (
                <p class="w-note">There are no rows for this number of legs; they step by the general rule.</p>
            )}
            {!row.value && (
                <Button
                    small
                    icon="plus"
                    label="Add a row"
                    onClick={() => endEdit(addRow().command)}
                    test="row-first"
                />
            )}
        </Section>
    );
}

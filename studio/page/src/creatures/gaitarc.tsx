// The flight of a foot, seen from the side, from lift-off to touch-down. The keys between can be dragged, or typed as
// numbers.
import type { Command } from "../core/project.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { Button, IconButton, NumberField, Section } from "../widgets/index.ts";
import {
    addArcKey,
    startArc,
    changeArcKey,
    arcIndex,
    removeArcKey,
    flight,
    liftShare,
    canAddArcKey,
    setGait,
    playGait,
    type ArcKey,
} from "./gaits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { gait } from "./state.ts";
import "./gaitrows.css";

const [WIDE, HIGH, EDGE] = [240, 92, 12]; // px
const MIN_HEIGHT = 0.25; // leg lengths that the picture always covers

const FIELDS: readonly {
    readonly key: keyof ArcKey;
    readonly label: string;
    readonly title: string;
    readonly min: number;
    readonly max: number;
}[] = [
    { key: "time", label: "Time", title: "Share of the flight time", min: 0, max: 1 },
    { key: "forward", label: "Forward", title: "Share of the distance", min: -4, max: 4 },
    { key: "up", label: "Up", title: "Leg lengths above the straight line, at the usual lift", min: -4, max: 4 },
    { key: "out", label: "Out", title: "Leg lengths away from the middle of the body", min: -4, max: 4 },
    { key: "pitch", label: "Pitch", title: "Radians, toe down", min: -4, max: 4 },
];

function Picture() {
    const { arc } = gait.value!;
    const path = flight.value;
    const top = Math.max(MIN_HEIGHT, ...path.map(([, up]) => up));
    const low = Math.min(0, ...path.map(([, up]) => up));
    const x = (forward: number): number => EDGE + forward * (WIDE - 2 * EDGE);
    const perUp = (HIGH - 2 * EDGE) / (top - low);
    const y = (up: number): number => HIGH - EDGE - (up - low) * perUp;
    const down = (event: PointerEvent, index: number): void => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.stopPropagation();
        arcIndex.value = index;
        const from = arc[index]!;
        const scale = WIDE / (event.currentTarget as SVGElement).ownerSVGElement!.getBoundingClientRect().width;
        const share = liftShare.peek();
        const change = (e: PointerEvent): Command => {
            const [dx, dy] = [(e.clientX - event.clientX) * scale, (e.clientY - event.clientY) * scale];
            return changeArcKey(index, {
                forward: from.forward + dx / (WIDE - 2 * EDGE),
                up: share > 0 ? from.up - dy / perUp / share : from.up,
            });
        };
        playGait();
        drag(event, {
            move: (e) => showSoon(() => change(e)),
            end: (e, moved) => void settle(moved ? change(e) : null),
            cancel: () => void settle(null),
        });
    };
    return (
        <svg
            class="arc-picture"
            viewBox={`0 0 ${WIDE} ${HIGH}`}
            role="group"
            aria-label="Flight of a foot from the side"
            data-test="arc"
        >
            <line class="arc-ground" x1={0} x2={WIDE} y1={y(0)} y2={y(0)} />
            <path
                class="arc-path"
                d={path
                    .map(([forward, up], i) => `${i ? "L" : "M"}${x(forward).toFixed(1)},${y(up).toFixed(1)}`)
                    .join("")}
            />
            {arc.map((key, i) => {
                const end = i === 0 || i === arc.length - 1;
                return end ? (
                    <circle key={i} class="arc-key end" cx={x(key.forward)} cy={y(0)} r={3.5} />
                ) : (
                    <circle
                        key={i}
                        class={i === arcIndex.value ? "arc-key on" : "arc-key"}
                        cx={x(key.forward)}
                        cy={y(key.up * liftShare.value)}
                        r={5}
                        role="button"
                        tabindex={0}
                        aria-label={`Key of the flight at ${key.time}`}
                        aria-pressed={i === arcIndex.value}
                        onPointerDown={(event) => down(event, i)}
                        onFocus={() => void (arcIndex.value = i)}
                        data-test={`arc-key-${i}`}
                    />
                );
            })}
        </svg>
    );
}

function Key() {
    const { arc } = gait.value!;
    const index = Math.min(arcIndex.value, arc.length - 2);
    const key = arc[index];
    if (index < 1 || !key) return null;
    return (
        <>
            {FIELDS.map(({ key: name, label, title, min, max }) => (
                <NumberField
                    key={name}
                    label={label}
                    title={title}
                    value={Number(key[name].toFixed(4))}
                    min={min}
                    max={max}
                    step={0.01}
                    onInput={(value) => (playGait(), preview(changeArcKey(index, { [name]: value })))}
                    onChange={(value) => (endPreview(), void send(changeArcKey(index, { [name]: value })))}
                    onCancel={endPreview}
                    test={`arc-${name}`}
                />
            ))}
        </>
    );
}

export function GaitArc() {
    const { arc } = gait.value!;
    const add = (): void => {
        const made = addArcKey();
        if (send(made.command)) arcIndex.value = made.index;
    };
    const actions = arc.length > 0 && (
        <>
            <IconButton small icon="plus" label="Add a key" onClick={add} disabled={!canAddArcKey()} test="arc-add" />
            <IconButton
                small
                icon="trash-2"
                label="Remove this key"
                onClick={() => void send(removeArcKey(Math.min(arcIndex.peek(), arc.length - 2)))}
                disabled={arc.length < 3}
                test="arc-remove"
            />
            <IconButton
                small
                icon="rotate-ccw"
                label="Reset to the flight from lift alone"
                onClick={() => void send(setGait({ arc: null }))}
                test="arc-usual"
            />
        </>
    );
    return (
        <Section title="Flight of a foot" id="gait-arc" actions={actions || undefined}>
            <Picture />
            {arc.length > 0 ? (
                <Key />
            ) : (
                <Button
                    small
                    icon="spline"
                    label="Shape it by hand"
                    onClick={() => void send(startArc())}
                    test="arc-begin"
                />
            )}
        </Section>
    );
}

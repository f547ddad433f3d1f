// The pose board: thumbnails as nodes, links and triangles between them, and a dot that is dragged through the space
// that they span. On the stage workspace the same board is read-only: the dot shows an actor's place with its recent
// trail.
import { signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Artwork } from "../core/project.ts";
import { Thumbnail } from "../draw/thumbnail.tsx";
import { artwork, artworkIndex, isSelected, select } from "../state/app.ts";
import { ask, send } from "../state/document.ts";
import { Button, Empty, IconButton } from "../widgets/index.ts";
import { tip } from "../widgets/tip.ts";
import "./board.css";
import { layOut, mix, type Points } from "../tools/poselayout.ts";
import {
    current,
    dot,
    keepPose,
    link,
    remove,
    selectedExamples,
    showCurrent,
    showExample,
    simplicesOf,
    unlink,
} from "./state.ts";

const UNIT_PIXELS = 104; // pixels per board unit at zoom 1
const CARD_PIXELS = 80; // size of a thumbnail, pixels
const NAME_PIXELS = 20; // height of the name below it, pixels
const [MIN_ZOOM, MAX_ZOOM] = [0.2, 2.5]; // zoom limits
const NAMES_ZOOM = 0.33; // zoom below which only selected or hovered poses show their names
const ON_POSE_WEIGHT = 0.85; // weight of one pose above which the dot lies on its picture and becomes translucent
const LINK_REACH = 0.55; // distance from a node within which a new link attaches, board units

type Gesture =
    | { kind: "none" }
    | { kind: "pan"; x: number; y: number }
    | { kind: "node"; index: number; startX: number; startY: number; moved: boolean }
    | { kind: "dot" }
    | { kind: "link"; from: number; x: number; y: number };

// A selected side or triangle, as sorted names; null: none.
const chosenSimplex = signal<readonly string[] | null>(null);

export interface BoardProps {
    // The weights that the dot shows while it is not dragged. The stage workspace passes this.
    watch?: {
        readonly artwork: number;
        readonly place: ArrayLike<number> | null;
        readonly trail: readonly (readonly [number, number])[];
    };
}

export function Board({ watch }: BoardProps): JSX.Element {
    const own = artwork.value;
    const index = watch?.artwork ?? artworkIndex.value;
    const area = useRef<HTMLDivElement>(null);
    const gesture = useSignal<Gesture>({ kind: "none" });
    const view = useSignal({ x: 0, y: 0, zoom: 1 });
    const moved = useSignal<{ index: number; x: number; y: number } | null>(null);
    const fitted = useRef("");

    const points = useComputed((): Points => {
        const positions = artwork.value ? layOut(artwork.value) : new Float32Array(0);
        if (moved.value) positions.set([moved.value.x, moved.value.y], 2 * moved.value.index);
        return positions;
    });

    const fit = (): void => {
        const box = area.current?.getBoundingClientRect();
        if (!box || points.value.length === 0) return;
        const [xs, ys] = [points.value.filter((_, i) => i % 2 === 0), points.value.filter((_, i) => i % 2 === 1)];
        const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const zoom = Math.min(
            1.25,
            box.width / ((right - left + 1.1) * UNIT_PIXELS),
            (box.height - NAME_PIXELS) / ((bottom - top + 1) * UNIT_PIXELS),
        );
        const fitting = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
        view.value = {
            x: (left + right) / 2,
            y: (top + bottom) / 2 + NAME_PIXELS / 2 / UNIT_PIXELS / fitting,
            zoom: fitting,
        };
    };
    // Fits all poses before the first display and whenever the panel is resized.
    useEffect(() => {
        if (!area.current) return;
        const observer = new ResizeObserver(fit);
        observer.observe(area.current);
        return () => observer.disconnect();
    }, [!own || own.examples.length === 0]);
    useSignalEffect(() => {
        const of = artwork.value;
        // In that case links determine positions
        const linkCount = of?.examples.some((example) => !example.board) ? of.complex.length : 0;
        const key = `${of?.name} ${of?.examples.length} ${linkCount}`;
        if (fitted.current !== key) {
            fitted.current = key;
            queueMicrotask(fit);
        }
    });

    if (!own || own.examples.length === 0) {
        return (
            <div class="board">
                <Empty
                    icon="images"
                    title="No poses yet"
                    text="Pose the drawing, then keep it here. Link two poses and everything between them belongs to the character."
                    action={
                        own?.handles.length
                            ? { label: "Keep this pose", onClick: () => keepPose(), shortcut: "K" }
                            : undefined
                    }
                />
            </div>
        );
    }

    const size = (): { width: number; height: number } =>
        area.current?.getBoundingClientRect() ?? { width: 0, height: 0 };
    const toBoard = (event: { clientX: number; clientY: number }): [number, number] => {
        const box = area.current!.getBoundingClientRect();
        const scale = UNIT_PIXELS * view.value.zoom;
        return [
            view.value.x + (event.clientX - box.left - box.width / 2) / scale,
            view.value.y + (event.clientY - box.top - box.height / 2) / scale,
        ];
    };
    const nearestNode = (x: number, y: number, reach: number): number => {
        let best = -1;
        let distance = reach;
        for (let i = 0; 2 * i < points.value.length; i++) {
            const d = Math.hypot(points.value[2 * i]! - x, points.value[2 * i + 1]! - y);
            if (d < distance) [best, distance] = [i, d];
        }
        return best;
    };

    const moveDot = (x: number, y: number): void => {
        const found = ask((core) => core.board(index, points.value, x, y));
        if (!found) return;
        dot.value = found.weights;
        showCurrent();
    };

    const down = (event: PointerEvent, start: Gesture): void => {
        if (event.button !== 0) return;
        event.stopPropagation();
        area.current?.setPointerCapture(event.pointerId);
        gesture.value = start;
    };
    const move = (event: PointerEvent): void => {
        const [x, y] = toBoard(event);
        const now = gesture.value;
        if (now.kind === "dot") moveDot(x, y);
        else if (now.kind === "link") gesture.value = { ...now, x, y };
        else if (now.kind === "pan") {
            view.value = { ...view.value, x: view.value.x + now.x - x, y: view.value.y + now.y - y };
        } else if (now.kind === "node") {
            const far = Math.hypot(x - now.startX, y - now.startY) * UNIT_PIXELS * view.value.zoom > 4;
            if (!far && !now.moved) return;
            if (!now.moved) gesture.value = { ...now, moved: true };
            const base = layOut(own);
            moved.value = {
                index: now.index,
                x: base[2 * now.index]! + x - now.startX,
                y: base[2 * now.index + 1]! + y - now.startY,
            };
        }
    };
    const up = (event: PointerEvent): void => {
        const [x, y] = toBoard(event);
        const now = gesture.value;
        gesture.value = { kind: "none" };
        if (now.kind === "link") {
            const to = nearestNode(x, y, LINK_REACH);
            if (to >= 0 && to !== now.from) link([own.examples[now.from]!.name, own.examples[to]!.name]);
        } else if (now.kind === "node" && moved.value) {
            const { x: atX, y: atY } = moved.value;
            moved.value = null;
            arrange(own, now.index, [atX, atY]);
        }
        moved.value = null;
    };
    const wheel = (event: WheelEvent): void => {
        event.preventDefault();
        const before = toBoard(event);
        view.value = {
            ...view.value,
            zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.value.zoom * Math.exp(-event.deltaY / 400))),
        };
        const after = toBoard(event);
        view.value = { ...view.value, x: view.value.x + before[0] - after[0], y: view.value.y + before[1] - after[1] };
    };
    // Arrow keys go from pose to pose, Escape clears the selection.
    const walk = (event: KeyboardEvent): boolean => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        const cards = [...(area.current?.querySelectorAll<HTMLElement>(".board-card") ?? [])];
        if (!way || cards.length === 0) return false;
        const from = cards.indexOf(document.activeElement as HTMLElement);
        const next = from < 0 ? 0 : nextTowards(points.value, from, way as [number, number]);
        cards[next]?.focus();
        return true;
    };
    const keys = (event: KeyboardEvent): void => {
        if (walk(event)) {
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        if (event.key === "Escape" && gesture.value.kind !== "none") {
            event.stopPropagation();
            gesture.value = { kind: "none" };
            moved.value = null;
        } else if (event.key === "Escape" && chosenSimplex.value) {
            event.stopPropagation();
            chosenSimplex.value = null;
        }
        if (watch) return;
        if ((event.key === "Delete" || event.key === "Backspace") && chosenSimplex.value) {
            event.preventDefault();
            event.stopPropagation();
            unlink(chosenSimplex.value);
            chosenSimplex.value = null;
        }
    };

    const { width, height } = size();
    const scale = UNIT_PIXELS * view.value.zoom;
    const px = (x: number, y: number): [number, number] => [
        width / 2 + (x - view.value.x) * scale,
        height / 2 + (y - view.value.y) * scale,
    ];
    const corner = (i: number): [number, number] => px(points.value[2 * i]!, points.value[2 * i + 1]!);
    const { segments, triangles } = simplicesOf(own);
    const weights = watch ? watch.place : (dot.value ?? (current.value ? oneHot(own, current.value.name) : null));
    const at = weights ? px(...mix(points.value, weights)) : null;
    const chosen = selectedExamples.value;
    const names = (corners: readonly number[]): string[] => corners.map((i) => own.examples[i]!.name).sort();
    const isChosen = (corners: readonly number[]): boolean =>
        chosenSimplex.value?.join("/") === names(corners).join("/");
    const choose = (event: Event, corners: readonly number[]): void => {
        event.stopPropagation();
        if (!watch) chosenSimplex.value = names(corners);
    };
    const linkable = chosen.length === 2 || chosen.length === 3;

    return (
        <div class="board" data-test="board">
            {!watch && (
                <div class="board-bar" role="toolbar" aria-label="Pose board">
                    <Button
                        label={chosen.length === 3 ? "Make a triangle" : "Link"}
                        icon={chosen.length === 3 ? "triangle" : "spline"}
                        kind="quiet"
                        disabled={!linkable}
                        shortcut="L"
                        onClick={() => linkable && link(chosen.map((e) => e.name))}
                    />
                    <IconButton
                        icon="unlink"
                        label="Unlink what is selected"
                        disabled={!chosenSimplex.value && !linkable}
                        onClick={() => {
                            unlink(chosenSimplex.value ?? chosen.map((e) => e.name));
                            chosenSimplex.value = null;
                        }}
                    />
                    <IconButton
                        icon="trash-2"
                        label="Delete the selected poses"
                        shortcut="Delete"
                        disabled={chosen.length === 0}
                        onClick={() => remove(chosen.map((e) => e.name))}
                    />
                </div>
            )}
            <div
                class={view.value.zoom < NAMES_ZOOM ? "board-area small" : "board-area"}
                ref={area}
                tabIndex={0}
                role="group"
                aria-label="Poses, and which of them blend"
                onPointerDown={(e) => {
                    const [x, y] = toBoard(e);
                    chosenSimplex.value = null;
                    down(e, { kind: "pan", x, y });
                }}
                onPointerMove={move}
                onPointerUp={up}
                onPointerCancel={up}
                onWheel={wheel}
                onKeyDown={keys}
            >
                <svg class="board-lines" aria-hidden="true">
                    {triangles.map((corners) => (
                        <polygon
                            key={`t${corners.join()}`}
                            class={isChosen(corners) ? "board-triangle chosen" : "board-triangle"}
                            points={corners.map((i) => corner(i).join()).join(" ")}
                            onPointerDown={(e) => !nearDot(e, at, area.current) && choose(e, corners)}
                            data-test="board-triangle"
                        />
                    ))}
                    {segments.map((corners) => {
                        const [[x1, y1], [x2, y2]] = [corner(corners[0]), corner(corners[1])];
                        return (
                            <g
                                key={`s${corners.join()}`}
                                class={isChosen(corners) ? "board-segment chosen" : "board-segment"}
                                data-test="board-segment"
                            >
                                <line x1={x1} y1={y1} x2={x2} y2={y2} />
                                <line
                                    class="board-reach"
                                    x1={x1}
                                    y1={y1}
                                    x2={x2}
                                    y2={y2}
                                    onPointerDown={(e) => !nearDot(e, at, area.current) && choose(e, corners)}
                                />
                            </g>
                        );
                    })}
                    {gesture.value.kind === "link" && (
                        <line
                            class="board-new-link"
                            x1={corner(gesture.value.from)[0]}
                            y1={corner(gesture.value.from)[1]}
                            x2={px(gesture.value.x, gesture.value.y)[0]}
                            y2={px(gesture.value.x, gesture.value.y)[1]}
                        />
                    )}
                    {watch && watch.trail.length > 1 && (
                        <polyline class="board-trail" points={watch.trail.map((p) => px(...p).join()).join(" ")} />
                    )}
                </svg>
                {own.examples.map((example, i) => {
                    const [x, y] = corner(i);
                    const card = Math.round(CARD_PIXELS * Math.min(1.2, view.value.zoom));
                    return (
                        <div
                            key={example.name}
                            class={!watch && isSelected("example", example.name) ? "board-node selected" : "board-node"}
                            style={{ transform: `translate(${x - card / 2}px, ${y - card / 2}px)`, width: `${card}px` }}
                            data-test={`node-${example.name}`}
                        >
                            <button
                                class="board-card"
                                aria-label={`Pose ${example.name}`}
                                aria-pressed={isSelected("example", example.name)}
                                onPointerDown={(e) => {
                                    if (watch) return;
                                    const [startX, startY] = toBoard(e);
                                    showExample(example.name, e.shiftKey);
                                    down(e, { kind: "node", index: i, startX, startY, moved: false });
                                }}
                                onKeyDown={(e) => {
                                    if (e.key === "Enter" || e.key === " ") {
                                        e.preventDefault();
                                        e.stopPropagation();
                                        showExample(example.name, e.shiftKey);
                                    }
                                }}
                            >
                                <Thumbnail artwork={index} example={i} size={card - 8} />
                            </button>
                            <span class="board-name">
                                <span>{example.name}</span>
                            </span>
                            {!watch && (
                                <span
                                    class="board-port"
                                    title="Drag to another pose to link them"
                                    data-test={`port-${example.name}`}
                                    onPointerDown={(e) => {
                                        const [px0, py0] = toBoard(e);
                                        select("example", example.name);
                                        down(e, { kind: "link", from: i, x: px0, y: py0 });
                                    }}
                                />
                            )}
                        </div>
                    );
                })}
                <div class="board-fit" onPointerDown={(e) => e.stopPropagation()}>
                    <IconButton small icon="maximize" label="Show the whole board" onClick={fit} test="board-fit" />
                </div>
                {at && (
                    <button
                        class={[
                            "board-dot",
                            watch ? "watched" : "",
                            weights && Math.max(...Array.from(weights)) > ON_POSE_WEIGHT ? "hollow" : "",
                        ].join(" ")}
                        style={{ transform: `translate(${at[0]}px, ${at[1]}px)` }}
                        aria-label={
                            watch
                                ? "Where the actor is among its poses"
                                : "Where the drawing is among its poses; arrow keys move it"
                        }
                        {...tip(watch ? "Where the actor is among its poses" : "")}
                        data-test="board-dot"
                        onPointerDown={(e) => !watch && down(e, { kind: "dot" })}
                        onKeyDown={(e) => {
                            const step = {
                                ArrowLeft: [-1, 0],
                                ArrowRight: [1, 0],
                                ArrowUp: [0, -1],
                                ArrowDown: [0, 1],
                            }[e.key];
                            if (!step || watch || !weights) return;
                            e.preventDefault();
                            e.stopPropagation();
                            const [x, y] = mix(points.value, weights);
                            moveDot(x + step[0]! * 0.06, y + step[1]! * 0.06);
                        }}
                    />
                )}
            </div>
            {!watch && <p class="board-hint">{boardHint(own, chosen.length)}</p>}
        </div>
    );
}

// The nearest pose in a direction; the pose itself if there is none.
function nextTowards(points: Points, from: number, [wayX, wayY]: readonly [number, number]): number {
    let [best, least] = [from, Infinity];
    for (let i = 0; 2 * i < points.length; i++) {
        const [dx, dy] = [points[2 * i]! - points[2 * from]!, points[2 * i + 1]! - points[2 * from + 1]!];
        const along = dx * wayX + dy * wayY;
        const cost = along + 2.5 * Math.abs(dx * wayY - dy * wayX);
        if (along > 0.05 && cost < least) [best, least] = [i, cost];
    }
    return best;
}

const round = (value: number): number => Math.round(value * 100) / 100;

// The dot is small and lies on lines, so it has priority near its position.
function nearDot(event: PointerEvent, at: [number, number] | null, area: HTMLElement | null): boolean {
    if (!at || !area) return false;
    const box = area.getBoundingClientRect();
    return Math.hypot(event.clientX - box.left - at[0], event.clientY - box.top - at[1]) < 12;
}

// When the first thumbnail is moved by hand, the current positions of all others are stored, so that they do not move.
function arrange(own: Artwork, index: number, at: [number, number]): void {
    const positions = layOut(own);
    const commands = own.examples.flatMap((example, i) => {
        if (i !== index && example.board) return [];
        const [x, y] = i === index ? at : [positions[2 * i]!, positions[2 * i + 1]!];
        const board = [round(x), round(-y)];
        return [{ do: "example.set", artwork: own.name, example: example.name, board }];
    });
    send({ do: "group", label: "Arrange poses", commands });
}

const oneHot = (own: Artwork, name: string): Float32Array =>
    Float32Array.from(own.examples, (e) => (e.name === name ? 1 : 0));

function boardHint(own: Artwork, selected: number): string {
    if (own.examples.length === 1) return "Keep a second pose, then link the two.";
    if (own.complex.length === 0) return "Drag from the small ring of a pose to another: then the two blend.";
    if (selected === 2) return "L links the two poses.";
    if (selected === 3) return "L makes a triangle: all three blend.";
    return "Drag the dot: the drawing follows. Select three poses and press L for a triangle.";
}

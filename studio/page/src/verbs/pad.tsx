// The pad: two axes of the open shape or verb, its examples as dots, moved forms as red dots, and the dot of the
// current place.
import { createRef } from "preact";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { frame } from "../state/workspaces.ts";
import { theme } from "../state/prefs.ts";
import { Empty, IconButton, Select } from "../widgets/index.ts";
import { insertExample } from "./insert.ts";
import { paintPad } from "./padpaint.ts";
import { beginExample, beginLive, beginMove, beginPseudo, draft, moving, nudgeLive } from "./padhands.ts";
import { area, inside, isNear, padAxes, pickAxis, toPixels, toPlace } from "./padspace.ts";
import {
    axes,
    beyond,
    built,
    examples,
    field,
    graph,
    picked,
    pickPseudo,
    place,
    selectedExample,
    selectedPseudo,
    trouble,
} from "./state.ts";
import { GraphPanel } from "./graphpanel.tsx";
import { OtherAxes } from "./otheraxes.tsx";
import "./pad.css";

const picture = createRef<HTMLCanvasElement>();
export const repaintPad = (anew = false): void => paintPad(picture.current, anew);

function Arrow({ from, to, chosen }: { from: readonly number[]; to: readonly number[]; chosen: boolean }) {
    const [[x1, y1], [x2, y2]] = [toPixels(from), toPixels(to)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [tx, ty] = [x2 - 8 * ux, y2 - 8 * uy];
    return (
        <g class={chosen ? "pad-arrow chosen" : "pad-arrow"}>
            <line x1={x1} y1={y1} x2={tx} y2={ty} />
            {length > 18 && (
                <path d={`M${tx} ${ty} l${-8 * ux - 4 * uy} ${-8 * uy + 4 * ux} l${8 * uy} ${-8 * ux} z`} />
            )}
        </g>
    );
}

const translated = ([x, y]: readonly [number, number]) => ({ transform: `translate(${x}px, ${y}px)` });

function Examples() {
    return (
        <>
            {examples.value.map((example) => (
                <button
                    key={example.name}
                    class={[
                        "pad-example",
                        selectedExample.value?.name === example.name ? "chosen" : "",
                        isNear(example.at) ? "" : "far",
                    ].join(" ")}
                    style={translated(toPixels(example.at))}
                    aria-label={`Example ${example.name}`}
                    aria-pressed={selectedExample.value?.name === example.name}
                    onPointerDown={(event) => beginExample(event, example)}
                    data-test={`example-${example.name}`}
                >
                    <span>{example.name}</span>
                </button>
            ))}
        </>
    );
}
function Pseudos() {
    return (
        <>
            {field.value?.pseudo.map((pseudo, i) =>
                (["from", "to"] as const).map((end) => (
                    <button
                        key={`${i} ${end}`}
                        class={["pad-pseudo", end, selectedPseudo.value === i ? "chosen" : ""].join(" ")}
                        style={translated(toPixels(pseudo[end]))}
                        aria-label={
                            end === "to" ? `Where moved form ${i + 1} is` : `Where moved form ${i + 1} is taken from`
                        }
                        onPointerDown={(event) => beginPseudo(event, i, end)}
                        onFocus={() => selectedPseudo.value !== i && pickPseudo(i)}
                        data-test={`pseudo-${i}-${end}`}
                    />
                )),
            )}
        </>
    );
}

function Lines() {
    const [left, top, right, bottom] = inside.value;
    const [x, y] = toPixels(place.value);
    return (
        <svg class="pad-lines" aria-hidden="true">
            <rect
                class="pad-inside"
                x={left}
                y={top}
                width={Math.max(0, right - left)}
                height={Math.max(0, bottom - top)}
                rx={4}
            />
            <path class="pad-cross" d={`M${x} 0 V${area.value.height} M0 ${y} H${area.value.width}`} />
            {field.value?.pseudo.map((pseudo, i) => (
                <Arrow key={i} from={pseudo.from} to={pseudo.to} chosen={selectedPseudo.value === i} />
            ))}
            {draft.value && <Arrow from={draft.value.from} to={draft.value.to} chosen />}
        </svg>
    );
}

function AxisNames() {
    const [x, y] = padAxes.value;
    const options = axes.value.map((axis) => ({ value: axis.name, label: axis.name }));
    if (options.length === 0) return null;
    return (
        <>
            <Select
                bare
                label="Axis across"
                value={axes.value[x]?.name ?? ""}
                options={options}
                onChange={(name) => pickAxis(0, name)}
                test="pad-x"
            />
            {y >= 0 && (
                <>
                    <span class="pad-by">by</span>
                    <Select
                        bare
                        label="Axis up"
                        value={axes.value[y]?.name ?? ""}
                        options={options}
                        onChange={(name) => pickAxis(1, name)}
                        test="pad-y"
                    />
                </>
            )}
        </>
    );
}

function Bar() {
    return (
        <div class="pad-bar" role="toolbar" aria-label="Pad">
            <AxisNames />
            <IconButton
                icon="move"
                label="Move this form"
                shortcut="M"
                title="Drag from one place to another: what was there is then found here. Or hold Alt while you drag."
                pressed={moving.value}
                onClick={() => (moving.value = !moving.value)}
                test="move-form"
            />
            <IconButton
                icon="circle-plus"
                label="Insert as example"
                shortcut="I"
                title="What is blended here becomes an example that you may edit. Or double-click a place."
                onClick={() => void insertExample(place.peek())}
                test="insert-example"
            />
        </div>
    );
}

function Area() {
    const element = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const observer = new ResizeObserver(([entry]) => {
            const { width, height } = entry!.contentRect;
            area.value = { width, height };
        });
        observer.observe(element.current!);
        return () => observer.disconnect();
    }, []);
    useSignalEffect(() => {
        void [area.value, inside.value, theme(), built.value];
        paintPad(picture.current, true);
        frame.request();
    });
    const under = (event: MouseEvent): [number, number] => {
        const box = element.current!.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    };
    return (
        <div
            ref={element}
            class={moving.value ? "pad-area moving" : "pad-area"}
            onPointerDown={(event) =>
                event.altKey || moving.peek() ? beginMove(event, element.current!) : beginLive(event, element.current!)
            }
            onDblClick={(event) => event.target === element.current && void insertExample(toPlace(...under(event)))}
            data-test="pad"
        >
            <canvas ref={picture} class="pad-picture" aria-hidden="true" />
            <Lines />
            <Examples />
            <Pseudos />
            <button
                class={beyond.value > 0 ? "pad-dot beyond" : "pad-dot"}
                style={translated(toPixels(place.value))}
                aria-label="Where it is on the axes; arrow keys move it"
                onPointerDown={(event) => beginLive(event, element.current!)}
                onKeyDown={nudgeLive}
                data-test="pad-dot"
            />
        </div>
    );
}

export function Pad() {
    if (graph.value) return <GraphPanel />;
    if (!field.value)
        return (
            <Empty
                icon="layout-grid"
                title="No verb or shape yet"
                text="Its examples lie here on axes that you name: happy and sad, slow and fast. Drag the dot to blend between them."
            />
        );
    if (axes.value.length === 0)
        return (
            <Empty
                icon="layout-grid"
                title="No axes yet"
                text="Name what changes from one example to another; then they can be laid out and blended."
            />
        );
    return (
        <div
            class="pad"
            aria-disabled={trouble.value !== null}
            onKeyDown={(event) => event.key === "Escape" && (picked.value = null)}
        >
            <Bar />
            <Area />
            <OtherAxes />
        </div>
    );
}

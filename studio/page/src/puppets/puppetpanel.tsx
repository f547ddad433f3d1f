// An artwork as a puppet: its elasticity, density and stiffness of its layers, and joined handles.
import { useState } from "preact/hooks";
import type { Artwork, Command, Part, Puppet } from "../core/project.ts";
import { live, send } from "../state/document.ts";
import { IconButton, Section, Segmented, Select, Slider, tip } from "../widgets/index.ts";
import { PARTS } from "./links.ts";
import "./puppets.css";

const setPuppet = (own: Artwork, keys: Partial<Puppet>): Command => ({ do: "puppet.set", artwork: own.name, ...keys });

// A factor for each layer; factors of 1 are not stored.
function LayerFactors({ own, kind, title }: { own: Artwork; kind: "densities" | "stiffnesses"; title: string }) {
    const factors = own.puppet[kind];
    const set =
        (layer: string) =>
        (value: number): Command =>
            setPuppet(own, {
                [kind]: Object.fromEntries(Object.entries({ ...factors, [layer]: value }).filter(([, v]) => v !== 1)),
            });
    return (
        <fieldset class="puppets-factors">
            <legend>{title}</legend>
            {own.layers.map((layer) => (
                <Slider
                    key={layer.name}
                    label={layer.name}
                    value={factors[layer.name] ?? 1}
                    min={0.01}
                    max={100}
                    log
                    default={1}
                    unit="×"
                    {...live(set(layer.name))}
                    test={`${kind}-${layer.name}`}
                />
            ))}
        </fieldset>
    );
}

function JoinRow({ own, index }: { own: Artwork; index: number }) {
    const { joins } = own.puppet;
    const join = joins[index]!;
    const set = (keep: readonly Part[] | null): boolean =>
        send(setPuppet(own, { joins: joins.flatMap((j, i) => (i !== index ? [j] : keep ? [{ ...j, keep }] : [])) }));
    const toggle = (part: Part): void => {
        const keep = PARTS.map((p) => p.value).filter((p) => (p === part) !== join.keep.includes(p));
        if (keep.length) set(keep);
    };
    return (
        <li data-test={`join-${index}`}>
            <span class="puppets-words">
                {join.a} — {join.b}
            </span>
            <span class="puppets-parts" role="group" aria-label={`What ${join.a} and ${join.b} share`}>
                {PARTS.map(({ value, label }) => (
                    <button
                        key={value}
                        type="button"
                        aria-pressed={join.keep.includes(value)}
                        aria-label={label}
                        onClick={() => toggle(value)}
                        {...tip(label)}
                    >
                        {label[0]}
                    </button>
                ))}
            </span>
            <IconButton
                small
                icon="x"
                label={`Part ${join.a} from ${join.b}`}
                onClick={() => void set(null)}
                test={`join-${index}-delete`}
            />
        </li>
    );
}

function AddJoin({ own }: { own: Artwork }) {
    const [a, setA] = useState("");
    const [b, setB] = useState("");
    const names = own.handles.map((h) => h.name);
    const first = names.includes(a) ? a : names[0]!;
    const joined = (x: string, y: string): boolean =>
        own.puppet.joins.some((j) => (j.a === x && j.b === y) || (j.a === y && j.b === x));
    const others = names.filter((n) => n !== first && !joined(first, n));
    const second = others.includes(b) ? b : others[0];
    const add = (): void => {
        if (second !== undefined)
            send(setPuppet(own, { joins: [...own.puppet.joins, { a: first, b: second, keep: ["position"] }] }));
    };
    return (
        <div class="puppets-addlink">
            <Select
                bare
                label="First handle"
                value={first}
                options={names.map((value) => ({ value, label: value }))}
                onChange={setA}
                test="join-a"
            />
            <Select
                bare
                label="Second handle"
                value={second ?? ""}
                options={others.map((value) => ({ value, label: value }))}
                onChange={setB}
                test="join-b"
            />
            <IconButton
                icon="link-2"
                label="Join these two"
                disabled={second === undefined}
                onClick={add}
                test="join-add"
            />
        </div>
    );
}

function Joins({ own }: { own: Artwork }) {
    if (own.handles.length < 2)
        return <p class="w-note">With two handles or more, some can be joined: they then stay together.</p>;
    return (
        <>
            <ul class="puppets-links" aria-label="Joined handles">
                {own.puppet.joins.map((join, i) => (
                    <JoinRow key={`${join.a}/${join.b}`} own={own} index={i} />
                ))}
            </ul>
            <AddJoin own={own} />
        </>
    );
}

export function PuppetPanel({ own, open = false }: { own: Artwork; open?: boolean }) {
    const { puppet } = own;
    const springs = puppet.elastic === "springs";
    return (
        <Section title="As a puppet" id="puppets.puppet" open={open} detail={springs ? "springs" : undefined}>
            <Segmented
                label="Held by"
                title="Its elastic energy: triangles resist everything but rotation (as rigid as possible), or edges resist changes of length (springs, which also resist shear less)"
                value={puppet.elastic}
                options={[
                    { value: "arap", label: "Shape" },
                    { value: "springs", label: "Springs" },
                ]}
                onChange={(elastic) => void send(setPuppet(own, { elastic }))}
                test="puppet-elastic"
            />
            <Slider
                label="Detail"
                title={`${springs ? "Edges for each handle" : "Rotations"} that approximate the whole drawing: fewer are faster, 0 uses ${springs ? "every edge" : "every triangle"}`}
                value={puppet.clusters}
                min={0}
                max={400}
                step={1}
                default={80}
                {...live((clusters) => setPuppet(own, { clusters: Math.round(clusters) }))}
                test="puppet-clusters"
            />
            <Slider
                label="Density"
                title="Kilograms per square metre: heavy puppets push light ones away"
                value={puppet.density}
                min={0.05}
                max={50}
                log
                default={1}
                {...live((density) => setPuppet(own, { density }))}
                test="puppet-density"
            />
            {own.layers.length > 0 && <LayerFactors own={own} kind="stiffnesses" title="Stiffness of layers" />}
            {own.layers.length > 0 && <LayerFactors own={own} kind="densities" title="Weight of layers" />}
            <fieldset class="puppets-factors">
                <legend>Handles that stay together</legend>
                <Joins own={own} />
            </fieldset>
        </Section>
    );
}

// The inspector of an artwork: name, size, the mirror, joins of its layers.
import type { Artwork } from "../core/project.ts";
import { revision, send } from "../state/document.ts";
import { select, selection } from "../state/app.ts";
import { Button } from "../widgets/button.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { NumberField } from "../widgets/numberfield.tsx";
import { Section } from "../widgets/section.tsx";
import { TextField } from "../widgets/textfield.tsx";
import { PuppetPanel } from "../puppets/puppetpanel.tsx";
import { rescale, setJoins, together } from "./commands.ts";
import { pairMirror, renameArtwork } from "./editing.ts";
import { currentFigure } from "./figure.ts";
import { currentJoins, removeJoin } from "./joins.ts";
import { takeTool } from "./state.ts";

export function ArtworkInspector({ artwork }: { artwork: Artwork }) {
    return (
        <>
            <Section title="Artwork" id="rig.artwork">
                <TextField
                    label="Name"
                    value={artwork.name}
                    onChange={(to) => renameArtwork(artwork.name, to)}
                    test="artwork-name"
                />
                <NumberField
                    label="Scale"
                    unit="px/m"
                    min={0.001}
                    max={1000000}
                    step={1}
                    default={256}
                    value={artwork.scale}
                    title="Pixels of the drawing per metre: fewer make it larger. Handles and poses are scaled with it"
                    onChange={(scale) => send(together("Scale the artwork", rescale(artwork, scale)))}
                    test="artwork-scale"
                />
                <Size artwork={artwork} />
            </Section>
            <Mirror artwork={artwork} />
            {artwork.layers.length > 1 && <Joins artwork={artwork} />}
            <PuppetPanel own={artwork} />
        </>
    );
}

function Size({ artwork }: { artwork: Artwork }) {
    revision.value;
    const figure = currentFigure();
    if (!figure || !artwork.layers.length) return null;
    const metres = (a: number, b: number): string => `${(b - a).toFixed(2)} m`;
    return (
        <dl class="rig-figures">
            <div>
                <dt>Width</dt>
                <dd>{metres(figure.low[0], figure.high[0])}</dd>
            </div>
            <div>
                <dt>Height</dt>
                <dd>{metres(figure.low[1], figure.high[1])}</dd>
            </div>
            <div>
                <dt>Vertices</dt>
                <dd>{figure.vertexCount}</dd>
            </div>
        </dl>
    );
}

function Mirror({ artwork }: { artwork: Artwork }) {
    const remove = (at: number): void =>
        void send({ do: "mirror.set", artwork: artwork.name, mirror: artwork.mirror.filter((_, i) => i !== at) });
    return (
        <Section title="Mirror" id="rig.mirror" detail={String(artwork.mirror.length)} open={false}>
            <p class="rig-note">Pairs swap when a pose is mirrored; a handle in no pair is its own partner.</p>
            <ul class="rig-list">
                {artwork.mirror.map(([left, right], i) => (
                    <li key={left}>
                        <button
                            type="button"
                            class="rig-list-name"
                            onClick={() => (select("handle", left), select("handle", right, true))}
                        >
                            {left} ↔ {right}
                        </button>
                        <IconButton small icon="x" label={`Part ${left} and ${right}`} onClick={() => remove(i)} />
                    </li>
                ))}
            </ul>
            <div class="rig-buttons">
                <Button
                    label="Pair by name"
                    icon="flip-horizontal-2"
                    small
                    onClick={pairMirror}
                    title="“hand-left” with “hand-right”, “arm.L” with “arm.R”"
                    test="mirror-names"
                />
            </div>
        </Section>
    );
}

function Joins({ artwork }: { artwork: Artwork }) {
    revision.value;
    const { joins, chosen, loose } = currentJoins();
    const chosenIndex = selection.value.find((s) => s.kind === "pin")?.name;
    return (
        <Section title="Joined layers" id="rig.joins" detail={chosen ? String(joins.length) : "automatic"}>
            <p class="rig-note">
                {chosen
                    ? "On a stage, layers are joined at these points."
                    : "Layers are joined at handles that move both, and where they overlap. Add a join to choose for yourself."}
                {loose && ` ${loose} is not joined to the other layers: it will fall off.`}
            </p>
            <ul class="rig-list">
                {joins.map((join, i) => (
                    <li key={i} aria-current={chosenIndex === String(i)}>
                        <button
                            type="button"
                            class="rig-list-name"
                            onClick={() => (takeTool("join"), select("pin", String(i)))}
                        >
                            {join.layer} → {join.onto}
                        </button>
                        <IconButton
                            small
                            icon="x"
                            label={`Part ${join.layer} and ${join.onto}`}
                            onClick={() => removeJoin(artwork, i)}
                        />
                    </li>
                ))}
            </ul>
            <div class="rig-buttons">
                <Button label="Add a join" icon="link-2" small shortcut="J" onClick={() => takeTool("join")} />
                {chosen && (
                    <Button
                        label="By themselves"
                        small
                        kind="quiet"
                        onClick={() => send(setJoins(artwork, null))}
                        title="Remove these joins and join layers automatically at handles and overlaps"
                    />
                )}
            </div>
        </Section>
    );
}

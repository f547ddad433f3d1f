// Copied motion of a puppet on the stage: the chosen regions, and the motion that it takes from others.
import { sliding, within } from "../core/ranges.ts";
import { copyRanges, regionRanges } from "../core/schema.ts";
import type { Actor, CopiedRegion, Copy } from "../core/project.ts";
import { live, send } from "../state/document.ts";
import { Button, IconButton, NumberField, Section, Select, Slider, Toggle } from "../widgets/index.ts";
import { artworkOf } from "../scene/state.ts";
import { selectHandles } from "../timeline/state.ts";
import { pasteRegions, setCopies } from "./paste.ts";
import { chosen, copied, copyRegions, regionsShown, setThreshold, USUAL } from "./regions.ts";
import "./puppets.css";

// ---- The chosen region

function ChosenRegion({ actor }: { actor: Actor }) {
    const handles = artworkOf(actor)?.handles ?? [];
    const regions = chosen.value?.regions ?? [];
    const several = regions.length > 1;
    const options = [
        { value: "", label: several ? `${regions.length} handles` : "None" },
        ...handles.map((h) => ({ value: h.name, label: h.name })),
    ];
    const set = (value: number): void =>
        setThreshold(
            actor.artwork,
            regions.map((r) => r.handle),
            value,
        );
    return (
        <>
            <Select
                label="Region"
                title="What a handle moves. Click handles on the stage, with Shift several"
                value={several ? "" : (regions[0]?.handle ?? "")}
                options={options}
                onChange={(name) => selectHandles(name ? [name] : [])}
                test="region-handle"
            />
            {regions.length > 0 && (
                <>
                    <Slider
                        label="Reaches"
                        title="Vertices that the handle moves by more than this share belong to the region: a lower share selects more of the drawing"
                        value={regions.at(-1)!.threshold}
                        min={0.05}
                        max={0.95}
                        step={0.05}
                        default={USUAL}
                        onInput={set}
                        onChange={set}
                        test="region-threshold"
                    />
                    <Toggle
                        label="Show on the drawing"
                        value={regionsShown.value}
                        onChange={(on) => void (regionsShown.value = on)}
                        test="region-shown"
                    />
                </>
            )}
            <div class="puppets-buttons">
                <Button
                    small
                    label="Copy motion"
                    icon="copy"
                    shortcut="Mod+C"
                    disabled={!regions.length}
                    onClick={() => void copyRegions()}
                    test="copy-motion"
                />
                <Button
                    small
                    label="Paste"
                    icon="clipboard-paste"
                    shortcut="Mod+V"
                    title="Live if the source is listed before this puppet; Shift pastes a recording"
                    disabled={copied.value === null}
                    onClick={(e) => void pasteRegions(e.shiftKey)}
                    test="paste-motion"
                />
            </div>
        </>
    );
}

// ---- Motion taken from others

interface Place {
    readonly actor: Actor;
    readonly copy: Copy;
    readonly index: number;
}
const withCopy = ({ actor, index }: Place, change: Partial<Copy> | null) =>
    setCopies(
        actor,
        actor.copies.flatMap((c, i) => (i !== index ? [c] : change ? [{ ...c, ...change }] : [])),
    );
const withRegion = (place: Place, at: number, change: Partial<CopiedRegion> | null) => {
    const regions = place.copy.regions.flatMap((r, i) => (i !== at ? [r] : change ? [{ ...r, ...change }] : []));
    return withCopy(place, regions.length ? { regions } : null);
};

function RegionFields({ place, region, at }: { place: Place; region: CopiedRegion; at: number }) {
    const change = (key: keyof CopiedRegion) => live((value) => withRegion(place, at, { [key]: value }));
    const test = `copy-${place.index}-${at}`;
    return (
        <div class="puppets-card-part" data-test={test}>
            <div class="puppets-card-title">
                <span>
                    {region.from} → {region.to}
                </span>
                <IconButton
                    small
                    icon="x"
                    label={`Take ${region.to} out`}
                    onClick={() => void send(withRegion(place, at, null))}
                    test={`${test}-delete`}
                />
            </div>
            <Slider
                label="Place"
                title="How strongly its centroid follows (equation 12): 1 is exact, less yields to contact and gravity"
                value={region.place}
                {...sliding(regionRanges.place)}
                step={0.01}
                {...change("place")}
                test={`${test}-place`}
            />
            <Slider
                label="Shape"
                title="How strongly it follows rotation and stretch (equation 14)"
                value={region.shape}
                {...sliding(regionRanges.shape)}
                step={0.01}
                {...change("shape")}
                test={`${test}-shape`}
            />
            {region.from_threshold !== null && (
                <Slider
                    label="Reach there"
                    title="Of the source: vertices that the handle moves by more than this share"
                    value={region.from_threshold}
                    min={0.05}
                    max={0.95}
                    step={0.05}
                    default={USUAL}
                    {...change("from_threshold")}
                />
            )}
            <Slider
                label="Reach here"
                title="Of this puppet: vertices that the handle moves by more than this share"
                value={region.to_threshold}
                min={0.05}
                max={0.95}
                step={0.05}
                default={USUAL}
                {...change("to_threshold")}
                test={`${test}-reach`}
            />
        </div>
    );
}

function CopyCard({ place }: { place: Place }) {
    const { copy, index } = place;
    const remove = (): void => {
        send(withCopy(place, null));
    };
    return (
        <li class="puppets-card" data-test={`copy-${index}`}>
            <div class="puppets-card-head">
                <span class={copy.from !== null ? "puppets-chip live" : "puppets-chip"}>
                    {copy.from !== null ? "live" : "recorded"}
                </span>
                <strong>{copy.from ?? copy.recording}</strong>
                <IconButton
                    small
                    icon="trash-2"
                    label={`Delete what it takes from ${copy.from ?? copy.recording}`}
                    onClick={remove}
                    test={`copy-${index}-delete`}
                />
            </div>
            {copy.regions.map((region, at) => (
                <RegionFields key={region.to} place={place} region={region} at={at} />
            ))}
            <NumberField
                label="Size"
                title="Scale of the movements relative to the source; 0 uses the ratio of the drawings' sizes"
                value={copy.size}
                {...within(copyRanges.size)}
                step={0.05}
                unit="×"
                {...live((size) => withCopy(place, { size }))}
                test={`copy-${index}-size`}
            />
            {copy.recording !== null && (
                <NumberField
                    label="Begins at"
                    title="When the recording begins on this stage"
                    value={copy.start}
                    {...within(copyRanges.start)}
                    step={0.1}
                    {...live((start) => withCopy(place, { start }))}
                    test={`copy-${index}-start`}
                />
            )}
        </li>
    );
}

export function CopiesPanel({ actor }: { actor: Actor }) {
    const ready = copied.value;
    return (
        <Section
            title="Copied motion"
            id="puppets.copies"
            open={actor.copies.length > 0}
            detail={actor.copies.length || undefined}
        >
            <ChosenRegion actor={actor} />
            {ready && (
                <p class="w-note" data-test="copied">
                    Copied: {ready.regions.map((r) => r.handle).join(", ")} of {ready.actor}.
                </p>
            )}
            {actor.copies.length === 0 && !ready && (
                <p class="w-note">
                    A part of another puppet can lead a part of this one: select its handle, copy, select a handle here,
                    paste.
                </p>
            )}
            <ul class="puppets-cards" aria-label="Copied motion">
                {actor.copies.map((copy, index) => (
                    <CopyCard key={`${copy.from ?? copy.recording} ${index}`} place={{ actor, copy, index }} />
                ))}
            </ul>
        </Section>
    );
}

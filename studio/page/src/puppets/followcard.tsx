// One handle and what it follows.
import { sliding, within } from "../core/ranges.ts";
import { followRanges, particleRanges, pathRanges } from "../core/schema.ts";
import type { Actor, Follow, Part } from "../core/project.ts";
import { live, send } from "../state/document.ts";
import { artworkOf } from "../scene/state.ts";
import { Button, IconButton, NumberField, Row, Select, Slider, Toggle } from "../widgets/index.ts";
import { kindOf, leaders, ofKind, pathWanted, wantPath, withFollow } from "./follows.ts";
import type { FollowKind } from "./follows.ts";

interface CardProps {
    readonly actor: Actor;
    readonly follow: Follow;
    readonly index: number;
}
const handlesOf = (actor: Actor | undefined) =>
    ((actor && artworkOf(actor)?.handles) ?? []).map((h) => ({ value: h.name, label: h.name }));

function ParticleFields({ actor, follow, index }: CardProps) {
    const own = follow.particle!;
    const set = (change: Partial<typeof own>) => withFollow(actor, index, { particle: { ...own, ...change } });
    return (
        <>
            <Row label="Begins at">
                <NumberField
                    label="X"
                    value={own.at[0]}
                    step={0.05}
                    unit="m"
                    {...live((x) => set({ at: [x, own.at[1]] }))}
                    test={`follow-${index}-x`}
                />
                <NumberField
                    label="Y"
                    value={own.at[1]}
                    step={0.05}
                    unit="m"
                    {...live((y) => set({ at: [own.at[0], y] }))}
                    test={`follow-${index}-y`}
                />
            </Row>
            <Row label="Thrown with">
                <NumberField
                    label="X"
                    value={own.velocity[0]}
                    step={0.1}
                    default={0}
                    unit="m/s"
                    {...live((x) => set({ velocity: [x, own.velocity[1]] }))}
                    test={`follow-${index}-vx`}
                />
                <NumberField
                    label="Y"
                    value={own.velocity[1]}
                    step={0.1}
                    default={0}
                    unit="m/s"
                    {...live((y) => set({ velocity: [own.velocity[0], y] }))}
                />
            </Row>
            <Slider
                label="Gravity"
                title="Times the stage's"
                value={own.gravity}
                {...sliding(particleRanges.gravity)}
                step={0.05}
                unit="×"
                {...live((gravity) => set({ gravity }))}
            />
            <Toggle
                label="Bounces from a floor"
                value={own.floor !== null}
                onChange={(on) => void send(set({ floor: on ? 0 : null }))}
                test={`follow-${index}-floor`}
            />
            {own.floor !== null && (
                <>
                    <NumberField
                        label="Floor"
                        title="The height it bounces from"
                        value={own.floor}
                        step={0.05}
                        default={0}
                        unit="m"
                        {...live((floor) => set({ floor }))}
                    />
                    <Slider
                        label="Bounce"
                        title="The share of its speed that it keeps"
                        value={own.bounce}
                        {...sliding(particleRanges.bounce)}
                        step={0.01}
                        {...live((bounce) => set({ bounce }))}
                    />
                </>
            )}
        </>
    );
}

function PathFields({ actor, follow, index }: CardProps) {
    const own = follow.path!;
    const set = (change: Partial<typeof own>) => withFollow(actor, index, { path: { ...own, ...change } });
    const drawing = pathWanted.value?.actor === actor.name && pathWanted.value.index === index;
    return (
        <>
            <Button
                label={drawing ? "Draw it on the stage…" : "Draw the path"}
                icon="pencil"
                wide
                pressed={drawing}
                onClick={() => (drawing ? void (pathWanted.value = null) : wantPath(actor, index))}
                test={`follow-${index}-draw`}
            />
            <NumberField
                label="Takes"
                title="Duration of one run along the path, seconds"
                value={own.seconds}
                {...within(pathRanges.seconds)}
                step={0.1}
                {...live((seconds) => set({ seconds }))}
                test={`follow-${index}-seconds`}
            />
            <Toggle
                label="Closed"
                title="From its last point back to its first"
                value={own.closed}
                onChange={(closed) => void send(set({ closed }))}
            />
            <Toggle label="Again and again" value={own.loop} onChange={(loop) => void send(set({ loop }))} />
            <Toggle
                label="Eases in and out at both ends"
                value={own.ease}
                onChange={(ease) => void send(set({ ease }))}
            />
        </>
    );
}

function OtherFields({ actor, follow, index }: CardProps) {
    const own = follow.of!;
    const set = (change: Partial<typeof own>) => withFollow(actor, index, { of: { ...own, ...change } });
    const before = leaders(actor);
    const leader = before.find((a) => a.name === own.actor);
    const choose = (name: string): void => {
        const next = before.find((a) => a.name === name);
        const handle = handlesOf(next).find((h) => h.value === own.handle)?.value ?? handlesOf(next)[0]?.value;
        if (next && handle) send(set({ actor: name, handle }));
    };
    return (
        <>
            <Select
                label="Puppet"
                title="A puppet that is listed before this one among the actors"
                value={own.actor}
                options={before.map((a) => ({ value: a.name, label: a.name }))}
                onChange={choose}
            />
            <Select
                label="Its handle"
                value={own.handle}
                options={handlesOf(leader)}
                onChange={(handle) => void send(set({ handle }))}
                test={`follow-${index}-of`}
            />
            <Toggle
                label="Keeps its distance"
                title="Keeps the distance and angle that the two have at the start, instead of moving together"
                value={own.relative}
                onChange={(relative) => void send(set({ relative }))}
            />
        </>
    );
}

const FIELDS = { particle: ParticleFields, path: PathFields, of: OtherFields } as const;
// A particle has only a position; a path also has a direction.
const PARTS: Readonly<Record<FollowKind, readonly Part[]>> = {
    particle: ["position"],
    path: ["position", "angle"],
    of: ["position", "angle", "scale"],
};
const WORDS: Readonly<Record<Part, string>> = { position: "Its place", angle: "Its turn", scale: "Its stretch" };

function FollowedParts({ actor, follow, index }: CardProps) {
    const parts = PARTS[kindOf(follow)];
    const toggle = (part: Part): void => {
        const keep = parts.filter((p) => (p === part) !== follow.keep.includes(p));
        if (keep.length) send(withFollow(actor, index, { keep }));
    };
    if (parts.length < 2) return null;
    return (
        <>
            {parts.map((part) => (
                <Toggle
                    key={part}
                    label={WORDS[part]}
                    title="The parts of the handle that follow"
                    value={follow.keep.includes(part)}
                    disabled={follow.keep.length === 1 && follow.keep[0] === part}
                    onChange={() => toggle(part)}
                    test={`follow-${index}-${part}`}
                />
            ))}
        </>
    );
}

function TimeRange({ actor, follow, index }: CardProps) {
    const ends = follow.until !== null;
    return (
        <>
            <Slider
                label="Strength"
                title="1 follows exactly; less lets physics deviate, as with keys"
                value={follow.strength}
                {...sliding(followRanges.strength)}
                step={0.01}
                {...live((strength) => withFollow(actor, index, { strength }))}
                test={`follow-${index}-strength`}
            />
            <Row
                label="From, until"
                title="Seconds on the stage's clock; without an end it continues until the scene ends"
            >
                <NumberField
                    label="From"
                    prefix=""
                    value={follow.from}
                    {...within(followRanges.from)}
                    step={0.1}
                    {...live((from) => withFollow(actor, index, { from }))}
                    test={`follow-${index}-from`}
                />
                {ends ? (
                    <NumberField
                        label="Until"
                        prefix=""
                        value={follow.until!}
                        min={0}
                        max={3600}
                        step={0.1}
                        unit="s"
                        {...live((until) => withFollow(actor, index, { until }))}
                        test={`follow-${index}-until`}
                    />
                ) : (
                    <span class="puppets-quiet">for ever</span>
                )}
                <IconButton
                    small
                    icon={ends ? "x" : "arrow-right-to-line"}
                    label={ends ? "For ever" : "Let it end"}
                    onClick={() => void send(withFollow(actor, index, { until: ends ? null : follow.from + 2 }))}
                    test={`follow-${index}-ends`}
                />
            </Row>
        </>
    );
}

export function FollowCard(props: CardProps) {
    const { actor, follow, index } = props;
    const kind = kindOf(follow);
    const Fields = FIELDS[kind];
    const kinds = [
        { value: "particle" as const, label: "a ball" },
        { value: "path" as const, label: "a path" },
        { value: "of" as const, label: "a handle", disabled: leaders(actor).length === 0 },
    ];
    const become = (next: FollowKind): void => {
        const what = ofKind(actor, follow.handle, next);
        if (what && next !== kind) send(withFollow(actor, index, { ...what, keep: ["position"] }));
    };
    return (
        <li class="puppets-card" data-test={`follow-${index}`}>
            <div class="puppets-card-head">
                <Select
                    bare
                    label="Handle"
                    value={follow.handle}
                    options={handlesOf(actor)}
                    onChange={(handle) => void send(withFollow(actor, index, { handle }))}
                    test={`follow-${index}-handle`}
                />
                <Select
                    bare
                    label="Follows"
                    value={kind}
                    options={kinds}
                    onChange={become}
                    test={`follow-${index}-kind`}
                />
                <IconButton
                    small
                    icon="trash-2"
                    label={`Stop ${follow.handle} from following`}
                    onClick={() => void send(withFollow(actor, index, null))}
                    test={`follow-${index}-delete`}
                />
            </div>
            <Fields {...props} />
            <FollowedParts {...props} />
            <TimeRange {...props} />
        </li>
    );
}

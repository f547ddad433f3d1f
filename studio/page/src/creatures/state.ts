// The state of the Creatures workspace: the creatures that stand beside each other, the motion that all of them are
// bound to, the selection, and what the core reports.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Failure, Herd, HerdReport, HerdWish, MemberReport, Selected } from "../core/herd.ts";
import type { BodyContext, Command, Creature, Gait, Motion, MotionChannel, Vec3 } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { duration, playing, playRange, rate, time } from "../state/app.ts";
import { ask, project, revision, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";

const MAX_SHOWN = 16;
const SHOWN_AT_FIRST = 4;
const RATE = 30; // the ruler's frames a second
const DEFAULT_TARGET: Vec3 = [0.12, 0.75, 0.7]; // the default position of a target, in heights of the creature

const findNamed = <T extends { readonly name: string }>(items: readonly T[], name: string | null): T | null =>
    items.find((item) => item.name === name) ?? null;

// ---- The selection

export const motionName = signal<string | null>(null); // null: the first
export const motion = computed(
    (): Motion | null => findNamed(project.value.motions, motionName.value) ?? project.value.motions[0] ?? null,
);
export const channelName = signal<string | null>(null); // null: the first
export const channel = computed(
    (): MotionChannel | null =>
        findNamed(motion.value?.channels ?? [], channelName.value) ?? motion.value?.channels[0] ?? null,
);
export const channelIndex = computed((): number =>
    channel.value ? motion.value!.channels.indexOf(channel.value) : -1,
);

// By name. A guest is not part of the project; its name is of the form "seed:7".
const chosenCreatures = signal<readonly string[] | null>(null); // null: the first few
export const guest = signal<string | null>(null);
export const shownCreatures = computed((): readonly string[] => {
    const all = project.value.creatures.map((one) => one.name);
    return chosenCreatures.value?.filter((name) => all.includes(name)) ?? all.slice(0, SHOWN_AT_FIRST);
});
export const members = computed((): readonly string[] =>
    [...shownCreatures.value, ...(guest.value ? [guest.value] : [])].slice(0, MAX_SHOWN),
);
export function showCreature(name: string, shown: boolean): void {
    const others = shownCreatures.peek().filter((one) => one !== name);
    const shownNames = new Set(shown ? [...others, name] : others);
    chosenCreatures.value = project
        .peek()
        .creatures.map((one) => one.name)
        .filter((one) => shownNames.has(one))
        .slice(0, MAX_SHOWN);
}
export function showOnly(names: readonly string[]): void {
    chosenCreatures.value = names.slice(0, MAX_SHOWN);
}

// The subject of the inspector.
export type Subject = "motion" | "creature" | "gait" | "checks";
export const subject = signal<Subject>("motion");
export const creatureName = signal<string | null>(null);
export const creature = computed((): Creature | null => findNamed(project.value.creatures, creatureName.value));

export const gaitName = signal<string | null>(null); // null: the creatures stand still
export const gait = computed((): Gait | null => findNamed(project.value.gaits, gaitName.value));
export const gaitIndex = computed((): number | null => (gait.value ? project.value.gaits.indexOf(gait.value) : null));
export const speed = signal(0.8); // m/s
export const turning = signal(0); // rad/s

// The trial of the open gait on the guest, exactly as it was judged, while both are open.
const trialOpened = signal<{ readonly creature: string; readonly failure: Failure } | null>(null);
export const trial = computed((): Failure | null => {
    const now = trialOpened.value;
    return now && now.creature === guest.value && now.failure.gait === gait.value?.name ? now.failure : null;
});
export function openTrial(creature: string, failure: Failure): void {
    gaitName.value = failure.gait!;
    speed.value = failure.speed;
    turning.value = failure.radius > 0 ? failure.speed / failure.radius : 0;
    trialOpened.value = { creature, failure };
}
export function leaveTrial(): void {
    trialOpened.value = null;
}

export const variant = signal(0);
export const mirrored = signal(false);
export const targets = signal<readonly Vec3[]>([]); // in heights of the creature
export const targetAt = (index: number): Vec3 => targets.value[index] ?? DEFAULT_TARGET;
export function putTarget(index: number, at: Vec3): void {
    targets.value = Array.from({ length: Math.max(index + 1, targets.peek().length) }, (_, i) =>
        i === index ? at : (targets.peek()[i] ?? DEFAULT_TARGET),
    );
}
// The targets that the motion uses.
export const usedTargets = computed((): readonly number[] => {
    const used = (motion.value?.channels ?? []).flatMap((one) =>
        one.relative && "target" in one.relative ? [one.relative.target] : [],
    );
    return [...new Set(used)].sort((a, b) => a - b);
});

// ---- Reported by the core

export const trouble = signal<{ readonly message: string; readonly remedy: string } | null>(null);
export const report = signal<HerdReport | null>(null);
export const selected = signal<Selected | null>(null); // bodies selected by the open channel
// A context whose bodies are highlighted instead of the channel's.
export const highlighted = signal<BodyContext | null>(null);
export const herd = (): Herd | null => studio.peek()?.herds.now() ?? null;

// The active body: the one that is moved, and whose motion is kept when a mode changes.
export const active = signal<{ readonly creature: string; readonly body: string } | null>(null);
export interface ActiveBody {
    readonly member: number;
    readonly body: number;
    readonly name: string;
    readonly of: MemberReport;
}
export const activeBody = computed((): ActiveBody | null => {
    const [now, herdReport] = [active.value, report.value];
    const member = now && herdReport ? herdReport.members.findIndex((one) => one.name === now.creature) : -1;
    const of = herdReport?.members[member];
    const body = of?.bodies.findIndex((one) => one.name === now!.body) ?? -1;
    return of && body >= 0 ? { member, body, name: now!.body, of } : null;
});

export const wish = computed(
    (): HerdWish => ({
        motion: motion.value?.name ?? null,
        creatures: members.value,
        gait: gait.value?.name ?? null,
        speed: speed.value,
        turning: turning.value,
        trial: trial.value?.trial ?? null,
        targets: Array.from({ length: (usedTargets.value.at(-1) ?? -1) + 1 }, (_, i) => targetAt(i)),
        variant: variant.value,
        mirror: mirrored.value,
        light: highlighted.value,
        channel: channelIndex.value >= 0 ? channelIndex.value : null,
        active:
            active.value && members.value.includes(active.value.creature)
                ? { member: members.value.indexOf(active.value.creature), body: active.value.body }
                : null,
    }),
);

export const command = (what: string, keys: Record<string, unknown> = {}): Command => ({
    do: what,
    motion: motion.peek()?.name,
    ...keys,
});
export const channelCommand = (what: string, keys: Record<string, unknown> = {}): Command =>
    command(what, { channel: channel.peek()?.name, ...keys });

// ---- Selecting

export function openMotion(name: string): void {
    leaveTrial();
    if (motion.peek()?.name !== name) {
        channelName.value = null;
        variant.value = 0;
    }
    motionName.value = name;
    subject.value = "motion";
}
export function openChannel(name: string): void {
    channelName.value = name;
    subject.value = "motion";
}
// The first variant in which a body takes part, for the selection of a body that the current variant does not move.
function variantWith(member: MemberReport, name: string): number | null {
    const found = member.variants.findIndex((bodies) => bodies.includes(name));
    return found < 0 ? null : found;
}
// Makes a body active and opens the channel that moves it; the open channel has priority.
export function activate(creatureOf: string, body: string): void {
    active.value = { creature: creatureOf, body };
    const member = report.peek()?.members.findIndex((one) => one.name === creatureOf) ?? -1;
    const own = motion.peek()?.channels ?? [];
    const moves = (one: MotionChannel): boolean =>
        ask((core) => core.herds.select(one.select))?.bodies[member]?.includes(body) ?? false;
    const now = channel.peek();
    const taken = now && moves(now) ? now : own.find(moves);
    if (!taken || member < 0) return;
    channelName.value = taken.name;
    const other =
        taken.group > 0 && !isMoved(own.indexOf(taken), body, creatureOf)
            ? variantWith(report.peek()!.members[member]!, body)
            : null;
    if (other !== null) variant.value = other;
}
function isMoved(index: number, body: string, of: string): boolean {
    const member = report.peek()?.members.findIndex((one) => one.name === of) ?? -1;
    const at = report.peek()?.members[member]?.bodies.findIndex((one) => one.name === body) ?? -1;
    return at >= 0 && ask((core) => core.herds.goal(index, member, at, 0)) !== null;
}
// Activates a body that the open channel moves, on the active creature if possible, else on the first creature that
// has one.
function activateFirst(): void {
    const [found, herdReport, index] = [selected.peek(), report.peek(), channelIndex.peek()];
    if (!found || !herdReport || index < 0) return;
    const before = active.peek();
    if (before && isMoved(index, before.body, before.creature)) return;
    const order = [...herdReport.members.keys()].sort(
        (a, b) =>
            Number(herdReport.members[b]!.name === before?.creature) -
            Number(herdReport.members[a]!.name === before?.creature),
    );
    for (const member of order) {
        const of = herdReport.members[member]!.name;
        const body = found.bodies[member]?.find((name) => isMoved(index, name, of));
        if (body !== undefined) return void (active.value = { creature: of, body });
    }
}

// ---- Opening, and following changes of the project

const previous = ofProject(() => ({ key: "" }));
// What the report depends on; curves are not part of it.
function reportKey(): string {
    const now = motion.value;
    const shape = now?.channels.map(({ name, select, group, relative, blend, side, mirror }) => [
        name,
        select,
        group,
        relative,
        blend,
        side,
        mirror,
    ]);
    return JSON.stringify([
        members.value,
        project.value.creatures,
        now?.name,
        now?.branch,
        now?.relations,
        shape,
        channelIndex.value,
    ]);
}
function openNow(): void {
    const core = studio.value;
    if (!core) return;
    try {
        core.herds.show(wish.value);
        trouble.value = null;
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        trouble.value = { message: problem.message, remedy: problem.remedy };
    }
}
function tellNow(): void {
    const key = `${reportKey()} ${trouble.value ? "no" : "yes"}`;
    if (key === previous.key) return;
    previous.key = key;
    report.value = trouble.value ? null : ask((core) => core.herds.report());
    selected.value = channel.value ? ask((core) => core.herds.select(channel.value!.select)) : null;
    activateFirst();
}

function followProject(): () => void {
    return effect(() => {
        void revision.value;
        void wish.value;
        untracked(() => {
            openNow();
            tellNow();
        });
        frame.request();
    });
}
// The ruler covers the motion; while it does not play, the shown time is that of the ruler.
function followTime(): () => void {
    const length = effect(() => {
        duration.value = trial.value?.seconds ?? motion.value?.length ?? 1;
        rate.value = RATE;
        if (time.peek() > duration.peek()) time.value = duration.peek();
    });
    const seek = effect(() => {
        const at = time.value;
        if (playing.value) return;
        void revision.value;
        ask((core) => core.herds.seek(at));
        frame.request();
    });
    return () => {
        length();
        seek();
    };
}

// Follows the project while the workspace is shown; returns what stops it.
export function follow(): () => void {
    const before = time.peek();
    playing.value = false;
    playRange.value = null;
    time.value = 0;
    const stops = [followProject(), followTime()];
    return () => {
        stops.forEach((stop) => stop());
        previous.key = "";
        playing.value = false;
        time.value = before;
        guest.value = null;
        leaveTrial();
        studio.peek()?.herds.end();
    };
}

export function advance(seconds: number): void {
    ask((core) => core.herds.advance(seconds));
    time.value = Math.min(herd()?.seconds ?? 0, duration.peek());
}
export function restart(): void {
    ask((core) => core.herds.restart());
    time.value = 0;
    frame.request();
}
export function togglePlaying(): void {
    playing.value = !playing.peek();
    frame.request();
}
export const canPlay = (): boolean => members.value.length > 0 && (motion.value !== null || gait.value !== null);

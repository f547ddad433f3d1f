// The state of the scene that is shown: its performance, the selection in it, and the commands that set up a stage.
// The core simulates the stage; this module only controls when.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { Actor, Artwork, Behaviour, Command, Obstacle, Staged, Vec2 } from "../core/project.ts";
import { isStaged } from "../core/project.ts";
import type { Mark, Play } from "../core/studio.ts";
import { Refusal } from "../core/studio.ts";
import {
    artwork,
    duration,
    looping,
    playing,
    playRange,
    rate,
    recording,
    scene,
    sceneIndex,
    sceneName,
    select,
    selection,
    time,
} from "../state/app.ts";
import { ask, freeName, project, revision, send, studio } from "../state/document.ts";
import { run } from "../state/actions.ts";
import { tell } from "../state/messages.ts";
import { ofProject } from "../state/owned.ts";
import { frame } from "../state/workspaces.ts";

// The current scene, if it is a stage.
export const staged = computed((): Staged | null => (scene.value && isStaged(scene.value) ? scene.value : null));
export const selectedActors = computed((): readonly Actor[] => {
    const names = selection.value.filter((s) => s.kind === "actor").map((s) => s.name);
    return (staged.value?.actors ?? []).filter((a) => names.includes(a.name));
});
export const activeActor = computed((): Actor | null => {
    const last = selection.value.filter((s) => s.kind === "actor").at(-1)?.name;
    return staged.value?.actors.find((a) => a.name === last) ?? null;
});
export const selectedObstacle = computed((): { obstacle: Obstacle; index: number } | null => {
    const last = selection.value.at(-1);
    const index = last?.kind === "obstacle" ? Number(last.name) : -1;
    const obstacle = staged.value?.obstacles[index];
    return obstacle ? { obstacle, index } : null;
});
export const artworkOf = (actor: Actor): Artwork | null =>
    project.value.artworks.find((a) => a.name === actor.artwork) ?? null;
export const behaviourOf = (actor: Actor): Behaviour | null =>
    artworkOf(actor)?.behaviours.find((b) => b.name === actor.behaviour) ?? null;

export type StageTool = "arrange" | "draw" | "joint" | "zone";
export const stageTool = signal<StageTool>("arrange");
// Why the scene cannot be played; null if it can.
export const trouble = signal<Refusal | null>(null);

// Events of the performance for the timeline, as far as it has run.
export const marks = signal<readonly Mark[]>([]);

// ---- Performance

const performing = ofProject(() => ({
    shownScene: -1,
    markVersion: -1, // of the play whose marks are shown
    // A time too far to be reached in one frame, and how far the last frame got: the next one continues from there.
    journey: null as { readonly to: number; readonly at: number } | null,
}));

// The performance of the current scene, created on first use; null if there is nothing to play.
export function performance_(): Play | null {
    const core = studio.peek();
    const index = sceneIndex.peek();
    if (!core || !staged.peek()) return null;
    if (core.playing()?.scene !== index || performing.shownScene !== index) {
        performing.shownScene = index;
        try {
            core.play(index);
            trouble.value = null;
            time.value = 0;
            playing.value = false;
        } catch (problem) {
            if (!(problem instanceof Refusal)) throw problem;
            trouble.value = problem;
            return null;
        }
    }
    return core.playing();
}
// Shows the events of what plays on the timeline.
export function showMarks(play: Play | null): void {
    const version = play?.markVersion ?? -1;
    if (version === performing.markVersion) return;
    performing.markVersion = version;
    marks.value = play?.marks() ?? [];
}
export function endPerformance(): void {
    showMarks(null);
    studio.peek()?.playEnd();
    performing.shownScene = -1;
    playing.value = false;
    recording.value = false;
}

// Brings the core to the requested time: `seconds` further while it plays, or where the ruler was set. A scene that is
// being recorded, or whose actor is `held`, continues to play beyond its end.
export function advance(seconds: number, held: boolean): Play | null {
    const core = studio.peek();
    const now = performance_();
    if (!core || !now) return null;
    let wanted =
        performing.journey && performing.journey.at === time.peek() && !playing.peek()
            ? performing.journey.to
            : time.peek();
    performing.journey = null;
    if (playing.peek()) {
        wanted += seconds;
        const range = playRange.peek();
        if (looping.peek() && wanted >= (range?.to ?? duration.peek()) && !recording.peek() && !held) {
            if (now.live > 0) core.reset(); // otherwise every moment is known already
            wanted = range?.from ?? 0;
        }
    }
    if (Math.abs(wanted - now.time) > 1e-6 || playing.peek()) {
        const there = core.seek(wanted);
        const shown = core.playing();
        time.value = there ? wanted : (shown?.time ?? wanted);
        if (!there) {
            performing.journey = { to: wanted, at: time.peek() };
            frame.request();
        }
        return shown;
    }
    return now;
}

// Returns to the start; changes made by hand are discarded.
export function reset(): void {
    playing.value = false;
    recording.value = false;
    try {
        if (performance_()) studio.value?.reset();
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        trouble.value = problem;
    }
    time.value = 0;
    revision.value++;
    frame.request();
}

// ---- Recording: from time 0, with everything done by hand

// Follows the transport's record button; pausing ends a recording too. Returns a function that stops following; a
// recording that is still running is then ended and kept.
export function followRecording(): () => void {
    let records = false;
    const end = (): void => {
        records = false;
        endRecording();
    };
    const stop = effect(() => {
        const [wanted, isPlaying] = [recording.value, playing.value];
        untracked(() => {
            if (wanted && !records) {
                reset();
                records = true;
                recording.value = true;
                playing.value = true;
            } else if (records && (!wanted || !isPlaying)) end();
        });
    });
    return () => {
        stop();
        if (records) untracked(end);
    };
}
function endRecording(): void {
    recording.value = false;
    playing.value = false;
    keepRecording();
}
function keepRecording(): void {
    const core = studio.peek();
    const own = staged.peek();
    if (!core || !own || time.peek() <= 0) return;
    const seconds = Math.max(1, Math.round(time.peek() * rate.peek())) / rate.peek();
    const name = freeName(`${own.name} take`, project.peek().scenes);
    const command = ask(() => core.keepTake(name, seconds), true);
    if (!command || !send(command)) return;
    sceneName.value = name;
    tell(
        "success",
        `Recorded as the scene “${name}”, ${seconds.toFixed(1)} s.`,
        "It plays back exactly, here and in verve render.",
        { buttons: [{ label: "Export…", run: () => run("file.export") }] },
    );
}

// ---- Commands

export const inScene = (command: Command): Command => ({ ...command, scene: staged.value?.name ?? "" });
export const setScene = (keys: Readonly<Record<string, unknown>>): Command => inScene({ do: "scene.set", ...keys });
export const setActor = (actor: string, keys: Readonly<Record<string, unknown>>): Command =>
    inScene({ do: "actor.set", actor, ...keys });

const round = (value: number): number => Math.round(value * 1000) / 1000;
export const rounded = ([x, y]: Vec2): Vec2 => [round(x), round(y)];

// A stage for an artwork: a ground, and the drawing above it, ready to fall.
export function addStage(): void {
    const own = artwork.value ?? project.value.artworks[0];
    const name = freeName("stage", project.value.scenes);
    const actors = own ? [{ name: own.name, artwork: own.name, at: [0, 1.5] }] : [];
    if (
        send({
            do: "scene.add",
            name,
            seconds: 5,
            background: "#F7F1E5",
            obstacles: [{ kind: "ground", height: 0 }],
            actors,
        })
    ) {
        sceneName.value = name;
        if (own) select("actor", own.name);
        reset();
    }
}
export function addActor(artworkName: string, at: Vec2): void {
    const own = staged.value;
    if (!own) return;
    const name = freeName(artworkName, own.actors);
    if (send(inScene({ do: "actor.add", name, artwork: artworkName, at: rounded(at) }))) select("actor", name);
}
export const setObstacle = (index: number, keys: Readonly<Record<string, unknown>>): Command =>
    inScene({ do: "obstacle.set", index, ...keys });
export function addObstacle(obstacle: Readonly<Record<string, unknown>>): void {
    const own = staged.value;
    if (!own) return;
    if (send(inScene({ do: "obstacle.add", ...obstacle }))) select("obstacle", String(own.obstacles.length));
}

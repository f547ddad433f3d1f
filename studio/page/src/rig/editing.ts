// Operations on the rig for keys, menus and buttons: delete, duplicate, nudge, select all, guess, store the pose. Each
// is one step.
import type { Artwork, Command, Handle, Vec2 } from "../core/project.ts";
import { Refusal } from "../core/studio.ts";
import { artwork, artworkIndex, artworkName, select, selection, workspace } from "../state/app.ts";
import type { Selected } from "../state/app.ts";
import { freeName, project, send, studio } from "../state/document.ts";
import { tell } from "../state/messages.ts";
import {
    duplicateArtwork,
    duplicateHandles,
    duplicateLayers,
    pairByName,
    placeHandle,
    setJoins,
    together,
} from "./commands.ts";
import { currentFigure, posed } from "./figure.ts";
import { fromOf, plus, tidyPoint, toOf } from "../tools/geometry.ts";
import { currentJoins } from "./joins.ts";
import { pin } from "./posing.ts";
import { activeHandle, indexOfHandle, mode, selectedHandles, selectedLayers } from "./state.ts";

// Runs a function that queries the core; if the core refuses, the artist is told.
function asking<T>(ask: () => T): T | null {
    try {
        return ask();
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        tell("error", problem.message, problem.remedy);
        return null;
    }
}
const step = (label: string, commands: readonly Command[]): boolean =>
    commands.length > 0 && send(commands.length === 1 ? commands[0]! : together(label, commands));

// ---- The selection

export function removeSelected(): void {
    const of = artwork.peek();
    if (!of) return;
    const joins = selection
        .peek()
        .filter((s) => s.kind === "pin")
        .map((s) => Number(s.name));
    const commands: Command[] = [
        ...selectedHandles.peek().map((h) => ({ do: "handle.remove", artwork: of.name, handle: h.name })),
        ...selectedLayers.peek().map((l) => ({ do: "layer.remove", artwork: of.name, layer: l.name })),
        ...(joins.length
            ? [
                  setJoins(
                      of,
                      currentJoins().joins.filter((_, i) => !joins.includes(i)),
                  ),
              ]
            : []),
    ];
    const last = selection.peek().at(-1);
    if (!commands.length && last?.kind === "artwork") return removeArtwork(last.name);
    if (step("Delete", commands)) selection.value = [];
}
export function removeArtwork(name: string): void {
    if (send({ do: "artwork.remove", artwork: name })) selection.value = [];
}

export function duplicateSelected(): void {
    const of = artwork.peek();
    if (!of) return;
    const by: Vec2 = [16 / of.scale, -16 / of.scale];
    const handles = duplicateHandles(of, selectedHandles.peek(), by);
    const layers = duplicateLayers(of, selectedLayers.peek());
    if (!handles.length && !layers.length) {
        const { name, command } = duplicateArtwork(project.peek().artworks, of);
        if (send(command)) artworkName.value = name;
        return;
    }
    if (!step("Duplicate", [...handles, ...layers])) return;
    const made =
        (kind: "handle" | "layer") =>
        (command: Command): Selected => ({ kind, name: command["name"] as string });
    selection.value = [...handles.map(made("handle")), ...layers.map(made("layer"))];
}

// Selects all handles, or all layers while layers are selected.
export function selectAll(): void {
    const of = artwork.peek();
    if (!of) return;
    const kind = selectedLayers.peek().length ? "layer" : "handle";
    const items = kind === "layer" ? of.layers : of.handles;
    selection.value = items.map((item): Selected => ({ kind, name: item.name }));
}

// One pixel of the drawing, or ten.
export function nudge(dx: number, dy: number): void {
    const of = artwork.peek();
    if (!of) return;
    const by: Vec2 = [dx / of.scale, dy / of.scale];
    if (mode.peek() === "try") return nudgePose(of, by);
    step("Nudge", [
        ...selectedHandles.peek().map((h) => placeHandle(of, h, plus(fromOf(h), by), plus(toOf(h), by))),
        ...selectedLayers
            .peek()
            .filter((l) => !l.locked)
            .map((l): Command => ({ do: "layer.set", artwork: of.name, layer: l.name, at: tidyPoint(plus(l.at, by)) })),
    ]);
}
function nudgePose(of: Artwork, by: Vec2): void {
    const active = activeHandle.peek();
    const index = active ? indexOfHandle(of, active.name) : -1;
    poseHandle(index, ([x, y], core, which) => core.drag(which, x + by[0], y + by[1]));
}
type Core = NonNullable<typeof studio.value>;
// One change of the pose by hand, relative to the handle's current position.
export function poseHandle(handle: number, change: (at: Vec2, core: Core, artwork: number) => void): void {
    const core = studio.peek();
    const figure = currentFigure();
    const which = artworkIndex.peek();
    if (!core || !figure || handle < 0 || handle >= figure.handleCount) return;
    const at: Vec2 = [figure.handles[4 * handle]!, figure.handles[4 * handle + 1]!];
    if (!core.grab(which, handle, at[0], at[1])) return;
    const done = asking(() => (change(at, core, which), true));
    core.letGo(which, done === true);
    posed();
}

// ---- The pose

export function backToRest(): void {
    const core = studio.peek();
    if (!core || artworkIndex.peek() < 0) return;
    asking(() => core.showRest(artworkIndex.peek()));
    posed();
}
export function keepPose(): void {
    const of = artwork.peek();
    const core = studio.peek();
    if (!of || !core) return;
    const name = freeName("pose", of.examples);
    const command = asking(() => core.keep(artworkIndex.peek(), name));
    if (!command || !send(command)) return;
    tell("success", `Kept as “${name}”.`, "", { buttons: [{ label: "Show poses", run: () => showExample(name) }] });
}
function showExample(name: string): void {
    workspace.value = "poses";
    select("example", name);
}
export function freeAll(): void {
    const figure = currentFigure();
    if (figure)
        pin(
            [...figure.pins.keys()].filter((i) => figure.pins[i]),
            0,
        );
}

// ---- Assistance with building

export function guessHandles(bones: boolean): void {
    const core = studio.peek();
    if (!core || artworkIndex.peek() < 0) return;
    const of = artwork.peek();
    const commands = asking(() => core.guess(artworkIndex.peek(), bones));
    if (!of || !commands) return;
    // Names that distinguish left and right become mirror pairs at once.
    const handles = [
        ...of.handles,
        ...commands.map((command) => ({ name: String(command["name"]), kind: bones ? "bone" : "point" }) as Handle),
    ];
    const pairs = pairByName({ ...of, handles });
    const mirror: Command[] = pairs.length
        ? [{ do: "mirror.set", artwork: of.name, mirror: [...of.mirror, ...pairs] }]
        : [];
    if (!commands.length)
        tell("info", "No more handles were found.", "Place them with H or B where the drawing should bend.");
    else if (step(bones ? "Guess bones" : "Guess handles", [...commands, ...mirror]))
        tell(
            "success",
            `Placed ${commands.length} ${bones ? "bones" : "handles"}.`,
            "Move or delete what does not fit; Ctrl+Z undoes all.",
        );
}
export function pairMirror(): void {
    const of = artwork.peek();
    if (!of) return;
    const pairs = pairByName(of);
    if (!pairs.length)
        return void tell(
            "info",
            "No handle names distinguish left and right.",
            "Name handles like “hand-left” and “hand-right”.",
        );
    if (send({ do: "mirror.set", artwork: of.name, mirror: [...of.mirror, ...pairs] }))
        tell("success", `Paired ${pairs.length} ${pairs.length === 1 ? "handle" : "handles"} with the other side.`);
}

// ---- Artworks

export function addArtwork(): void {
    const name = freeName("artwork", project.peek().artworks);
    if (send({ do: "artwork.add", name })) {
        artworkName.value = name;
        selection.value = [];
    }
}
export function chooseArtwork(name: string): void {
    artworkName.value = name;
    selection.value = [];
}
export function renameArtwork(from: string, to: string): void {
    if (!to || to === from) return;
    if (send({ do: "artwork.rename", artwork: from, to }) && (artworkName.peek() ?? from) === from)
        artworkName.value = to;
}
// Renaming keeps the item selected.
export function rename(kind: "layer" | "handle", from: string, to: string): void {
    const of = artwork.peek();
    if (!of || !to || to === from) return;
    if (!send({ do: `${kind}.rename`, artwork: of.name, [kind]: from, to })) return;
    selection.value = selection.peek().map((s) => (s.kind === kind && s.name === from ? { kind, name: to } : s));
}

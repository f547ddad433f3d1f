// The pointer tool of the Stage workspace: while the stage plays, it grabs and throws actors; otherwise it arranges
// actors and obstacles, or draws ground.
import type { Staged, Vec2 } from "../core/project.ts";
import type { Play } from "../core/studio.ts";
import { extentOf } from "../draw/extent.ts";
import type { Box, Painter } from "../state/painter.ts";
import { stageSize } from "../draw/camera.ts";
import { working } from "../draw/loop.ts";
import { boxOf } from "../tools/geometry.ts";
import { cancel, finish, gesture, move, start } from "../tools/gesture.ts";
import { hint, isSelected, overlays, playing, select, selection, time } from "../state/app.ts";
import { ask, studio } from "../state/document.ts";
import { ofProject } from "../state/owned.ts";
import type { StagePointer, Tool } from "../state/workspaces.ts";
import { frame, mode } from "../state/workspaces.ts";
import { keysGround, modalArrange, moveActors, type Verb } from "./arrange.ts";
import { followActor, followedActor } from "./follow.ts";
import { drawCorners, drawGround } from "./ground.ts";
import { shownObstacles } from "../draw/scenery.ts";
import { drawPath, pathWanted } from "../puppets/follows.ts";
import { paint } from "./paint.ts";
import {
    advance,
    performance_,
    reset,
    selectedActors,
    selectedObstacle,
    showMarks,
    staged,
    stageTool,
} from "../scene/state.ts";
import { lookAhead } from "../direct/ahead.ts";
import { prepareGhosts } from "../direct/ghosts.ts";
import { directBy, hoverDirected, leaveDirected, pressDirected } from "../direct/pointer.ts";
import { isHeld, sampleHeld } from "../direct/posing.ts";
import { directed } from "../direct/state.ts";
import { autoKey, selectedHandles, selectHandles } from "../timeline/state.ts";
import { showStageMenu } from "./stagemenu.ts";
import { drawTour, tourBox } from "./tour.ts";
import { leaveTrail } from "../scene/trail.ts";
import { watchBehaviour } from "./behaviour/live.ts";
import { actorAt, obstacleAt } from "../world/hits.ts";
import { jointAt } from "../world/jointpaint.ts";
import { jointKind, isPin } from "../world/joints.ts";
import { dragEnd, drawHover, drawJoint } from "../world/jointtool.ts";
import { ZONE_SHAPES, zoneAt, zonePoints, zoneShape } from "../world/zones.ts";
import { drawZone, moveZone } from "../world/zonetool.ts";
import { dragMove, moveEndAt } from "../world/movetool.ts";
import { dragDot, keyDotAt, moveObstacle } from "../world/pathtool.ts";

const REACH = 8; // pixels
const SKY_SHARE = 0.85; // share of the spare height that goes above the box

const pointerState = ofProject(() => ({
    zoom: 1,
    last: null as StagePointer | null,
    holding: false, // an actor is grabbed
    overHandle: false,
    over: "default" as "default" | "grab" | "pointer", // what a press would do there: nothing, drag, select
}));

const pixel = (): number => 1 / pointerState.zoom;

// ---- Grabbing and throwing

function grabWithPointer(pointer: StagePointer): boolean {
    const core = studio.peek();
    if (!core) return false;
    if (pointer.kind === "down" && pointer.button === 0) {
        const play = core.playing();
        if (play && overlays.peek().handles && pressDirected(play, pointer, pointerState.zoom)) return true;
        const actor = core.take(pointer.x, pointer.y);
        pointerState.holding = actor !== null;
        const name = actor === null ? undefined : staged.peek()?.actors[actor]?.name;
        if (name) select("actor", name);
        return pointerState.holding;
    }
    if (!pointerState.holding) return false;
    if (pointer.kind === "move") working(() => ask(() => core.hand(pointer.x, pointer.y)));
    if (pointer.kind === "up" || pointer.kind === "cancel") {
        core.throwIt();
        pointerState.holding = false;
    }
    return true;
}

// ---- Arranging

// Arranging changes the start of the scene, so time goes back there first.
function backToStart(): void {
    if (time.peek() > 0) reset();
}
// Pins and ends of joints are in front of the actors, their lines behind.
function pressJoint(play: Play, pointer: StagePointer, lines: boolean): boolean {
    const own = staged.peek()!;
    const hit = jointAt(own, play, [pointer.x, pointer.y], pointerState.zoom, lines);
    if (!hit) return false;
    const joint = own.joints[hit.index]!;
    select("joint", String(hit.index));
    return hit.part === null || start(dragEnd(hit.index, joint, hit.part, pointer, pixel(), backToStart));
}
function pressDot(pointer: StagePointer): boolean {
    const move = moveEndAt([pointer.x, pointer.y], pixel());
    if (move) return start(dragMove(move, pointer));
    const own = selectedObstacle.peek();
    const k = own ? keyDotAt(own.obstacle, own.index, [pointer.x, pointer.y], pixel()) : -1;
    return own !== null && k >= 0 && start(dragDot(own.obstacle, own.index, k, pointer));
}
function pressToArrange(pointer: StagePointer): boolean {
    const at: Vec2 = [pointer.x, pointer.y];
    if (pathWanted.peek()) return start(drawPath(pointer, pixel()));
    if (stageTool.peek() === "draw")
        return start(pointer.shift ? drawCorners(pointer, pixel()) : drawGround(pointer, pixel()));
    const play = performance_();
    if (stageTool.peek() === "joint" && canJoin()) {
        start(drawJoint(pointer, pixel(), backToStart));
        return true;
    }
    if (play && overlays.peek().handles && pressDirected(play, pointer, pointerState.zoom)) return true;
    if (stageTool.peek() === "zone") {
        backToStart();
        return start(drawZone(pointer, pixel()));
    }
    selectHandles([]);
    if (pressDot(pointer) || (play && pressJoint(play, pointer, false))) return true;
    const actor = play && actorAt(play, pointer.x, pointer.y);
    if (actor) {
        if (!isSelected("actor", actor.name) || pointer.shift) select("actor", actor.name, pointer.shift);
        return start(moveActors(selectedActors.peek(), pointer, backToStart));
    }
    if (play && pressJoint(play, pointer, true)) return true;
    const stands = obstacleAt(at, REACH * pixel());
    if (stands) {
        const obstacle = staged.peek()!.obstacles[stands.index]!;
        const known = isSelected("obstacle", String(stands.index));
        select("obstacle", String(stands.index));
        // The first press only selects: ground covers much of the view and would be moved by mistake.
        return known ? start(moveObstacle(obstacle, stands.index, stands.point, pointer, backToStart)) : true;
    }
    const zone = play && zoneAt(play, staged.peek()!.zones, at, REACH * pixel());
    if (zone) {
        const known = isSelected("zone", String(zone.index));
        select("zone", String(zone.index));
        const own = staged.peek()!.zones[zone.index]!;
        return known ? start(moveZone(own, zone.index, zone.point, pointer, backToStart)) : true;
    }
    selection.value = [];
    return false;
}

// What a press would do here: drag, only select, or nothing.
function pressable(pointer: StagePointer): "default" | "grab" | "pointer" {
    const play = performance_();
    const own = staged.peek();
    if (!play || !own || stageTool.peek() !== "arrange") return "default";
    const at: Vec2 = [pointer.x, pointer.y];
    const obstacle = selectedObstacle.peek();
    const onDot = obstacle !== null && keyDotAt(obstacle.obstacle, obstacle.index, at, pixel()) >= 0;
    if (onDot || moveEndAt(at, pixel()) || jointAt(own, play, at, pointerState.zoom, false)) return "grab";
    if (actorAt(play, pointer.x, pointer.y)) return "grab";
    if (jointAt(own, play, at, pointerState.zoom, true)) return "pointer";
    const stands = obstacleAt(at, REACH * pixel());
    if (stands) return isSelected("obstacle", String(stands.index)) ? "grab" : "pointer";
    const zone = zoneAt(play, own.zones, at, REACH * pixel());
    if (zone) return isSelected("zone", String(zone.index)) ? "grab" : "pointer";
    return "default";
}

// The right button selects what is under the pointer and opens the context menu.
function openMenuAt(pointer: StagePointer): boolean {
    const play = performance_();
    if (!play) return false;
    const actor = actorAt(play, pointer.x, pointer.y);
    const joint = jointAt(staged.peek()!, play, [pointer.x, pointer.y], pointerState.zoom, actor === null);
    const stands = actor || joint ? null : obstacleAt([pointer.x, pointer.y], REACH * pixel());
    const zone = stands ? null : zoneAt(play, staged.peek()!.zones, [pointer.x, pointer.y], REACH * pixel());
    if (joint) select("joint", String(joint.index));
    else if (actor && !isSelected("actor", actor.name)) select("actor", actor.name);
    else if (stands) select("obstacle", String(stands.index));
    else if (!actor && zone) select("zone", String(zone.index));
    else if (!actor) selection.value = [];
    const stage = document.querySelector("[data-test=stage]")?.getBoundingClientRect();
    showStageMenu([pointer.x, pointer.y], {
        clientX: pointer.screenX + (stage?.left ?? 0),
        clientY: pointer.screenY + (stage?.top ?? 0),
    });
    return true;
}

// Starts G, R or S.
export function arrange(verb: Verb): void {
    const centre = centreOfSelected();
    const play = performance_();
    if (
        !pointerState.last ||
        playing.peek() ||
        (play && overlays.peek().handles && directBy(verb, play, pointerState.last))
    )
        return;
    if (centre) start(modalArrange(verb, pointerState.last, centre, keysGround() ? () => {} : backToStart));
}

function boxOfSelected(): Box | null {
    const own = staged.peek();
    const play = studio.peek()?.playing();
    if (!own || !play) return null;
    const corners = own.actors.flatMap((actor, i): Vec2[] => {
        const performer = play.actors[i];
        if (!performer || !isSelected("actor", actor.name)) return [];
        const { left, right, low, high } = extentOf(performer.vertices);
        return [
            [left, low],
            [right, high],
        ];
    });
    const obstacles = shownObstacles(own.obstacles, play.obstacles).flatMap((o, i): readonly Vec2[] =>
        isSelected("obstacle", String(i)) && own.obstacles[i]!.kind !== "ground" ? (o.points ?? []) : [],
    );
    const joints = play.joints.flatMap((joint, i): readonly Vec2[] =>
        joint && isSelected("joint", String(i)) ? [joint.a, joint.b] : [],
    );
    const zones = play.zones.flatMap((zone, i): readonly Vec2[] =>
        isSelected("zone", String(i)) ? zonePoints(own.zones[i]!, zone) : [],
    );
    return boxOf([...corners, ...obstacles, ...joints, ...zones]);
}
function centreOfSelected(): Vec2 | null {
    const box = boxOfSelected();
    return box && [(box.low[0] + box.high[0]) / 2, (box.low[1] + box.high[1]) / 2];
}
function boxOfAll(): Box | null {
    const own = staged.peek();
    const play = performance_();
    if (!own) return tourBox();
    if (!play) return null;
    const actors = play.actors.flatMap(({ vertices }): Vec2[] => {
        const { left, right, low, high } = extentOf(vertices);
        return [
            [left, low],
            [right, high],
        ];
    });
    const grounds = shownObstacles(own.obstacles, play.obstacles).flatMap((o): readonly Vec2[] =>
        o.kind === "ground" ? [[actors[0]?.[0] ?? 0, (o.height ?? 0) - 0.3]] : (o.points ?? []),
    );
    const joints = play.joints.flatMap((joint): readonly Vec2[] => (joint ? [joint.a, joint.b] : []));
    const waters = play.zones.flatMap((zone, i): readonly Vec2[] =>
        own.zones[i]!.kind === "water" && own.zones[i]!.points.length > 2 ? zonePoints(own.zones[i]!, zone) : [],
    );
    return addSkyRoom(boxOf([...actors, ...grounds, ...joints, ...waters, ...pictureCorners(own, play)]));
}
// Where the window is higher than the box, most of the spare height goes above it, so that the ground stays near the
// bottom.
function addSkyRoom(box: Box | null): Box | null {
    const { width, height } = stageSize.peek();
    if (!box || width < 1) return box;
    const spare = ((box.high[0] - box.low[0]) * height) / width - (box.high[1] - box.low[1]);
    if (spare <= 0) return box;
    return {
        low: [box.low[0], box.low[1] - (1 - SKY_SHARE) * spare],
        high: [box.high[0], box.high[1] + SKY_SHARE * spare],
    };
}
// The part of the world that the scene's picture shows, if the scene defines one; it is centred on the followed
// actor, if any.
function pictureCorners(own: Staged, play: Play): readonly Vec2[] {
    const { centre, zoom, size } = own;
    if (!centre || !zoom) return [];
    const [wide, high] = [size[0] / zoom / 2, size[1] / zoom / 2];
    const [x, y] = [centre[0] + (followedActor(own, play)?.x ?? 0), centre[1]];
    return [
        [x - wide, y - high],
        [x + wide, y + high],
    ];
}

const HANDLE_HINT = "Drag handles · G, R, S move, turn, scale and key · K keys · A: auto-key · Esc selects the actor";
export function showHint(): void {
    if (gesture.value || mode.value) return;
    if (staged.value === null) hint.value = "";
    else if (pathWanted.value) hint.value = "Draw the path of the handle · Esc cancels";
    else if (selectedHandles.value.length && directed.value && !playing.value) hint.value = HANDLE_HINT;
    else if (directed.value && playing.value)
        hint.value = "Drag a handle to lead it, the drawing to throw it · Space pauses";
    else if (playing.value) hint.value = "Grab an actor and throw it · Space pauses · Home goes back to the start";
    else if (stageTool.value === "draw") hint.value = "Draw ground; Shift-click for corners · V arranges";
    else if (stageTool.value === "joint")
        hint.value = !canJoin()
            ? "Add an actor first: one end of a joint is always an actor"
            : isPin(jointKind.value)
              ? "Press where the joint is and drag to what it is joined to · V arranges"
              : "Press where it begins and drag to its other end · V arranges";
    else if (stageTool.value === "zone")
        hint.value = `${ZONE_SHAPES.find(({ value }) => value === zoneShape.value)!.label} · V arranges`;
    else if (selectedObstacle.value && (autoKey.value || selectedObstacle.value.obstacle.path.length))
        hint.value = "Move the playhead and drag it to where it is then · K keys · Delete removes";
    else hint.value = "Drag actors to where they start · G, R, S move, turn, scale · Space plays";
}

const canJoin = (): boolean => (staged.value?.actors.length ?? 0) > 0;
function isOverHandle(pointer: StagePointer): boolean {
    const play =
        staged.peek() && directed.peek() && overlays.peek().handles && stageTool.peek() === "arrange"
            ? studio.peek()?.playing()
            : null;
    return play ? hoverDirected(play, pointer, pointerState.zoom) : false;
}

export const tool: Tool = {
    before(seconds) {
        const own = staged.peek();
        const play = own && advance(seconds, pointerState.holding || isHeld());
        showMarks(play);
        if (!own || !play) return;
        sampleHeld(play);
        leaveTrail(play);
        watchBehaviour(play);
        followActor(own, play);
    },
    draw(painter: Painter, seconds: number) {
        pointerState.zoom = painter.camera.zoom;
        const own = staged.peek();
        if (!own) {
            drawTour(painter, seconds);
            return;
        }
        const now = performance_();
        const puppet = directed.peek();
        if (now) prepareGhosts(puppet, now);
        const core = studio.peek();
        if (!now || !core) return;
        paint(painter, own, core, pointerState.last && [pointerState.last.x, pointerState.last.y]);
        lookAhead();
        if (stageTool.peek() === "joint" && !playing.peek() && !gesture.peek())
            drawHover(painter, pointerState.last && [pointerState.last.x, pointerState.last.y], pixel());
        gesture.peek()?.draw?.(painter);
    },
    pointer(pointer) {
        if (pointer.kind === "leave") {
            pointerState.last = null;
            leaveDirected();
            return false;
        }
        pointerState.last = pointer;
        showHint();
        const now = gesture.peek();
        if (now) {
            if (pointer.kind === "move") move(pointer);
            if (pointer.kind === "cancel") cancel();
            if (pointer.kind === "down" && now.modal && !now.press?.(pointer)) finish();
            if (pointer.kind === "up" && !now.modal) finish();
            frame.request();
            return true;
        }
        if (pointer.kind === "down" && pointer.button === 2 && !pointerState.holding) return openMenuAt(pointer);
        if (pointer.kind === "move" && !pointerState.holding) {
            pointerState.overHandle = isOverHandle(pointer);
            if (!playing.peek()) pointerState.over = pressable(pointer);
        }
        if (playing.peek() || pointerState.holding) return grabWithPointer(pointer);
        if (stageTool.peek() === "joint") frame.request(); // the place under the pointer is marked
        if (pointer.kind === "down" && pointer.button === 0) return pressToArrange(pointer);
        return false;
    },
    cursor() {
        const now = gesture.peek();
        if (now) return now.cursor;
        if (playing.peek()) return pointerState.holding ? "grabbing" : "grab";
        return stageTool.peek() !== "arrange" || pathWanted.peek()
            ? "crosshair"
            : pointerState.overHandle
              ? "grab"
              : pointerState.over;
    },
    bounds: (selected) => (selected ? (boxOfSelected() ?? boxOfAll()) : boxOfAll()),
    moving: () => playing.peek(),
};

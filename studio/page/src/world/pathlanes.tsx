// Rows of the timeline, one for each obstacle with a path: its keys can be chosen, dragged to other times and deleted.
import type { Obstacle } from "../core/project.ts";
import { isSelected, playing, select, time } from "../state/app.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { obstacleLabel } from "./joints.ts";
import { choosePathKey, movingObstacles, pathKey, removeKey, setKey, withinNeighbours } from "./paths.ts";
import "./pathlanes.css";

interface LaneProps {
    obstacle: Obstacle;
    index: number;
    x: (seconds: number) => number;
    perSecond: number; // pixels
}

function beginDrag(event: PointerEvent, { obstacle, index, perSecond }: LaneProps, k: number): void {
    const from = obstacle.path[k]!.time;
    const timeOf = (e: PointerEvent): number =>
        withinNeighbours(obstacle.path, k, from + (e.clientX - event.clientX) / perSecond);
    drag(event, {
        move(e) {
            const at = timeOf(e);
            showSoon(() => [setKey(index, obstacle, k, { time: at })]);
            choosePathKey(index, at);
        },
        end(e, moved) {
            const at = timeOf(e);
            const done = settle(moved && at !== from ? [setKey(index, obstacle, k, { time: at })] : null);
            choosePathKey(index, done ? at : from);
        },
        cancel() {
            settle(null);
            choosePathKey(index, from);
        },
    });
}

function Key({ lane, k }: { lane: LaneProps; k: number }) {
    const { obstacle, index, x } = lane;
    const key = obstacle.path[k]!;
    const chosen = isSelected("obstacle", String(index)) && pathKey.value === k;
    const choose = (): void => {
        select("obstacle", String(index));
        choosePathKey(index, key.time);
        playing.value = false;
        time.value = key.time;
    };
    const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
        event.stopPropagation();
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        choose();
        beginDrag(event, lane, k);
    };
    const press = (event: KeyboardEvent): void => {
        if (event.key === "Delete" || event.key === "Backspace") removeKey(index, obstacle, k);
        else if (event.key === "Enter" || event.key === " ") choose();
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const eased = k === 0 ? "" : key.ease === "linear" ? ", at constant speed" : ", gently";
    return (
        <button
            type="button"
            class={`path-key${chosen ? " on" : ""}${key.ease === "linear" ? " even" : ""}`}
            style={{ left: `${x(key.time).toFixed(1)}px` }}
            aria-label={`Key ${k + 1} of ${obstacleLabel(obstacle)} at ${key.time.toFixed(2)} seconds`}
            aria-pressed={chosen}
            onPointerDown={down}
            onKeyDown={press}
            data-test={`path-${index}-key-${k}`}
            {...tip(`${key.time.toFixed(2)} s${eased}`)}
        />
    );
}

function Lane(lane: LaneProps) {
    const { obstacle, index, x } = lane;
    const [first, last] = [obstacle.path[0]!.time, obstacle.path.at(-1)!.time];
    const choose = (event: PointerEvent): void => {
        event.stopPropagation();
        select("obstacle", String(index));
    };
    return (
        <div class={isSelected("obstacle", String(index)) ? "path-lane on" : "path-lane"} data-test={`path-${index}`}>
            <span class="path-bar" style={{ left: `${x(first)}px`, width: `${x(last) - x(first)}px` }} />
            {obstacle.repeat !== "once" && <span class="path-again" style={{ left: `${x(last)}px` }} />}
            <span class="path-name" onPointerDown={choose}>
                {obstacleLabel(obstacle)}
            </span>
            {obstacle.path.map((_, k) => (
                <Key key={k} lane={lane} k={k} />
            ))}
        </div>
    );
}

export function PathLanes({ x, perSecond }: { x: (seconds: number) => number; perSecond: number }) {
    if (movingObstacles.value.length === 0) return null;
    return (
        <div class="path-lanes" data-test="path-lanes">
            {movingObstacles.value.map(({ obstacle, index }) => (
                <Lane key={index} obstacle={obstacle} index={index} x={x} perSecond={perSecond} />
            ))}
        </div>
    );
}

// G, R and S: what is selected follows the pointer with no button held. X and Y constrain the axis, digits set the
// amount, a click or Enter accepts, Esc cancels.
import type { Vec2 } from "../core/project.ts";
import { colour, STEEL, TOMATO } from "../draw/colour.ts";
import type { Painter } from "../state/painter.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { minus, plus } from "./geometry.ts";
import type { Gesture } from "./gesture.ts";
import { degrees, times, Winding } from "./turning.ts";

export type Verb = "move" | "turn" | "scale";

export interface Change {
    readonly by: Vec2; // displacement, metres
    readonly angle: number; // radians
    readonly factor: Vec2;
}
// What follows: handles, a pose, actors, ground.
export interface Effect {
    readonly centre: Vec2;
    readonly places?: Map<string, { from: Vec2; to: Vec2 }>;
    apply(change: Change): void;
    done(changed: boolean): void;
    cancel(): void;
}

// A point after a change about a centre.
export function moved(point: Vec2, centre: Vec2, { by, angle, factor }: Change): Vec2 {
    const [x, y] = minus(point, centre);
    const [sx, sy] = [x * factor[0], y * factor[1]];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return plus(plus(centre, by), [c * sx - s * sy, s * sx + c * sy]);
}

const ACROSS = colour("#7BA23F"); // the y axis
const UNITS: Record<Verb, string> = { move: "m", turn: "°", scale: "" };
const VERB_LABELS: Record<Verb, string> = { move: "Move", turn: "Turn", scale: "Scale" };

export class Modal implements Gesture {
    readonly modal = true;
    readonly cursor = "none";
    private readonly verb: Verb;
    private readonly effect: Effect;
    private readonly begun: Vec2;
    private readonly winding: Winding;
    private axis: "x" | "y" | null = null;
    private typed = "";
    private pointer: Vec2;
    private change: Change = { by: [0, 0], angle: 0, factor: [1, 1] };
    private changed = false;

    constructor(verb: Verb, effect: Effect, begun: Vec2) {
        this.verb = verb;
        this.effect = effect;
        this.begun = begun;
        this.pointer = begun;
        this.winding = new Winding(effect.centre, begun);
    }
    get places(): Map<string, { from: Vec2; to: Vec2 }> {
        return this.effect.places ?? new Map();
    }

    private amount(): number | null {
        const value = Number.parseFloat(this.typed);
        return Number.isFinite(value) ? value : null;
    }
    private onAxis([x, y]: Vec2, neutral: number): Vec2 {
        return [this.axis === "y" ? neutral : x, this.axis === "x" ? neutral : y];
    }
    private byMove(): Vec2 {
        const amount = this.amount();
        if (amount !== null) return this.axis === "y" ? [0, amount] : [amount, 0];
        return this.onAxis(minus(this.pointer, this.begun), 0);
    }
    private byScale(): Vec2 {
        const reach = (point: Vec2): number => Math.max(1e-6, Math.hypot(...minus(point, this.effect.centre)));
        const factor = this.amount() ?? reach(this.pointer) / reach(this.begun);
        return this.onAxis([factor, factor], 1);
    }
    private update(angle: number): void {
        const amount = this.amount();
        if (this.verb === "move") this.change = { by: this.byMove(), angle: 0, factor: [1, 1] };
        if (this.verb === "turn")
            this.change = { by: [0, 0], angle: amount === null ? angle : (amount * Math.PI) / 180, factor: [1, 1] };
        if (this.verb === "scale") this.change = { by: [0, 0], angle: 0, factor: this.byScale() };
        this.changed = true;
        this.effect.apply(this.change);
    }

    private turned = 0;
    move(pointer: StagePointer): void {
        this.pointer = [pointer.x, pointer.y];
        this.turned = this.winding.to(this.pointer, pointer.shift);
        this.update(this.turned);
    }
    key(event: KeyboardEvent): boolean {
        const key = event.key.toLowerCase();
        if ((key === "x" || key === "y") && this.verb !== "turn") this.axis = this.axis === key ? null : key;
        else if (/^[0-9.]$/.test(key)) this.typed += key;
        else if (key === "-") this.typed = this.typed.startsWith("-") ? this.typed.slice(1) : `-${this.typed}`;
        else if (key === "backspace") this.typed = this.typed.slice(0, -1);
        else return false;
        this.update(this.turned);
        return true;
    }
    private amountShown(): string {
        if (this.typed) return `${this.typed.replace("-", "−")} ${UNITS[this.verb]}`.trim();
        if (this.verb === "turn") return degrees(this.change.angle);
        if (this.verb === "scale")
            return this.axis ? times(this.change.factor[this.axis === "x" ? 0 : 1]) : times(this.change.factor[0]);
        return this.change.by.map((v) => v.toFixed(3).replace("-", "−")).join(", ") + " m";
    }
    hint(): string {
        const axis = this.axis ? ` along ${this.axis}` : "";
        const axes = this.verb === "turn" ? "" : "X or Y: one axis · ";
        return `${VERB_LABELS[this.verb]} ${this.amountShown()}${axis} · ${axes}type a number · click or Enter keeps it · Esc takes it back`;
    }
    finish(): void {
        this.effect.done(this.changed);
    }
    cancel(): void {
        this.effect.cancel();
    }
    draw(painter: Painter): void {
        const [x, y] = this.effect.centre;
        const far = Math.hypot(painter.width, painter.height) / painter.camera.zoom;
        if (this.axis === "x") painter.line([x - far, y, x + far, y], TOMATO, 1);
        if (this.axis === "y") painter.line([x, y - far, x, y + far], ACROSS, 1);
        if (this.verb !== "move") painter.line([x, y, ...this.pointer], STEEL, 1, { dash: 5 });
        painter.label(this.pointer[0], this.pointer[1], this.amountShown(), { dx: 14, dy: -14 });
    }
}

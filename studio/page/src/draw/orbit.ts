// An orbit camera: it turns around a target, zooms, is panned by hand, and follows a target that moves.
import { frame } from "../state/workspaces.ts";
import { BAR } from "./camera.ts";
import { distanceFor, type Eye, type Point } from "./space.ts";

const FOLLOW_RATE = 6; // rate at which the eye follows, 1/s
const VISIBLE_HEIGHT = 0.5; // visible height of the world, as a share of the distance
const MARGIN = 0.56; // margin around things, as a share of their size

export class Orbit {
    private readonly home: { readonly heading: number; readonly pitch: number };
    private heading: number;
    private pitch: number;
    private distance = 4;
    private target: Point = [0, 1, 0];
    private shift: Point = [0, 0, 0]; // the offset by hand from the followed target

    constructor(home: { readonly heading: number; readonly pitch: number }) {
        this.home = home;
        [this.heading, this.pitch] = [home.heading, home.pitch];
    }
    eye(): Eye {
        const [target, shift] = [this.target, this.shift];
        return {
            target: [target[0] + shift[0], target[1] + shift[1], target[2] + shift[2]],
            heading: this.heading,
            pitch: this.pitch,
            distance: this.distance,
        };
    }
    // Frames a thing of this size around its middle, below the toolbar; `turned` also resets the direction to the
    // initial one.
    frame(
        middle: Point,
        size: number,
        view: { readonly aspect: number; readonly height: number },
        turned = false,
    ): void {
        if (turned) ({ heading: this.heading, pitch: this.pitch } = this.home);
        const bar = view.height > 4 * BAR ? BAR / view.height : 0; // share of the height
        this.distance = distanceFor(MARGIN * size, view.aspect) / (1 - bar);
        this.target = middle;
        this.shift = [0, (bar / 2) * VISIBLE_HEIGHT * this.distance, 0];
        frame.request();
    }
    // A target that restarts at another place is not followed gradually.
    follow(goal: Point, seconds: number): void {
        const { target } = this;
        const far = Math.hypot(goal[0] - target[0], goal[2] - target[2]) > 3 * this.distance;
        const share = far ? 1 : 1 - Math.exp(-FOLLOW_RATE * seconds);
        this.target = [
            target[0] + share * (goal[0] - target[0]),
            target[1] + share * (goal[1] - target[1]),
            target[2] + share * (goal[2] - target[2]),
        ];
    }
    look(heading: number, pitch: number): void {
        [this.heading, this.pitch] = [heading, pitch];
        frame.request();
    }
    turn(dx: number, dy: number): void {
        this.heading -= 0.008 * dx;
        this.pitch = Math.min(1.5, Math.max(-0.35, this.pitch + 0.008 * dy));
        frame.request();
    }
    move(dx: number, dy: number, height: number): void {
        const scale = (VISIBLE_HEIGHT * this.distance) / height;
        const [side, up] = [-dx * scale, dy * scale];
        this.shift = [
            this.shift[0] + side * Math.cos(this.heading),
            this.shift[1] + up,
            this.shift[2] - side * Math.sin(this.heading),
        ];
        frame.request();
    }
    zoom(by: number): void {
        this.distance = Math.min(200, Math.max(0.05, this.distance * by));
        frame.request();
    }
}

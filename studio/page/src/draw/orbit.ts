// An eye that turns around something, comes nearer, is moved aside by hand, and goes along with what walks.
import { frame } from "../state/workspaces.ts";
import { distanceFor, type Eye, type Point } from "./space.ts";

const STIFF = 6; // a second: how fast the eye comes after
const ROOM = 0.56; // of the size of things, around them

export class Orbit {
  private readonly home: { readonly heading: number; readonly pitch: number };
  private heading: number;
  private pitch: number;
  private distance = 4;
  private target: Point = [0, 1, 0];
  private shift: Point = [0, 0, 0]; // by hand, from what it follows

  constructor(home: { readonly heading: number; readonly pitch: number }) {
    this.home = home;
    [this.heading, this.pitch] = [home.heading, home.pitch];
  }
  eye(): Eye {
    const [target, shift] = [this.target, this.shift];
    return { target: [target[0] + shift[0], target[1] + shift[1], target[2] + shift[2]], heading: this.heading, pitch: this.pitch, distance: this.distance };
  }
  // All of a thing of this size about its middle; `turned`: from where one looks at first.
  frame(middle: Point, size: number, aspect: number, turned = false): void {
    if (turned) ({ heading: this.heading, pitch: this.pitch } = this.home);
    this.distance = distanceFor(ROOM * size, aspect);
    this.target = middle;
    this.shift = [0, 0, 0];
    frame.request();
  }
  // What began anew elsewhere is not flown to.
  follow(goal: Point, seconds: number): void {
    const { target } = this;
    const far = Math.hypot(goal[0] - target[0], goal[2] - target[2]) > 3 * this.distance;
    const share = far ? 1 : 1 - Math.exp(-STIFF * seconds);
    this.target = [target[0] + share * (goal[0] - target[0]), target[1] + share * (goal[1] - target[1]), target[2] + share * (goal[2] - target[2])];
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
    const scale = (0.5 * this.distance) / height;
    const [side, up] = [-dx * scale, dy * scale];
    this.shift = [this.shift[0] + side * Math.cos(this.heading), this.shift[1] + up, this.shift[2] - side * Math.sin(this.heading)];
    frame.request();
  }
  zoom(by: number): void {
    this.distance = Math.min(200, Math.max(0.05, this.distance * by));
    frame.request();
  }
}

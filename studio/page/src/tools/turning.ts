// Rotation by the pointer, and how angles and factors are displayed.
import type { Vec2 } from "../core/project.ts";

const whole = (angle: number): number => {
    const turns = angle / (2 * Math.PI);
    return 2 * Math.PI * (turns - Math.round(turns));
};
export const degrees = (angle: number): string => `${Math.round((angle * 180) / Math.PI)}°`.replace("-", "−");
export const times = (factor: number): string => `× ${factor.toFixed(2)}`;

const SNAP_ANGLE = Math.PI / 12; // Shift turns by fifteen degrees

// Follows the angle of the pointer around a centre over any number of rounds.
export class Winding {
    private readonly centre: Vec2;
    private last: number;
    private sum = 0;

    constructor(centre: Vec2, from: Vec2) {
        this.centre = centre;
        this.last = Math.atan2(from[1] - centre[1], from[0] - centre[0]);
    }
    to(point: Vec2, notched: boolean): number {
        const now = Math.atan2(point[1] - this.centre[1], point[0] - this.centre[0]);
        this.sum += whole(now - this.last);
        this.last = now;
        return notched ? Math.round(this.sum / SNAP_ANGLE) * SNAP_ANGLE : this.sum;
    }
}

// The parts that a workspace provides to the shell, which lays them out.
import type { ComponentType } from "preact";
import { signal } from "@preact/signals";
import type { Box, Painter } from "./painter.ts";
import type { WorkspaceId } from "./app.ts";

// The pointer over the stage, in metres and in CSS pixels of the canvas.
export interface StagePointer {
    readonly kind: "down" | "move" | "up" | "cancel" | "double" | "leave";
    readonly x: number;
    readonly y: number;
    readonly screenX: number;
    readonly screenY: number;
    readonly pressure: number; // 0…1
    readonly touch: boolean; // hit areas should be generous
    readonly shift: boolean;
    readonly alt: boolean;
    readonly mod: boolean; // Ctrl, or Cmd on a Mac
    readonly button: number;
    readonly dragging: boolean; // the main button is held since a "down" that this tool handled
}

// A 3D view that a tool shows instead of the paper, with its own camera.
export interface Space {
    readonly vertices: number;
    zoom(factor: number): void;
    frame(): void; // frames everything
}

export interface Tool {
    // Called for every drawn frame, after the paper and before the shell's own marks. `seconds` since the last frame.
    draw(painter: Painter, seconds: number): void;
    // Called before the frame's view is set: advances time, and may move the view along with a moving actor.
    before?(seconds: number): void;
    // Returns true if the event was handled. A "down" that is not handled pans the view (the middle button and
    // Space+drag always do).
    pointer?(pointer: StagePointer): boolean;
    cursor?(): string; // CSS
    // What F frames: the selection, or everything.
    bounds?(selected: boolean): Box | null;
    readonly above?: number; // pixels at the top of the view that bars and cards cover; default: the toolbar's height
    space?(): Space | null; // null: the stage's 2D camera is used
    // True while frames must follow each other (playing, settling); otherwise a frame is drawn only when something
    // changes.
    moving?(): boolean;
}

// A panel below the stage, whose height is stored under that size name; null while the usual timeline is shown.
export interface Strip {
    readonly Timeline: ComponentType<{ height: number }>;
    readonly size: () => "sheet" | "keytimes" | null;
    readonly ofScene?: boolean; // its time is the scene's, which plays as everywhere
}

// Where times are on the timeline.
export interface LanesProps {
    readonly x: (seconds: number) => number;
    readonly width: number; // pixels
    readonly perSecond: number; // pixels
}

export interface Workspace {
    readonly id: WorkspaceId;
    readonly label: string;
    readonly icon: string;
    readonly Outliner: ComponentType; // left
    readonly Inspector: ComponentType; // right
    readonly Toolbar: ComponentType; // over the stage, top left: tools and switches
    readonly Lanes?: ComponentType<LanesProps>; // what the timeline shows of a stage
    lanesHigh?(): boolean; // the timeline needs room for rows of them
    readonly Board?: ComponentType; // a panel between stage and inspector (pose board, state machine), resizable
    readonly boardTitle?: string;
    readonly Overlay?: ComponentType; // over the stage: the empty state, feedback while dragging
    readonly strip?: Strip; // its own timeline
    readonly tool: Tool;
    entered?(): void | (() => void); // called when it is shown; returns what to call when it is left
}

// A temporary view on the same stage: its tool and toolbar replace those of the workspace.
export interface Mode {
    readonly id: string; // its camera is stored under this id
    readonly tool: Tool;
    readonly Toolbar: ComponentType;
}
export const mode = signal<Mode | null>(null);

export const workspaces = signal<readonly Workspace[]>([]);
export function addWorkspace(added: Workspace): void {
    workspaces.value = [...workspaces.value.filter((w) => w.id !== added.id), added];
}

// Requests a frame. The loop (draw/loop.ts) sets it.
export const frame: { request: () => void } = { request: () => {} };

// What a workspace brings to the shell. The shell lays out; a workspace fills.
import type { ComponentType } from "preact";
import { signal } from "@preact/signals";
import type { Box, Painter } from "../draw/painter.ts";
import type { WorkspaceId } from "./app.ts";

// The pointer over the stage, in metres and in CSS pixels of the canvas.
export interface StagePointer {
  readonly kind: "down" | "move" | "up" | "cancel" | "double" | "leave";
  readonly x: number;
  readonly y: number;
  readonly screenX: number;
  readonly screenY: number;
  readonly pressure: number; // 0…1
  readonly touch: boolean; // grab generously
  readonly shift: boolean;
  readonly alt: boolean;
  readonly mod: boolean; // Ctrl, or Cmd on a Mac
  readonly button: number;
  readonly dragging: boolean; // the main button is down since a "down" that this tool took
}

// What a tool shows in space, with an eye of its own.
export interface Space {
  readonly vertices: number;
  zoom(factor: number): void;
  frame(): void; // all of it
}

export interface Tool {
  // Called every frame that is drawn, after the paper and before the shell's own marks. `seconds` since the last frame.
  draw(painter: Painter, seconds: number): void;
  // Before the frame's view is set: time goes on, and the view may go along with what moves.
  before?(seconds: number): void;
  // True: taken. A "down" that is not taken pans the view (middle button and Space+drag always do).
  pointer?(pointer: StagePointer): boolean;
  cursor?(): string; // CSS
  // What F frames: the selection, or all there is.
  bounds?(selected: boolean): Box | null;
  readonly above?: number; // px at the top that bars and cards take of the view; the toolbar's where it is not said
  space?(): Space | null; // null: the stage's own camera looks
  // True while frames must follow each other (playing, settling); otherwise a frame is drawn when something changes.
  moving?(): boolean;
}

// Below the stage; as high as the size of that name, null while the usual timeline is there.
export interface Strip {
  readonly Timeline: ComponentType<{ height: number }>;
  readonly size: () => "sheet" | "keytimes" | null;
}

export interface Workspace {
  readonly id: WorkspaceId;
  readonly label: string;
  readonly icon: string;
  readonly Outliner: ComponentType; // left
  readonly Inspector: ComponentType; // right
  readonly Toolbar: ComponentType; // over the stage, top left: tools and switches
  readonly Board?: ComponentType; // a panel between stage and inspector (pose board, state machine), resizable
  readonly boardTitle?: string;
  readonly Overlay?: ComponentType; // over the stage: empty state, what is being dragged
  readonly strip?: Strip; // a timeline of its own
  readonly tool: Tool;
  entered?(): void;
  left?(): void;
}

// Something else to look at on the same stage for a while: its tool and toolbar take the place of the workspace's.
export interface Mode {
  readonly id: string; // its own camera goes by this
  readonly tool: Tool;
  readonly Toolbar: ComponentType;
}
export const mode = signal<Mode | null>(null);

export const workspaces = signal<readonly Workspace[]>([]);
export function addWorkspace(added: Workspace): void {
  workspaces.value = [...workspaces.value.filter((w) => w.id !== added.id), added];
}

// Asks for a frame. The loop (draw/loop.ts) sets it.
export const frame: { request: () => void } = { request: () => {} };

// The page while a project is open: bars, panels, and the stage in the middle.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Stage } from "../draw/stage.tsx";
import { workspace } from "../state/app.ts";
import { workspaces } from "../state/workspaces.ts";
import type { Workspace } from "../state/workspaces.ts";
import { Splitter } from "../widgets/splitter.tsx";
import { Boundary } from "./boundary.tsx";
import { HistoryWindow } from "./historywindow.tsx";
import { keepSizes, limits, resize, shown, sizes, togglePanel } from "./layout.ts";
import type { PanelName } from "./layout.ts";
import { Panel } from "./panel.tsx";
import { Status } from "./status.tsx";
import { Timeline } from "./timeline.tsx";
import { Banners } from "./toasts.tsx";
import { Topbar } from "./topbar.tsx";
import { historyOpen } from "./windows.ts";
import "./frame.css";

function Edge(props: { panel: PanelName; label: string; axis: "x" | "y"; grows: 1 | -1 }) {
  const limit = limits[props.panel];
  const room = props.axis === "x" ? innerWidth * 0.45 : innerHeight * 0.5;
  return (
    <Splitter
      label={props.label}
      axis={props.axis}
      grows={props.grows}
      size={sizes.value[props.panel]}
      min={limit.min}
      max={Math.max(limit.min, Math.min(limit.max, room))}
      default={limit.first}
      onSize={(size) => resize(props.panel, size)}
      onDone={keepSizes}
      test={`splitter-${props.panel}`}
    />
  );
}

function Middle({ active }: { active: Workspace | undefined }) {
  const { Toolbar, Overlay } = active ?? {};
  return (
    <main class="stage-area" aria-label="Stage" id="workspace" tabIndex={-1} data-test="stage-area">
      <Banners />
      <div class="stage-room">
        <Stage />
        {Toolbar && (
          <div class="stage-toolbar">
            <Boundary key={active?.id} what="The toolbar">
              <Toolbar />
            </Boundary>
          </div>
        )}
        {historyOpen.value && <HistoryWindow />}
        {Overlay && (
          <div class="stage-overlay">
            <Boundary key={active?.id} what="What lies over the stage">
              <Overlay />
            </Boundary>
          </div>
        )}
      </div>
    </main>
  );
}

// Workspaces are told when they come and go.
function useComings(): void {
  useEffect(() => {
    let now: Workspace | undefined;
    const stop = effect(() => {
      const next = workspaces.value.find((w) => w.id === workspace.value);
      if (next === now) return;
      now?.left?.();
      now = next;
      now?.entered?.();
    });
    return () => {
      stop();
      now?.left?.();
    };
  }, []);
}

export function Frame() {
  useComings();
  const active = workspaces.value.find((w) => w.id === workspace.value);
  const { Outliner, Inspector, Board } = active ?? {};
  const panels = shown.value;
  return (
    <div class="frame">
      <Topbar />
      <div class="frame-middle">
        {panels.left && Outliner && (
          <>
            <Panel title="Outliner" label="Outliner" name="left" size={sizes.value.left} hideIcon="panel-left" onHide={() => togglePanel("left")}>
              <Boundary key={active?.id} what="The outliner">
                <Outliner />
              </Boundary>
            </Panel>
            <Edge panel="left" label="Width of the outliner" axis="x" grows={1} />
          </>
        )}
        <Middle active={active} />
        {panels.board && Board && (
          <>
            <Edge panel="board" label="Width of the board" axis="x" grows={-1} />
            <Panel title={active?.boardTitle ?? "Board"} label={active?.boardTitle ?? "Board"} name="board" size={sizes.value.board} hideIcon="x" onHide={() => togglePanel("board")}>
              <Boundary key={active?.id} what="The board">
                <Board />
              </Boundary>
            </Panel>
          </>
        )}
        {panels.right && Inspector && (
          <>
            <Edge panel="right" label="Width of the inspector" axis="x" grows={-1} />
            <Panel title="Inspector" label="Inspector" name="right" size={sizes.value.right} hideIcon="panel-right" onHide={() => togglePanel("right")}>
              <Boundary key={active?.id} what="The inspector">
                <Inspector />
              </Boundary>
            </Panel>
          </>
        )}
      </div>
      {panels.bottom && (
        <>
          <Edge panel="bottom" label="Height of the timeline" axis="y" grows={-1} />
          <Timeline height={sizes.value.bottom} />
        </>
      )}
      <Status />
    </div>
  );
}

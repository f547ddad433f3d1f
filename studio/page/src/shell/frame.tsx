// The page while a project is open: bars, panels, and the stage in the middle.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Stage } from "../draw/stage.tsx";
import { hint, workspace } from "../state/app.ts";
import { mode, workspaces } from "../state/workspaces.ts";
import type { Workspace } from "../state/workspaces.ts";
import { IconButton } from "../widgets/iconbutton.tsx";
import { Splitter } from "../widgets/splitter.tsx";
import { Boundary } from "./boundary.tsx";
import { HistoryWindow } from "./historywindow.tsx";
import { boardUnder, keepSizes, limits, moveBoard, resize, shown, sizes, togglePanel } from "./layout.ts";
import type { SizeName } from "./layout.ts";
import { Panel } from "./panel.tsx";
import { Status } from "./status.tsx";
import { Timeline } from "./timeline.tsx";
import { Banners } from "./toasts.tsx";
import { Topbar } from "./topbar.tsx";
import { historyOpen } from "./windows.ts";
import "./frame.css";

function Edge(props: { panel: SizeName; label: string; axis: "x" | "y"; grows: 1 | -1 }) {
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
    const special = mode.value;
    const { Toolbar, Overlay } = special ? { Toolbar: special.Toolbar, Overlay: undefined } : (active ?? {});
    const shown = special?.id ?? active?.id;
    return (
        <main class="stage-area" aria-label="Stage" id="workspace" tabIndex={-1} data-test="stage-area">
            <Banners />
            <div class="stage-room">
                <Stage />
                {Toolbar && (
                    <div class="stage-toolbar">
                        <Boundary key={shown} what="The toolbar">
                            <Toolbar />
                        </Boundary>
                    </div>
                )}
                {historyOpen.value && <HistoryWindow />}
                {Overlay && (
                    <div class="stage-overlay">
                        <Boundary key={shown} what="Stage overlay">
                            <Overlay />
                        </Boundary>
                    </div>
                )}
            </div>
        </main>
    );
}

// Calls the handlers of workspaces when they are entered and left.
function useWorkspaceHandlers(): void {
    useEffect(() => {
        let now: Workspace | undefined;
        let leave: void | (() => void);
        const stop = effect(() => {
            const next = workspaces.value.find((w) => w.id === workspace.value);
            if (next === now) return;
            leave?.();
            now = next;
            mode.value = null;
            hint.value = ""; // the hint of the last workspace's tool
            leave = now?.entered?.();
        });
        return () => {
            stop();
            leave?.();
        };
    }, []);
}

// The pose board or the state machine, beside the stage or below the outliner.
function BoardPanel({ active, under }: { active: Workspace; under: boolean }) {
    const { Board } = active;
    const title = active.boardTitle ?? "Board";
    if (!Board) return null;
    const mover = (
        <IconButton
            small
            icon={under ? "panels-left-right" : "panels-left-bottom"}
            label={under ? "Put it beside the stage" : "Put it under the outliner"}
            onClick={moveBoard}
            test="move-board"
        />
    );
    return (
        <Panel
            title={title}
            label={title}
            name="board"
            {...(under ? { height: sizes.value.under } : { size: sizes.value.board })}
            actions={mover}
            hideIcon="x"
            onHide={() => togglePanel("board")}
        >
            <Boundary key={active.id} what="The board">
                <Board />
            </Boundary>
        </Panel>
    );
}

function Left({ active, board }: { active: Workspace; board: boolean }) {
    const { Outliner } = active;
    return (
        <>
            <div class="column" style={{ width: `${sizes.value.left}px` }}>
                <Panel
                    title="Outliner"
                    label="Outliner"
                    name="left"
                    hideIcon="panel-left"
                    onHide={() => togglePanel("left")}
                >
                    <Boundary key={active.id} what="The outliner">
                        <Outliner />
                    </Boundary>
                </Panel>
                {board && (
                    <>
                        <Edge panel="under" label="Height of the board" axis="y" grows={-1} />
                        <BoardPanel active={active} under />
                    </>
                )}
            </div>
            <Edge panel="left" label="Width of the outliner" axis="x" grows={1} />
        </>
    );
}

export function Frame() {
    useWorkspaceHandlers();
    const active = workspaces.value.find((w) => w.id === workspace.value);
    const { Inspector, Board } = active ?? {};
    const panels = shown.value;
    const board = panels.board && Board !== undefined;
    const timeline = active?.strip?.size() ?? (active?.lanesHigh?.() ? "paths" : "bottom");
    const under = board && panels.left && boardUnder.value;
    return (
        <div class="frame">
            <Topbar />
            <div class="frame-middle">
                {panels.left && active && <Left active={active} board={under} />}
                <Middle active={active} />
                {board && !under && (
                    <>
                        <Edge panel="board" label="Width of the board" axis="x" grows={-1} />
                        <BoardPanel active={active!} under={false} />
                    </>
                )}
                {panels.right && Inspector && (
                    <>
                        <Edge panel="right" label="Width of the inspector" axis="x" grows={-1} />
                        <Panel
                            title="Inspector"
                            label="Inspector"
                            name="right"
                            size={sizes.value.right}
                            hideIcon="panel-right"
                            onHide={() => togglePanel("right")}
                        >
                            <Boundary key={active?.id} what="The inspector">
                                <Inspector />
                            </Boundary>
                        </Panel>
                    </>
                )}
            </div>
            {panels.bottom && (
                <>
                    <Edge key={timeline} panel={timeline} label="Height of the timeline" axis="y" grows={-1} />
                    <Timeline height={sizes.value[timeline]} />
                </>
            )}
            <Status />
        </div>
    );
}

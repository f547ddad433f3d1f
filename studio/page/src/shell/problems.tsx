// The number of problems in the project, and their list with a remedy for each.
import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../core/project.ts";
import type { Studio } from "../core/studio.ts";
import { revision, studio } from "../state/document.ts";
import { Icon } from "../widgets/icon.tsx";
import { raise } from "../widgets/raise.ts";
import { tip } from "../widgets/tip.ts";
import "./problems.css";

const problems = signal<readonly Problem[]>([]);
const isComplete = signal(false); // everything has been built, so an empty list means that there are no problems
const CHECK_DELAY = 400; // ms without a change before the check runs again
const IDLE_TIMEOUT = 2000; // ms after which the next item is built even if the page is busy

// Builds one item after another while the page is idle; `verve check` does the same in one go.
function buildAll(core: Studio, at: number, item: number): void {
    const next = (): void => {
        // The project has changed, and a newer check runs for it
        if (studio.peek() !== core || revision.peek() !== at) return;
        try {
            const told = core.checkBuilt(item);
            const fresh = told.problems.filter((p) => !problems.peek().some((q) => !q.warning && q.path === p.path));
            if (fresh.length) problems.value = [...problems.peek(), ...fresh];
            if (item + 1 < told.count) buildAll(core, at, item + 1);
            else isComplete.value = true;
        } catch {
            // Out of memory: nothing more is known, and nothing is reported.
        }
    };
    if ("requestIdleCallback" in window) window.requestIdleCallback(next, { timeout: IDLE_TIMEOUT });
    else setTimeout(next, 50);
}

// Checking reads the whole project, so it waits for a pause in editing.
function useCheck(): void {
    const timer = useRef(0);
    useSignalEffect(() => {
        const core = studio.value;
        const at = revision.value;
        clearTimeout(timer.current);
        isComplete.value = false;
        if (!core) {
            problems.value = [];
            return;
        }
        timer.current = window.setTimeout(() => {
            try {
                if (studio.peek() !== core) return;
                problems.value = core.check();
                buildAll(core, at, 0);
            } catch {
                problems.value = []; // a project that cannot be checked is reported where it is used
            }
        }, CHECK_DELAY);
    });
}

export function Problems() {
    useCheck();
    const [open, setOpen] = useState(false);
    const button = useRef<HTMLButtonElement>(null);
    const list = problems.value;
    const errors = list.filter((p) => !p.warning).length;
    const words =
        list.length === 0
            ? isComplete.value
                ? "No problems"
                : "Checking…"
            : `${list.length} problem${list.length > 1 ? "s" : ""}`;
    return (
        <>
            <button
                ref={button}
                type="button"
                class={`status-item problems-button${errors ? " errors" : list.length ? " warnings" : ""}`}
                aria-expanded={open}
                data-test="problems"
                onClick={() => setOpen(!open)}
                {...tip("Problems found in the project")}
            >
                <Icon
                    name={list.length ? "triangle-alert" : isComplete.value ? "circle-check" : "circle-dashed"}
                    size={14}
                />
                <span>{words}</span>
            </button>
            {open && <List list={list} at={button.current} onClose={() => setOpen(false)} />}
        </>
    );
}

function List({ list, at, onClose }: { list: readonly Problem[]; at: HTMLElement | null; onClose: () => void }) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        if (box.current) raise(box.current);
        box.current?.focus();
        const outside = (event: PointerEvent): void => {
            const target = event.target as Node;
            if (!box.current?.contains(target) && !at?.contains(target)) onClose();
        };
        window.addEventListener("pointerdown", outside, true);
        return () => window.removeEventListener("pointerdown", outside, true);
    }, []);
    return (
        <div
            ref={box}
            class="problems-list"
            role="dialog"
            aria-label="Problems"
            popover="manual"
            tabIndex={-1}
            data-test="problems-list"
            onKeyDown={(e) => {
                if (e.key !== "Escape") return;
                e.stopPropagation();
                onClose();
                at?.focus();
            }}
        >
            {list.length === 0 && (
                <p class="problems-none">
                    {isComplete.value ? "Nothing is wrong with this project." : "Everything is being built…"}
                </p>
            )}
            <ul>
                {list.map((p, i) => (
                    <li key={i} class={p.warning ? "warning" : "error"}>
                        <Icon name={p.warning ? "triangle-alert" : "circle-alert"} size={14} />
                        <div>
                            <p>{p.message}</p>
                            {p.remedy && <p class="problems-remedy">{p.remedy}</p>}
                            <p class="problems-path">
                                {p.rule} · {p.path}
                            </p>
                        </div>
                    </li>
                ))}
            </ul>
        </div>
    );
}

// Every undo step in plain words; a click jumps to it. The window floats over the stage, so that changes are visible.
import { useEffect, useRef } from "preact/hooks";
import { goTo, history } from "../state/document.ts";
import { Icon } from "../widgets/icon.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { stepIcon, stepLabel } from "./words.ts";
import { historyOpen } from "./windows.ts";
import "./historywindow.css";

function Step(props: {
    label: string;
    icon: string;
    state: "done" | "now" | "undone";
    onPick: () => void;
    number: number;
}) {
    return (
        <li>
            <button
                type="button"
                class={`step ${props.state}`}
                aria-current={props.state === "now" ? "step" : undefined}
                data-test={`step-${props.number}`}
                onClick={props.onPick}
            >
                <Icon name={props.icon} size={14} />
                <span>{props.label}</span>
                {props.state === "now" && <span class="step-now">Now</span>}
                {props.state === "undone" && <span class="step-now">Undone</span>}
            </button>
        </li>
    );
}

const MOST_SHOWN = 500; // steps on either side of the current one

export function HistoryWindow() {
    const list = useRef<HTMLOListElement>(null);
    const { at, steps } = history.value;
    useEffect(() => list.current?.querySelector<HTMLElement>(".now")?.focus(), []);
    useEffect(() => {
        list.current?.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    }, [at]);
    const first = Math.max(0, at - MOST_SHOWN);
    const shown = steps.slice(first, at + MOST_SHOWN);
    const more = (count: number, words: string) =>
        count > 0 && <li class="history-words">{`${count} ${words} steps`}</li>;
    const state = (i: number) => (i === at ? "now" : i < at ? "done" : "undone");
    const close = (): void => {
        historyOpen.value = false;
    };
    const key = (event: KeyboardEvent): void => {
        if (event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            close();
        }
        const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
        buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
    };
    return (
        <aside class="history-window" aria-label="History" data-test="history" onKeyDown={key}>
            <header>
                <h2>History</h2>
                <IconButton small icon="x" label="Close the history" shortcut="Escape" onClick={close} />
            </header>
            <p class="history-words">Click a step to go there. Nothing is lost until you change something else.</p>
            <ol ref={list} class="history">
                <Step
                    label="Where the history begins"
                    icon="folder-open"
                    state={state(0)}
                    number={0}
                    onPick={() => goTo(0)}
                />
                {more(first, "earlier")}
                {shown.map((step, i) => (
                    <Step
                        key={first + i}
                        label={stepLabel(step)}
                        icon={stepIcon(step)}
                        state={state(first + i + 1)}
                        number={first + i + 1}
                        onPick={() => goTo(first + i + 1)}
                    />
                ))}
                {more(steps.length - first - shown.length, "later")}
            </ol>
        </aside>
    );
}

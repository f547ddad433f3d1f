// Every step of undo in plain words; a click goes there.
import { useEffect, useRef } from "preact/hooks";
import { goTo, history } from "../state/document.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Icon } from "../widgets/icon.tsx";
import { stepIcon, stepLabel } from "./words.ts";
import { closeWindow } from "./windows.ts";
import "./historywindow.css";

function Step(props: { label: string; icon: string; state: "done" | "now" | "undone"; onPick: () => void; number: number }) {
  return (
    <li>
      <button type="button" class={`step ${props.state}`} aria-current={props.state === "now" ? "step" : undefined} data-test={`step-${props.number}`} data-autofocus={props.state === "now" ? "" : undefined} onClick={props.onPick}>
        <Icon name={props.icon} size={14} />
        <span>{props.label}</span>
        {props.state === "now" && <span class="step-now">Now</span>}
        {props.state === "undone" && <span class="step-now">Undone</span>}
      </button>
    </li>
  );
}

export function HistoryWindow() {
  const list = useRef<HTMLOListElement>(null);
  const { at, steps } = history.value;
  useEffect(() => {
    list.current?.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const state = (i: number) => (i === at ? "now" : i < at ? "done" : "undone");
  const move = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
  };
  return (
    <Dialog title="History" open onClose={closeWindow} size="small" test="history">
      <p class="history-words">Click a step to go there. Nothing is lost until you change something else.</p>
      <ol ref={list} class="history" onKeyDown={move}>
        <Step label="As it was opened" icon="folder-open" state={state(0)} number={0} onPick={() => goTo(0)} />
        {steps.map((step, i) => (
          <Step key={i} label={stepLabel(step)} icon={stepIcon(step)} state={state(i + 1)} number={i + 1} onPick={() => goTo(i + 1)} />
        ))}
      </ol>
    </Dialog>
  );
}

// How many problems the project has, and the list of them with what to do about each.
import { signal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../core/project.ts";
import { revision, studio } from "../state/document.ts";
import { Icon } from "../widgets/icon.tsx";
import { raise } from "../widgets/raise.ts";
import { tip } from "../widgets/tip.ts";
import "./problems.css";

const problems = signal<readonly Problem[]>([]);
const REST = 400; // ms without a change before it is asked again

// Checking reads the whole project: it waits until the hand rests.
function useCheck(): void {
  const timer = useRef(0);
  useSignalEffect(() => {
    const core = studio.value;
    void revision.value;
    clearTimeout(timer.current);
    if (!core) {
      problems.value = [];
      return;
    }
    timer.current = window.setTimeout(() => {
      try {
        if (studio.peek() === core) problems.value = core.check();
      } catch {
        problems.value = []; // what cannot be checked will be told by whoever uses it
      }
    }, REST);
  });
}

export function Problems() {
  useCheck();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = problems.value;
  const errors = list.filter((p) => !p.warning).length;
  const words = list.length === 0 ? "No problems" : `${list.length} problem${list.length > 1 ? "s" : ""}`;
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`status-item problems-button${errors ? " errors" : list.length ? " warnings" : ""}`}
        aria-expanded={open}
        data-test="problems"
        onClick={() => setOpen(!open)}
        {...tip("What the project's check says")}
      >
        <Icon name={list.length ? "triangle-alert" : "circle-check"} size={14} />
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
      {list.length === 0 && <p class="problems-none">Nothing is wrong with this project.</p>}
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

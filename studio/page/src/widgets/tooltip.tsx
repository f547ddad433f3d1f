// The one tooltip of the page. It follows data-tip (widgets/tip.ts) of whatever is hovered or focused by keyboard, waits a
// moment at first and none once one has been shown. Mounted once, by the shell.
import { useEffect, useRef, useState } from "preact/hooks";
import { Kbd } from "./kbd.tsx";
import { raise } from "./raise.ts";
import "./tooltip.css";

const WAIT = 450; // ms before the first
const WARM = 400; // ms after one has gone in which the next comes at once
const GAP = 6; // px from what it explains
const EDGE = 8; // px from the window's

interface Shown {
  readonly target: Element;
  readonly text: string;
  readonly keys: string;
}

function told(target: EventTarget | null): Shown | null {
  const element = target instanceof Element ? target.closest("[data-tip]") : null;
  if (!element) return null;
  return { target: element, text: element.getAttribute("data-tip") ?? "", keys: element.getAttribute("data-tip-keys") ?? "" };
}

function place(tooltip: HTMLElement, target: Element): void {
  const at = target.getBoundingClientRect();
  const own = tooltip.getBoundingClientRect();
  const below = at.bottom + GAP + own.height + EDGE <= innerHeight;
  const top = below ? at.bottom + GAP : at.top - GAP - own.height;
  const left = Math.min(Math.max(EDGE, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - EDGE);
  tooltip.style.translate = `${Math.round(left)}px ${Math.round(Math.max(EDGE, top))}px`;
}

function useShown(): Shown | null {
  const [shown, show] = useState<Shown | null>(null);
  useEffect(() => {
    let timer = 0;
    let current: Element | null = null;
    let goneAt = 0;
    const hide = (): void => {
      clearTimeout(timer);
      if (current) goneAt = performance.now();
      current = null;
      show(null);
    };
    const over = (event: Event): void => {
      const next = told(event.target);
      if (next?.target === current && current) return;
      hide();
      if (!next || (event instanceof PointerEvent && (event.buttons !== 0 || event.pointerType === "touch"))) return;
      if (event.type === "focusin" && !next.target.matches(":focus-visible")) return;
      timer = window.setTimeout(
        () => {
          if (!next.target.isConnected) return;
          current = next.target;
          show(next);
        },
        performance.now() - goneAt < WARM ? 0 : WAIT,
      );
    };
    const names = ["pointerdown", "wheel", "keydown", "focusout", "blur"] as const;
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", over);
    for (const name of names) window.addEventListener(name, hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", over);
      for (const name of names) window.removeEventListener(name, hide, { capture: true });
    };
  }, []);
  return shown;
}

export function Tooltip() {
  const shown = useShown();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown || !box.current) return;
    raise(box.current);
    place(box.current, shown.target);
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={box} class="w-tooltip" role="tooltip" popover="manual">
      <span>{shown.text}</span>
      {shown.keys && <Kbd keys={shown.keys} />}
    </div>
  );
}

// The page's one tooltip. It shows data-tip (widgets/tip.ts) of the element that is hovered or focused by keyboard,
// after a short wait that is skipped if another tooltip was shown just before. The shell mounts it once.
import { useEffect, useRef, useState } from "preact/hooks";
import { Kbd } from "./kbd.tsx";
import { raise } from "./raise.ts";
import "./tooltip.css";

const OPEN_DELAY = 450; // ms before the first tooltip
const REOPEN_DELAY = 400; // ms after a tooltip has closed during which the next one opens at once
const GAP = 6; // px from its element
const EDGE = 8; // px from the window's edge

interface Shown {
    readonly target: Element;
    readonly text: string;
    readonly keys: string;
}

function told(target: EventTarget | null): Shown | null {
    const element = target instanceof Element ? target.closest("[data-tip]") : null;
    if (!element) return null;
    return {
        target: element,
        text: element.getAttribute("data-tip") ?? "",
        keys: element.getAttribute("data-tip-keys") ?? "",
    };
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
            if (!next || (event instanceof PointerEvent && (event.buttons !== 0 || event.pointerType === "touch")))
                return;
            if (event.type === "focusin" && !next.target.matches(":focus-visible")) return;
            timer = window.setTimeout(
                () => {
                    if (!next.target.isConnected) return;
                    current = next.target;
                    show(next);
                },
                performance.now() - goneAt < REOPEN_DELAY ? 0 : OPEN_DELAY,
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

// A window over the page. The browser's own <dialog> keeps the focus inside and restores it afterwards; Escape and a
// press outside close it.
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./iconbutton.tsx";
import "./dialog.css";

export interface DialogProps {
    title: string;
    open: boolean;
    onClose: () => void;
    children: ComponentChildren;
    footer?: ComponentChildren;
    size?: "small" | "medium" | "large";
    bare?: boolean; // without a head and padding: the palette
    test?: string;
}

export function Dialog(props: DialogProps) {
    return props.open ? <OpenDialog {...props} /> : null;
}

// The element that requests focus, or else the first control, the footer's default button, or the window itself.
function firstFocus(dialog: HTMLElement): HTMLElement {
    const control =
        ".w-dialog-body :is(input, select, textarea, button, [tabindex='0']):not(:disabled, [tabindex='-1'])";
    const choices = ["[data-autofocus]", control, ".w-dialog-foot .primary"];
    return choices.map((c) => dialog.querySelector<HTMLElement>(c)).find((found) => found !== null) ?? dialog;
}

function OpenDialog(props: DialogProps) {
    const dialog = useRef<HTMLDialogElement>(null);
    const title = useId();
    useLayoutEffect(() => {
        const element = dialog.current;
        const before = document.activeElement;
        element?.showModal();
        (element && firstFocus(element))?.focus();
        return () => {
            element?.close();
            if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
        };
    }, []);
    const pressedOutside = (event: MouseEvent): void => {
        if (!dialog.current || event.target !== dialog.current) return;
        const box = dialog.current.getBoundingClientRect();
        const inside =
            event.clientX >= box.left &&
            event.clientX <= box.right &&
            event.clientY >= box.top &&
            event.clientY <= box.bottom;
        if (!inside) props.onClose();
    };
    return (
        <dialog
            ref={dialog}
            tabIndex={-1}
            class={`w-dialog ${props.size ?? "medium"}${props.bare ? " bare" : ""}`}
            aria-labelledby={props.bare ? undefined : title}
            aria-label={props.bare ? props.title : undefined}
            data-test={props.test}
            onCancel={(event) => {
                event.preventDefault();
                props.onClose();
            }}
            onKeyDown={(event) => {
                if (event.key !== "Escape" || event.defaultPrevented) return;
                event.preventDefault();
                event.stopPropagation();
                props.onClose();
            }}
            onPointerDown={pressedOutside}
        >
            {!props.bare && (
                <header class="w-dialog-head">
                    <h2 id={title}>{props.title}</h2>
                    <IconButton icon="x" label="Close" shortcut="Escape" onClick={props.onClose} />
                </header>
            )}
            <div class="w-dialog-body">{props.children}</div>
            {props.footer && <footer class="w-dialog-foot">{props.footer}</footer>}
        </dialog>
    );
}

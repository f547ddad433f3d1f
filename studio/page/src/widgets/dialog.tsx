// A window over the page. The browser's own <dialog> keeps the focus inside and gives it back; Escape and a press outside
// close it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { IconButton } from "./iconbutton.tsx";
import "./dialog.css";

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ComponentChildren;
  footer?: ComponentChildren;
  size?: "small" | "medium" | "large";
  bare?: boolean; // no head and no padding: the palette
  test?: string;
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog(props: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    (element?.querySelector<HTMLElement>("[data-autofocus]") ?? element?.querySelector<HTMLElement>(".w-dialog-body input, .w-dialog-foot .primary"))?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const pressedOutside = (event: MouseEvent): void => {
    if (!dialog.current || event.target !== dialog.current) return;
    const box = dialog.current.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside) props.onClose();
  };
  return (
    <dialog
      ref={dialog}
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

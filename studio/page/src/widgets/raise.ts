// Shows a floating element above everything, including open dialogs, if the browser supports it.
export function raise(element: HTMLElement): void {
    if (typeof element.showPopover === "function" && !element.matches(":popover-open")) element.showPopover();
}

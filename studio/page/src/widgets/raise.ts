// Puts a floating thing over everything, open dialogs too, where the browser can.
export function raise(element: HTMLElement): void {
  if (typeof element.showPopover === "function" && !element.matches(":popover-open")) element.showPopover();
}

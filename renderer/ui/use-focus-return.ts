import { useRef } from "react";

/**
 * Returns a handler of a dialog's `onCloseAutoFocus` that gives the focus back to what had it when the dialog opened.
 * Radix gives it to a trigger only, which dialogs that commands and menus open do not have.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const wasOpen = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    // While rendering: a field of the dialog takes the focus as soon as it is mounted.
    if (open) opener.current = findOpener();
  }
  return (event) => {
    event.preventDefault();
    // Unless what was done has moved the focus already.
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body) return;
    // A palette entry may have led to another view, which has no such element.
    const hasOpener = opener.current?.isConnected && opener.current !== document.body;
    const target = hasOpener ? opener.current : document.getElementById("main");
    target?.focus({ preventScroll: true });
  };
}

/** Returns the focused element; for an item of a menu, which is about to close, the menu's button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest("[role=menu]");
  const button = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const opener = menu ? button : focused;
  return opener instanceof HTMLElement ? opener : null;
}

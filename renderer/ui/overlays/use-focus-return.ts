import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef } from "react";

/** Element that had the focus before each open dialog, by the dialog's element. */
const openers = new WeakMap<Element, HTMLElement>();

interface FocusReturn {
  /** Ref of the dialog's element. */
  readonly content: RefCallback<HTMLElement>;
  /** Handler of the dialog's `onCloseAutoFocus`. */
  readonly returnFocus: (event: Event) => void;
}

/**
 * Returns the focus to the element that had it when a dialog opened; where that was in a closed dialog, to the element
 * before that one, or to the page itself. Radix gives it to a trigger only, which dialogs that commands and menus open
 * do not have.
 */
export function useFocusReturn(open: boolean): FocusReturn {
  const wasOpen = useRef(false);
  const opener = useRef<HTMLElement | null>(null);
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    // While rendering: a field of the dialog takes the focus as soon as it is mounted.
    if (open) opener.current = findOpener();
  }
  const content = useCallback((element: HTMLElement | null) => {
    if (element && opener.current) openers.set(element, opener.current);
  }, []);
  const returnFocus = (event: Event) => {
    event.preventDefault();
    // Unless the action has moved the focus already.
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body) return;
    const connected = firstConnected(opener.current);
    // The action may have removed the opener or opened another view.
    const target = connected === document.body ? null : connected;
    (target ?? document.getElementById("main"))?.focus({ preventScroll: true });
  };
  return { content, returnFocus };
}

/** Returns an element that is in the document: the given one, or the opener of the dialog that it was in, and so on. */
function firstConnected(element: HTMLElement | null): HTMLElement | null {
  if (!element || element.isConnected) return element;
  const dialog = element.closest("[role=dialog], [role=alertdialog]");
  return firstConnected((dialog && openers.get(dialog)) ?? null);
}

/**
 * Returns the focused element; for an item of a menu, which is about to close, the menu's button. Of a panel, which may close
 * too, the button is kept.
 */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const panel = focused?.closest("[role=dialog][id]");
  const trigger = panel && document.querySelector(`[aria-controls="${CSS.escape(panel.id)}"]`);
  if (panel && trigger instanceof HTMLElement && !openers.has(panel)) openers.set(panel, trigger);
  const menu = focused?.closest("[role=menu]");
  const button = document.getElementById(menu?.getAttribute("aria-labelledby") ?? "");
  const opener = menu ? button : focused;
  return opener instanceof HTMLElement ? opener : null;
}

/**
 * Moves the focus to an element when a change of `state` has removed the focused one; else the keyboard would start at
 * the top of the window.
 */
export function useLostFocus(state: unknown, target: () => HTMLElement | null): void {
  const before = useRef(state);
  const focusTarget = useEffectEvent(() => target()?.focus({ preventScroll: true }));
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) focusTarget();
  }, [state]);
}

/** Moves the focus to the view when a row of a list that had it was removed. */
export function useLostRowFocus(rows: readonly unknown[]): void {
  const hadRows = useRef(false);
  useLostFocus(rows, () => (hadRows.current ? document.getElementById("main") : null));
  useEffect(() => {
    hadRows.current = rows.length > 0;
  }, [rows]);
}

import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { visibleText } from "../../../shared/text/hidden-characters.ts";
import { announce } from "../../state/announce.ts";
import { useAccountLabel } from "../../state/host-state.ts";
import { changeLayout, useLayout } from "../../state/layout.ts";
import { useRouteStatuses } from "../../state/route-status.ts";
import { useLocationAccount, useLocationDescription } from "../navigation/app-location.ts";

/** Prefixes of the window's title for the state of the route's job or pipeline. */
const titleMarks: Readonly<Record<string, string>> = {
  success: "✓ ",
  success_with_warnings: "! ",
  failed: "✗ ",
  failed_allowed: "! ",
  running: "● ",
  pending: "○ ",
};

/** Text fields and panels of the view, which it focuses itself. */
const ownFocus = '#main :is(input, textarea, section[tabindex="-1"])';
/** Open dialogs and menus, such as the palette. */
const openedOver = ":is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]";

/** Handles a route change: the window's title, the last used account, focus, an announcement. */
export function useRouteChange(): void {
  const { title } = useLocationDescription();
  const account = useLocationAccount();
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);
  const owner = useAccountLabel()(account);
  const lastOwner = useRef(owner);
  const announceTitle = useEffectEvent(() => {
    // The account never changes without a word.
    const isOthers = owner !== null && owner !== lastOwner.current;
    lastOwner.current = owner ?? lastOwner.current;
    announce(isOthers ? `${title}, ${owner}` : title);
  });
  const status = useRouteStatuses((states) => states[pathname]);
  const mark = status === undefined ? "" : (titleMarks[status] ?? "");
  useEffect(() => {
    document.title = `${mark}${visibleText(title)} · Helve`;
  }, [mark, title]);
  useEffect(() => {
    if (account && useLayout.getState().account !== account) changeLayout({ account });
  }, [account]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // The bars of the next view are there at first: see `hideBarsOnScroll`.
    document.querySelector("[data-scrolled]")?.removeAttribute("data-scrolled");
    announceTitle();
    // Keyboard navigation between tabs does not move focus.
    if (document.activeElement?.closest('[role="tablist"]')) return;
    const ending = new AbortController();
    const main = document.getElementById("main");
    const focusMain = () => main?.focus({ preventScroll: true });
    // After a closing dialog has restored focus; a field or panel that the view has focused keeps it.
    const timer = setTimeout(() => {
      const focused = document.activeElement;
      if (focused?.closest(openedOver)) return;
      if (!main || !focused?.matches(ownFocus)) return focusMain();
      // It may be of the previous view, which stays until this one is loaded.
      whenRemoved(
        focused,
        main,
        ending.signal,
        () => document.activeElement === document.body && focusMain(),
      );
    });
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
    // Not with another title, which a view has as soon as its data is read: the focus would not move any more.
  }, [pathname]);
}

/** Calls `act` once an element is no longer in its container, unless `signal` fired before. */
function whenRemoved(element: Element, container: Element, signal: AbortSignal, act: () => void): void {
  const observer = new MutationObserver(() => {
    if (container.contains(element)) return;
    observer.disconnect();
    act();
  });
  observer.observe(container, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

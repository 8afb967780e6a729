import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { visibleText } from "../../../shared/text/visible-text.ts";
import { accountOf } from "../../features/addresses/parse-address.ts";
import { announce } from "../../state/announce.ts";
import { changeLayout, useLayout } from "../../state/layout.ts";
import { useRouteStatuses } from "../../state/route-status.ts";
import { useAppLocation, useLocationDescription } from "../navigation/use-app-location.ts";

/** What begins the title of a place that a job or pipeline is part of: seen in a browser's tab and a list of windows. */
const titleMarks: Readonly<Record<string, string>> = {
  success: "✓ ",
  failed: "✗ ",
  running: "● ",
  pending: "○ ",
};

/** What happens on arriving at a place: the window's title, the remembered account, focus, a spoken word. */
export function useRouteChange(): void {
  const { title } = useLocationDescription();
  const account = accountOf(useAppLocation());
  const pathname = useLocation({ select: (location) => location.pathname });
  const before = useRef(pathname);
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
    announce(title);
    // Walking through the tabs by keyboard goes on there.
    if (document.activeElement?.closest('[role="tablist"]')) return;
    // After a dialog that closed on the way has given focus back.
    const timer = setTimeout(() => document.getElementById("main")?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [pathname, title]);
}

import { flushEdits } from "../../state/edits.ts";
import { closeTab, useTabs } from "../../state/tabs.ts";
import { newWindowName } from "../../state/windows/is-main-window.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** A point of the screen, in CSS pixels. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** Opens a tab in a window of its own, its upper left corner at a point where one is given, and closes it here. */
export function moveTabToWindow(id: string, at?: ScreenPoint): void {
  const { tabs } = useTabs.getState();
  const tab = tabs.find((entry) => entry.id === id);
  if (!tab || tabs.length === 1) return;
  // The new window reads drafts from disk.
  void flushEdits();
  const { x, y } = at ?? { x: window.screenX + 40, y: window.screenY + 40 };
  const features = Object.entries({
    popup: 1,
    width: window.outerWidth,
    height: window.outerHeight,
    left: Math.round(x),
    top: Math.round(y),
  });
  const opened = window.open(tab.href, newWindowName(), features.map((pair) => pair.join("=")).join(","));
  if (opened) closeTab(id);
  else {
    toast.error("The new window was blocked", {
      description: "Allow pop-up windows for Helve in your browser, then retry.",
    });
  }
}

/** Returns whether a point is outside of this window. */
export const isOutside = ({ x, y }: ScreenPoint): boolean =>
  x < window.screenX ||
  y < window.screenY ||
  x > window.screenX + window.outerWidth ||
  y > window.screenY + window.outerHeight;

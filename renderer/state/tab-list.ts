import type { SingleDocument } from "../../shared/documents/shapes.ts";
import { pathOfHref } from "./route-status.ts";

/** Open tabs in the user's order; there is always at least one, and one of them is active. */
export type TabList = SingleDocument<"layout", "tabs">;
/** An open tab. */
export type Tab = TabList["tabs"][number];

/** Address of a new tab, and of the last one after it was closed. */
export const homeHref = "/";

/**
 * Returns the tabs of a window that opens at an address, from those of the last run; `fresh` where there are none. The home
 * address activates the tab that was active, any other one its own tab, which is opened where there is none.
 */
export function afterStart(saved: TabList | undefined, fresh: TabList, href: string): TabList {
  const list = saved ?? fresh;
  if (href === homeHref) return list;
  const open = list.tabs.find((entry) => entry.href === href);
  if (open) return { ...list, activeId: open.id };
  return saved
    ? afterOpen(list, { id: crypto.randomUUID(), href }, false)
    : afterVisit(list, list.activeId, href);
}

/** Opens an address right of the active tab. In the background the active tab stays. */
export function afterOpen(list: TabList, added: Tab, background: boolean): TabList {
  const at = list.tabs.findIndex(({ id }) => id === list.activeId) + 1;
  return { tabs: list.tabs.toSpliced(at, 0, added), activeId: background ? list.activeId : added.id };
}

/** Closes a tab. Its right neighbour becomes active, else the left one; the last tab turns into home. */
export function afterClose(list: TabList, id: string): TabList {
  const at = list.tabs.findIndex((entry) => entry.id === id);
  const own = list.tabs[at];
  if (!own) return list;
  if (list.tabs.length === 1) return { ...list, tabs: [{ id, href: homeHref }] };
  const tabs = list.tabs.toSpliced(at, 1);
  if (list.activeId !== id) return { ...list, tabs };
  const next = tabs[at] ?? tabs[at - 1];
  return { tabs, activeId: next ? next.id : list.activeId };
}

/** Closes all tabs but one. */
export function afterCloseOthers(list: TabList, id: string): TabList {
  const tabs = list.tabs.filter((entry) => entry.id === id);
  return tabs.length === 0 ? list : { tabs, activeId: id };
}

/** Closes every tab whose address begins with `prefix`, such as those of a removed account. */
export const afterCloseUnder = (list: TabList, prefix: string): TabList =>
  list.tabs
    .filter(({ href }) => href.startsWith(prefix))
    .reduce((rest, { id }) => afterClose(rest, id), list);

/** Moves a tab to the position of another one. */
export function afterMove(list: TabList, id: string, to: number): TabList {
  const from = list.tabs.findIndex((entry) => entry.id === id);
  const own = list.tabs[from];
  if (!own || to < 0 || to >= list.tabs.length) return list;
  return { ...list, tabs: list.tabs.toSpliced(from, 1).toSpliced(to, 0, own) };
}

/** Sets the address of a tab, which becomes the active one. */
export function afterVisit(list: TabList, id: string, href: string): TabList {
  const known = list.tabs.find((entry) => entry.id === id);
  if (!known || (known.href === href && list.activeId === id)) return list;
  const isSamePath = pathOfHref(known.href) === pathOfHref(href);
  const visited = isSamePath ? { ...known, href } : { id, href };
  return { tabs: list.tabs.map((entry) => (entry === known ? visited : entry)), activeId: id };
}

/** Sets the name of every tab at a path. */
export function afterName(list: TabList, path: string, name: string): TabList {
  const isUnnamed = (entry: Tab) => pathOfHref(entry.href) === path && entry.name !== name;
  if (!list.tabs.some(isUnnamed)) return list;
  return { ...list, tabs: list.tabs.map((entry) => (isUnnamed(entry) ? { ...entry, name } : entry)) };
}

/** Returns the tab `step` positions from the active one, wrapping around. */
export function neighbourTab({ tabs, activeId }: TabList, step: number): Tab | undefined {
  const at = tabs.findIndex(({ id }) => id === activeId);
  return tabs[(at + step + tabs.length) % tabs.length];
}

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
 * address activates the tab that was active, any other one its own tab, else a preview beside what the last run has left.
 */
export function afterStart(saved: TabList | undefined, fresh: TabList, href: string): TabList {
  const list = saved ?? fresh;
  if (href === homeHref) return list;
  const open = list.tabs.find((entry) => entry.href === href) ?? tabOfMergeRequest(list, href);
  if (open) return afterVisit(list, open.id, href);
  return saved ? afterFollow(list, href, crypto.randomUUID()) : afterVisit(list, list.activeId, href);
}

/** Page of a merge request, of which all parts and tabs are one tab. */
const mergeRequestPath = /^\/a\/[^/]+\/p\/[^/]+\/merge_requests\/\d+(?=\/|$)/;

/** Returns what a tab shows: a merge request as a whole, one file, else the path. */
function subjectOf(href: string): string {
  const path = pathOfHref(href);
  const file = /\?[^#]*?\bpath=([^&#]*)/.exec(href)?.[1];
  return mergeRequestPath.exec(path)?.[0] ?? (file ? `${path}?${file}` : path);
}

/** Returns the tab that shows the merge request of an address. */
export const tabOfMergeRequest = ({ tabs }: TabList, href: string): Tab | undefined =>
  mergeRequestPath.test(pathOfHref(href))
    ? tabs.find((entry) => subjectOf(entry.href) === subjectOf(href))
    : undefined;

/**
 * Opens an address that was chosen in the active tab: a merge request in its tab, where it has one; else in the active tab
 * where that is a preview or shows the same; else in a preview, an existing one or a new one beside the active tab.
 */
export function afterFollow(list: TabList, href: string, newId: string): TabList {
  const active = list.tabs.find(({ id }) => id === list.activeId);
  const isSame = active !== undefined && subjectOf(active.href) === subjectOf(href);
  const own = isSame ? active : tabOfMergeRequest(list, href);
  if (own) return afterVisit(list, own.id, href);
  const preview = active?.isPreview ? active : list.tabs.findLast(({ isPreview }) => isPreview);
  if (preview) return afterVisit(list, preview.id, href);
  return afterOpen(list, { id: newId, href, isPreview: true }, false);
}

/** Keeps a tab: what is opened next takes another one. */
export function afterKeep(list: TabList, id: string): TabList {
  if (!list.tabs.some((entry) => entry.id === id && entry.isPreview)) return list;
  const kept = ({ isPreview: _, ...entry }: Tab): Tab => entry;
  return { ...list, tabs: list.tabs.map((entry) => (entry.id === id ? kept(entry) : entry)) };
}

/** A tab that was closed, and its position then. */
export interface ClosedTab {
  readonly tab: Tab;
  readonly at: number;
}

/** Returns the tabs of a list that are not in a later one, the leftmost first; the last tab was turned into home. */
export const closedTabs = (before: TabList, after: TabList): ClosedTab[] =>
  before.tabs.flatMap((tab, at) =>
    after.tabs.some(({ id, href }) => id === tab.id && href === tab.href) ? [] : [{ tab, at }],
  );

/** Opens a closed tab where it was, as a kept one, and activates it. */
export function afterReopen(list: TabList, { tab, at }: ClosedTab, id: string): TabList {
  const { isPreview: _, ...kept } = tab;
  return { tabs: list.tabs.toSpliced(at, 0, { ...kept, id }), activeId: id };
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
  if (list.tabs.length === 1) return { ...list, tabs: [{ id, href: homeHref, isPreview: true }] };
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
  const isPreview = known.isPreview ? { isPreview: true } : {};
  const visited = isSamePath ? { ...known, href } : { id, href, ...isPreview };
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

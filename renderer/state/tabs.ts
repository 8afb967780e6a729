import { create } from "zustand";
import { readDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import {
  afterClose,
  afterCloseOthers,
  afterCloseUnder,
  afterFollow,
  afterKeep,
  afterMove,
  afterName,
  afterOpen,
  afterReopen,
  afterStart,
  afterVisit,
  type ClosedTab,
  closedTabs,
  homeHref,
  neighbourTab,
  type TabList,
  tabOfMergeRequest,
} from "./tab-list.ts";
import { isMainWindow } from "./windows/is-main-window.ts";

/** Key of the document of the main window's tabs. */
export const tabsKey = "tabs";
const first = crypto.randomUUID();

/** Open tabs. The app navigates to the active tab's address. */
export const useTabs = create<TabList>(() => ({
  tabs: [{ id: first, href: homeHref, isPreview: true }],
  activeId: first,
}));

/** Milliseconds after which tabs are written: a route change names its tab later, and its view has to be loaded first. */
const writeDelayMs = 300;
const writer = createDocumentWriter("layout", () => undefined, writeDelayMs);

function change(next: TabList): void {
  if (next === useTabs.getState()) return;
  useTabs.setState(next);
  store({ tabs: next.tabs, activeId: next.activeId });
}

/** Whether the tabs are the main window's; those of others end with their window. */
let isMain = true;
const sessionKey = () => `helve tabs ${window.name}`;

function store(value: TabList): void {
  if (isMain) writer.save(tabsKey, value);
  else sessionStorage.setItem(sessionKey(), JSON.stringify(value));
}

async function readStored(): Promise<TabList | undefined> {
  if (isMain) return readDocument("layout", tabsKey).catch(() => undefined);
  const text = sessionStorage.getItem(sessionKey());
  return text === null ? undefined : JSON.parse(text);
}

/**
 * Restores the tabs of the last run. `href` is the address that the page was opened with: the home address activates the
 * tab that was active, any other one opens as one that is chosen. A further window begins with that address alone.
 */
export async function restoreTabs(href: string): Promise<void> {
  isMain = await isMainWindow();
  const list = afterStart(await readStored(), useTabs.getState(), href);
  if (href === homeHref) useTabs.setState(list);
  else change(list);
}

/** Opens an address of the app in a new tab, which is kept; a merge request that has a tab in that one. */
export function openTab(href: string, options: { readonly background?: boolean } = {}): void {
  const list = useTabs.getState();
  const isInBackground = options.background ?? false;
  const open = tabOfMergeRequest(list, href);
  if (!open) change(afterOpen(list, { id: crypto.randomUUID(), href }, isInBackground));
  else if (!isInBackground) change(afterVisit(list, open.id, href));
}

/** Opens Home in a new tab, which becomes what is opened from there. */
export const openHomeTab = (): void =>
  change(afterOpen(useTabs.getState(), { id: crypto.randomUUID(), href: homeHref, isPreview: true }, false));

/** Opens what a tab shows once more. */
export const duplicateTab = (href: string): void =>
  change(afterOpen(useTabs.getState(), { id: crypto.randomUUID(), href }, false));

/** Opens an address that was chosen in the active tab: there, in the tab that has it, or in a preview. */
export const followInTab = (href: string): void =>
  change(afterFollow(useTabs.getState(), href, crypto.randomUUID()));

/** Keeps a tab that was only looked at. */
export const keepTab = (id: string): void => change(afterKeep(useTabs.getState(), id));

/** Tabs that were closed in this window and may be opened again, the last one at the end. */
const useClosedTabs = create<{ readonly closed: readonly ClosedTab[] }>(() => ({ closed: [] }));
const maxClosedTabs = 30;

function changeClosing(next: TabList): void {
  const closed = closedTabs(useTabs.getState(), next);
  useClosedTabs.setState((state) => ({ closed: [...state.closed, ...closed].slice(-maxClosedTabs) }));
  change(next);
}

/** Opens the tab again that was closed last. */
export function reopenTab(): void {
  const last = useClosedTabs.getState().closed.at(-1);
  if (!last) return;
  useClosedTabs.setState(({ closed }) => ({ closed: closed.slice(0, -1) }));
  change(afterReopen(useTabs.getState(), last, crypto.randomUUID()));
}

export const closeTab = (id: string): void => changeClosing(afterClose(useTabs.getState(), id));
/** Closes every tab whose address begins with `prefix`. */
export const closeTabsUnder = (prefix: string): void => change(afterCloseUnder(useTabs.getState(), prefix));
export const closeOtherTabs = (id: string): void => changeClosing(afterCloseOthers(useTabs.getState(), id));
export const moveTab = (id: string, to: number): void => change(afterMove(useTabs.getState(), id, to));
export const activateTab = (id: string): void => change({ ...useTabs.getState(), activeId: id });
/** Sets the address of a tab. */
export const visitTab = (id: string, href: string): void => change(afterVisit(useTabs.getState(), id, href));

/** Sets the name of every tab with a path to the name that its view shows. */
export const nameTabs = (path: string, name: string): void =>
  change(afterName(useTabs.getState(), path, name));

/** Activates the tab `step` positions from the active one. */
export function stepTab(step: number): void {
  const next = neighbourTab(useTabs.getState(), step);
  if (next) activateTab(next.id);
}

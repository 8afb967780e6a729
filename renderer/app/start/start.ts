import type { AnyRouter } from "@tanstack/react-router";
import type { Resource } from "../../../shared/api/contract/operation.ts";
import type { News } from "../../../shared/host/events.ts";
import { rootAttributes } from "../../../shared/host/root-attributes.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import { dataOfStart, forgetStartDocuments, windowId } from "../../api/documents.ts";
import { listenToHost } from "../../api/events/listen-to-host.ts";
import { invalidateHere, invalidateRefs, onWrite, refetchFailed } from "../../api/query-client.ts";
import { endStart } from "../../api/use-operation.ts";
import { lostText, readWebLink, resolveWebLink } from "../../features/addresses/web-link.ts";
import { readStoredBases, storeEditBases } from "../../features/pending-edits/edit-bases.ts";
import { addRefMoves } from "../../state/banners.ts";
import { loadEdits } from "../../state/edits.ts";
import { afterEvent, useHostState } from "../../state/host-state.ts";
import { loadLayout } from "../../state/layout.ts";
import { loadPreferences, type Preferences, usePreferences } from "../../state/preferences.ts";
import { loadRecentProjects } from "../../state/recent-projects.ts";
import { loadRecentWork } from "../../state/recent-work.ts";
import { askForRepository } from "../../state/repository-request.ts";
import { followInTab, openTab, restoreTabs, useTabs, visitTab } from "../../state/tabs.ts";
import { anyDocumentChanged, foreignDocumentChanged } from "../../state/windows/foreign-documents.ts";
import { isFrontWindow, joinWindows } from "../../state/windows/is-main-window.ts";
import { toast } from "../../ui/overlays/toast.tsx";
import { router } from "../app.tsx";
import { queryClient } from "../app-query-client.ts";
import { openInBrowser } from "../navigation/open-in-browser.ts";
import { loadPaletteHistory } from "../palette/palette-history.ts";
import { prefetchPage } from "../routes/prefetch-on-navigation.ts";
import { openFileUrl, openPath } from "./open-path.ts";
import { desktopBridge, followMenuKeys, runFromMenu } from "./system-menu.ts";

/** Reads the stored state, then connects the router, the tabs and the host's events. */
export async function start(): Promise<void> {
  const { promise: hasTabs, resolve: followEvents } = Promise.withResolvers<void>();
  if (dataOfStart?.accounts) useHostState.setState({ accounts: dataOfStart.accounts });
  streamHostEvents(hasTabs);
  shareWrites();
  joinWindows();
  acceptFolders();
  const { href, pathname } = router.history.location;
  // Without an address the last run's tabs are restored.
  if (pathname !== "/") prefetchPage(href);
  // They came with the HTML.
  repeatUntilRead(loadRecentProjects);
  repeatUntilRead(loadPaletteHistory);
  repeatUntilRead(loadRecentWork);
  // Needed for the first paint; each falls back to its defaults when it cannot be read.
  await Promise.all([loadPreferences().catch(() => undefined), loadLayout(), restoreTabs(href)]);
  followPreferences();
  followMenuKeys();
  syncTabs(router);
  followEvents();
  // The view's code is loaded first, so that the view's own requests are the first. Its error boundary shows errors.
  await loadRoute();
  forgetStartDocuments();
  router.history.subscribe(endStart);
  setTimeout(endStart, startMs);
  const bases = readStoredBases();
  loadEdits()
    .catch((error: unknown) =>
      toast.error("Your drafts could not be loaded", {
        description: "They are still on disk. Reload the page to try again.",
        detail: String(error),
      }),
    )
    .then(() => storeEditBases(bases))
    .catch(() => undefined);
}

/** Milliseconds after which no read belongs to the start. */
const startMs = 3_000;

/** Milliseconds after which a failed read is retried. */
const retryDelayMs = 2_000;

function repeatUntilRead(load: () => Promise<void>): void {
  load().catch(() => setTimeout(() => repeatUntilRead(load), retryDelayMs));
}

/** Loads the route of the address. Nothing is mounted yet that would follow a redirect, so that is done here. */
async function loadRoute(): Promise<void> {
  const load = () => router.load().catch(() => undefined);
  const unsubscribe = router.history.subscribe(() => void load());
  await load();
  unsubscribe();
}

/** Change of a service's data by a window, as it tells the others. */
interface ForeignWrite {
  readonly account: string;
  readonly resources: readonly Resource[];
}

/** Sends to other windows what this one has changed on a service, and reads again here what they have changed. */
function shareWrites(): void {
  const channel = new BroadcastChannel("helve writes");
  onWrite((account, resources) =>
    channel.postMessage({ account, resources: [...resources] } satisfies ForeignWrite),
  );
  channel.addEventListener("message", ({ data: { account, resources } }: MessageEvent<ForeignWrite>) => {
    void invalidateHere(queryClient, account, resources);
  });
}

/** Sets the preferences on the root element, for the design tokens. */
function apply(preferences: Preferences): void {
  for (const [name, value] of Object.entries(rootAttributes(preferences))) {
    if (value === null) document.documentElement.removeAttribute(name);
    else document.documentElement.setAttribute(name, value);
  }
}

/** Applies the preferences now and whenever they change. */
function followPreferences(): void {
  apply(usePreferences.getState());
  usePreferences.subscribe(apply);
}

/**
 * Syncs the address with the tabs: navigation updates the active tab; activating another tab navigates. Each history
 * entry stores its tab, so that Back returns to the tab as well.
 */
function syncTabs(router: AnyRouter): void {
  const { history } = router;
  const tabOf = new Map<string, string>();
  /** Key of the history's entry; none for one that another script has added. */
  const entry = () => history.location.state.__TSR_key;

  const goToActive = () => {
    const { tabs, activeId } = useTabs.getState();
    const active = tabs.find(({ id }) => id === activeId);
    if (active && active.href !== history.location.href) history.push(active.href);
  };
  const noteAddress = () => {
    const { tabs, activeId } = useTabs.getState();
    const key = entry();
    const known = key && tabOf.get(key);
    const isKnown = tabs.some(({ id }) => id === known);
    const { href, state } = history.location;
    const isActive = tabs.some((tab) => tab.id === activeId && tab.href === href);
    // What was chosen by a link may belong to another tab; any other step is one of the tab.
    if (!isKnown && !isActive && state.isFollowed) followInTab(href);
    else visitTab(isKnown && known ? known : activeId, href);
    if (key) tabOf.set(key, useTabs.getState().activeId);
  };
  const active = useTabs.getState().tabs.find(({ id }) => id === useTabs.getState().activeId);
  if (active && active.href !== history.location.href) history.replace(active.href);
  noteAddress();
  history.subscribe(noteAddress);
  useTabs.subscribe(goToActive);
}

/** Opens the repository of a folder that is dropped anywhere on the window; files are left to the views. */
function acceptFolders(): void {
  // Without a handler the browser would navigate to the dropped file.
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener(
    "drop",
    (event) => {
      const folder = folderIn(event.dataTransfer);
      if (!folder) return;
      event.preventDefault();
      event.stopPropagation();
      const path = desktopBridge()?.pathOf(folder) ?? "";
      if (path) void openPath(path);
      else askForRepository({ dropped: folder.name });
    },
    { capture: true },
  );
}

/** Returns the first dropped folder. */
function folderIn(data: DataTransfer | null): File | null {
  for (const item of data?.items ?? []) {
    if (item.kind === "file" && item.webkitGetAsEntry()?.isDirectory) return item.getAsFile();
  }
  return null;
}

/**
 * Applies the host's events to the state, and runs the actions that they request once `isReady` has resolved: what they open
 * before the tabs are restored would be replaced by these.
 */
function streamHostEvents(isReady: Promise<void>): void {
  // In one of the open windows: the one that had focus last.
  const inFront = (action: () => void): void =>
    void isReady.then(isFrontWindow).then((isFront) => isFront && action());
  listenToHost({
    onEvent(event) {
      if (event.type === "navigate") inFront(() => goTo(event.path));
      else if (event.type === "command") inFront(() => runFromMenu(event.id));
      else if (event.type === "document") {
        if (event.window !== windowId) {
          forgetStartDocuments(event.collection);
          foreignDocumentChanged(event.collection, event.key);
        }
      } else if (event.type === "watch-ended") {
        // Data that was read while it ran is stale.
        void invalidateHere(queryClient, event.watch.accountId, [
          "jobs",
          "pipelines",
          "merge_requests",
          "notes",
        ]);
        inFront(() => void showEnd(event.watch));
      } else if (event.type === "news") {
        void invalidateHere(queryClient, event.accountId, ["todos", "merge_requests", "notes"]);
        inFront(() => void showNews(event));
      } else if (event.type === "refs-moved") {
        addRefMoves(event);
        void invalidateRefs(queryClient, event.accountId, { id: event.projectId, path: event.project });
      } else {
        const before = useHostState.getState().reconnects;
        useHostState.setState((state) => afterEvent(state, event));
        if (useHostState.getState().reconnects !== before) void refetchFailed(queryClient);
      }
    },
    onConnection(connected) {
      if (connected && useHostState.getState().connected === false) anyDocumentChanged();
      useHostState.setState({ connected });
    },
  });
}

/** Opens a path of the app, the target of a `helve://` link among the accounts, or a folder's repository. */
function goTo(target: string): void {
  if (target.startsWith("file:")) {
    void openFileUrl(target);
    return;
  }
  const { accounts } = useHostState.getState();
  if (target.startsWith("/")) {
    openTab(target);
    return;
  }
  const link = readWebLink(target, accounts ?? []);
  if (link?.kind === "page") {
    void resolveWebLink(queryClient, link).then((href) => openTab(href));
    if (link.lost) {
      toast.info("Helve does not show all that the link names", {
        description: lostText(link.lost),
        detail: target,
        action: {
          label: "Open in browser",
          onSelect: () => openInBrowser(target.replace(/^helve:/, "https:")),
        },
      });
    }
  } else if (link) {
    toast.info(`Helve has no page for “${link.page}”`, {
      detail: link.url,
      action: { label: "Open in browser", onSelect: () => openInBrowser(link.url) },
    });
    openTab(link.nearest);
  } else toast.error("This link belongs to none of your accounts", { detail: target });
}

/** Loaded with the first news: few starts see any. */
async function showNews(news: News): Promise<void> {
  const { showNewsOutside } = await import("../watches/show-watch-end.ts");
  await showNewsOutside(queryClient, news);
}

/** Loaded with the first watch that ends, as few starts see one. */
async function showEnd(watch: Watch): Promise<void> {
  const { showWatchEnd } = await import("../watches/show-watch-end.ts");
  await showWatchEnd(queryClient, watch);
}

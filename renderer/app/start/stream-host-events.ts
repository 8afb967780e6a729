import { windowId } from "../../api/documents.ts";
import { listenToHost } from "../../api/events.ts";
import { invalidateHere, invalidateRefs, refetchFailed } from "../../api/query-client.ts";
import { resolveWebLink } from "../../features/addresses/resolve-web-link.ts";
import { lostText, readWebLink } from "../../features/addresses/web-link.ts";
import { afterEvent, useHostState } from "../../state/host-state.ts";
import { addRefMoves } from "../../state/ref-moves.ts";
import { openTab } from "../../state/tabs.ts";
import { anyDocumentChanged, foreignDocumentChanged } from "../../state/windows/foreign-documents.ts";
import { isFrontWindow } from "../../state/windows/front-window.ts";
import { toast } from "../../ui/toast.tsx";
import { openInBrowser } from "../navigation/open-in-browser.ts";
import { queryClient } from "../query-client.ts";
import { showWatchEnd } from "../watches/show-watch-end.ts";
import { openFolder } from "./open-folder.ts";
import { runFromMenu } from "./system-menu.ts";

/** Applies the host's events to the state, and runs the actions that they request. */
export function streamHostEvents(): void {
  listenToHost({
    onEvent(event) {
      if (event.type === "navigate") inFront(() => goTo(event.path));
      else if (event.type === "command") inFront(() => runFromMenu(event.id));
      else if (event.type === "document") {
        if (event.window !== windowId) foreignDocumentChanged(event.collection, event.key);
      } else if (event.type === "watch-ended") {
        // Data that was read while it ran is stale.
        void invalidateHere(queryClient, event.watch.accountId, ["jobs", "pipelines"]);
        inFront(() => void showWatchEnd(queryClient, event.watch));
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

/** Runs an action in one of the open windows: the one that had focus last. */
const inFront = (action: () => void): void => void isFrontWindow().then((isFront) => isFront && action());

/** Opens a path of the app, the target of a `helve://` link among the accounts, or a folder's repository. */
function goTo(target: string): void {
  if (target.startsWith("file:")) {
    void openFolder(target);
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

import { storeEditBases } from "../../features/pending-edits/edit-bases.ts";
import { loadEdits } from "../../state/edits.ts";
import { loadLayout } from "../../state/layout.ts";
import { loadPaletteHistory } from "../../state/palette-history.ts";
import { loadPreferences } from "../../state/preferences.ts";
import { loadRecentProjects } from "../../state/recent-projects.ts";
import { restoreTabs } from "../../state/tabs.ts";
import { joinWindows } from "../../state/windows/front-window.ts";
import { toast } from "../../ui/toast.tsx";
import { router } from "../router.tsx";
import { followPreferences } from "./apply-preferences.ts";
import { acceptFolders } from "./drop-folders.ts";
import { shareWrites } from "./share-writes.ts";
import { streamHostEvents } from "./stream-host-events.ts";
import { syncTabs } from "./sync-tabs.ts";
import { followMenuKeys } from "./system-menu.ts";

/** Reads the stored state, then connects the router, the tabs and the host's events. */
export async function start(): Promise<void> {
  streamHostEvents();
  shareWrites();
  joinWindows();
  acceptFolders();
  const { href } = router.history.location;
  // Needed for the first paint; each falls back to its defaults when it cannot be read.
  await Promise.all([loadPreferences().catch(() => undefined), loadLayout(), restoreTabs(href)]);
  followPreferences();
  followMenuKeys();
  syncTabs(router);
  // The view's code is loaded first, so that the view's own requests are the first. Its error boundary shows errors.
  await loadRoute();
  repeatUntilRead(loadRecentProjects);
  repeatUntilRead(loadPaletteHistory);
  loadEdits()
    .catch((error: unknown) =>
      toast.error("Your drafts could not be loaded", {
        description: "They are still on disk. Reload the page to try again.",
        detail: String(error),
      }),
    )
    .then(storeEditBases)
    .catch(() => undefined);
}

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

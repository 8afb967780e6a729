import { preloadView } from "./app/views.ts";
import { isMainWindow } from "./state/windows/is-main-window.ts";

// Small on purpose: the app and the requested view load in parallel.
const app = import("./app/start/open-app.tsx");
// The app waits for it.
void isMainWindow();
// A start without an address restores the last run's tabs from its documents.
if (window.location.pathname !== "/") preloadView(window.location.pathname);
// Not awaited here: the app itself needs this module to be complete.
void app.then(async ({ openApp }) => {
  await openApp();
  const { preloadViews } = await import("./app/preload-views.ts");
  await preloadViews();
});

import { preloadView } from "./app/views.ts";
import { isMainWindow } from "./state/windows/is-main-window.ts";

// Small on purpose: the app and the requested view are loaded with the HTML, and run once its frame is on the screen.
const app = firstFrame().then(() => {
  // A start without an address restores the last run's tabs from its documents.
  if (window.location.pathname !== "/") preloadView(window.location.pathname);
  return import("./app/start/open-app.tsx");
});
// The app waits for it.
void isMainWindow();
// Not awaited here: the app itself needs this module to be complete.
void app.then(async ({ openApp }) => {
  await openApp();
  const { preloadViews } = await import("./app/preload-views.ts");
  await preloadViews();
});

/** Milliseconds after which the app starts, where the browser draws no frame. */
const maxWaitMs = 100;

/** Resolves once the frame that the host has drawn is on the screen: at once where there is none, or no screen. */
function firstFrame(): Promise<void> {
  if (!document.querySelector("#root > *") || document.visibilityState === "hidden") return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // After the frame, not within it.
      setTimeout(resolve);
    });
  });
}

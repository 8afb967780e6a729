import { preloadView } from "./app/views.ts";
import { keepEarlyInput } from "./early-input.ts";
import { isMainWindow } from "./state/windows/is-main-window.ts";

/** The window as the host has drawn it; null where it could not. */
const frame = document.querySelector<HTMLElement>("#root > *");
const replayInput = frame && keepEarlyInput(frame);
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
  await frameReplaced();
  await replayInput?.();
  const { preloadViews } = await import("./app/preload-views.ts");
  await preloadViews();
});

/** Milliseconds after which the app starts, where the browser draws no frame. */
const maxWaitMs = 100;

/** Resolves once the frame that the host has drawn is on the screen: at once where there is none, or no screen. */
function firstFrame(): Promise<void> {
  if (!frame || document.visibilityState === "hidden") return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // After the frame, not within it.
      setTimeout(resolve);
    });
  });
}

/** Resolves once React has put the page in the place of the frame, and its effects have run. */
function frameReplaced(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      setTimeout(resolve);
    };
    const observer = new MutationObserver(() => frame?.isConnected || end());
    if (frame?.isConnected) observer.observe(document.body, { childList: true, subtree: true });
    else end();
  });
}

import { app, type BrowserWindow, Notification } from "electron";

/** Milliseconds between two checks whether an app without a window is still needed. */
const checkIntervalMs = 60_000;
/** Checks that find nothing to do before it ends: time to click the last notification. */
const maxIdleChecks = 10;

interface BackgroundOptions {
  readonly window: () => BrowserWindow | null;
  /** Returns the number of watched jobs and pipelines that have not ended. */
  readonly watching: () => number;
  /** Returns whether the system's tray has an entry of the app, which opens its window again. */
  readonly hasTray: () => boolean;
}

/**
 * Quits the app with its last window, except on macOS, while it is in the tray and while jobs or pipelines are watched. Returns a function
 * that ends the checks for the latter.
 */
export function endWithWindow({ window, watching, hasTray }: BackgroundOptions): () => void {
  const state: { timer: NodeJS.Timeout | undefined; idle: number } = { timer: undefined, idle: 0 };
  const stop = () => clearInterval(state.timer);
  const check = () => {
    state.idle = window() || hasTray() || watching() > 0 ? 0 : state.idle + 1;
    if (window()) stop();
    else if (state.idle >= maxIdleChecks) app.quit();
  };
  app.on("window-all-closed", () => {
    if (process.platform === "darwin") return;
    if (hasTray()) return;
    const count = watching();
    if (count === 0) return app.quit();
    stop();
    state.idle = 0;
    state.timer = setInterval(check, checkIntervalMs);
    if (!Notification.isSupported()) return;
    const body = `You are notified when ${count === 1 ? "the job or pipeline you watch has" : `the ${count} jobs and pipelines you watch have`} ended. Start Helve to open its window.`;
    new Notification({ title: "Helve keeps running", body, silent: true }).show();
  });
  return stop;
}

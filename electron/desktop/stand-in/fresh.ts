import { app, appState } from "./app.ts";
import { windows } from "./browser-window.ts";
import { forgetCalls } from "./calls.ts";
import { served } from "./protocol.ts";
import { sessionState } from "./session.ts";
import { notifications, systemState } from "./system.ts";
import { processes } from "./utility-process.ts";

/** Puts the stand-in back to how it was before the test. */
export function freshElectron(): void {
  app.removeAllListeners();
  appState.paths.clear();
  Object.assign(appState, { lock: true, packaged: false, ready: Promise.withResolvers<void>() });
  Object.assign(systemState, {
    displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
    chosen: { canceled: false, filePaths: ["/chosen/folder"] },
    notifies: true,
    clicked: 0,
  });
  Object.assign(sessionState, { request: null, check: null, device: null, media: null, proxies: "DIRECT" });
  for (const list of [windows, notifications, processes]) list.length = 0;
  served.clear();
  forgetCalls();
}

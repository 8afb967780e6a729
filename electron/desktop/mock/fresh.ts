import { app, appState } from "./app.ts";
import { windows } from "./browser-window.ts";
import { forgetCalls, order } from "./calls.ts";
import { served, session, sessionState } from "./session.ts";
import { notifications, systemState } from "./system.ts";
import { trays } from "./tray.ts";
import { processes } from "./utility-process.ts";

/** Resets the mock to its state before the test; where `ready` is true, as after Electron's `ready` event. */
export function freshElectron({ ready = false }: { readonly ready?: boolean } = {}): void {
  app.removeAllListeners();
  appState.paths.clear();
  appState.switches.clear();
  const gate = Promise.withResolvers<void>();
  order.ready = ready;
  gate.promise.then(
    () => {
      if (appState.ready === gate) order.ready = true;
    },
    () => undefined,
  );
  Object.assign(appState, { lock: true, packaged: false, languages: ["en-US"], ready: gate });
  if (ready) gate.resolve();
  Object.assign(systemState, {
    displays: [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
    chosen: { canceled: false, filePaths: ["/chosen/folder"] },
    responses: [],
    notifies: true,
    clicked: 0,
  });
  Object.assign(sessionState, { request: null, check: null, device: null, media: null, proxies: "DIRECT" });
  session.defaultSession.removeAllListeners();
  for (const list of [windows, notifications, trays, processes]) list.length = 0;
  served.clear();
  forgetCalls();
}

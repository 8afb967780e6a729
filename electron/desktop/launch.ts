import { app, dialog } from "electron";
import { registerAppScheme } from "./app-scheme.ts";
import { claimLinks } from "./deep-link.ts";
import { findPlaces } from "./places.ts";
import { startApp } from "./start-app.ts";

/**
 * Everything that has to be done before Electron is ready, then the app. One run for each data folder: a second one
 * hands its link over and ends. `bundle` is the URL of the built entry.
 */
export function launch(argv: readonly string[], bundle: string, version: string): void {
  // Certificates are always checked, here and in every process that this one starts.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  app.setName("Helve");
  registerAppScheme();
  const places = findPlaces(argv.slice(1), bundle);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  claimLinks(argv);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  startApp(places, version).catch((error: unknown) => {
    dialog.showErrorBox("Helve could not start", error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
}

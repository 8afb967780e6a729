import { app, dialog } from "electron";
import { version } from "../../package.json";
import { registerAppScheme } from "./app-scheme.ts";
import { claimLinks } from "./deep-link.ts";
import { findPlaces } from "./places.ts";
import { startApp } from "./start-app.ts";

app.setName("Helve");
registerAppScheme();
const places = findPlaces(process.argv.slice(1), import.meta.url);
// One run for each data folder; a second one hands its link over and ends.
if (app.requestSingleInstanceLock()) {
  claimLinks();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  // Not awaited: Electron becomes ready only after this module has been run.
  startApp(places, version).catch((error: unknown) => {
    dialog.showErrorBox("Helve could not start", error instanceof Error ? error.message : String(error));
    app.exit(1);
  });
} else app.quit();

import { preloadView } from "./app/routes/views.ts";

// Small on purpose: the app and the requested view load in parallel.
const app = import("./app/start/open-app.tsx");
// A start without an address restores the last run's tabs from its documents.
if (window.location.pathname !== "/") preloadView(window.location.pathname);
// Not awaited here: the app itself needs this module to be complete.
void app.then(({ openApp }) => openApp());

import { preloadView } from "./app/routes/views.ts";

// Small on purpose: the app and the view that is asked for come side by side.
const app = import("./app/start/open-app.tsx");
// The plain start goes to where the last run was left, which its documents tell.
if (window.location.pathname !== "/") preloadView(window.location.pathname);
// Not awaited here: the app itself needs this module to be complete.
void app.then(({ openApp }) => openApp());

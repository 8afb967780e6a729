import { beginView } from "./app/places/views.ts";

// Small on purpose: the app and the view that is asked for come side by side.
const app = import("./app/start/open-app.tsx");
beginView(window.location.href.slice(window.location.origin.length));
// Not awaited here: the app itself needs this module to be complete.
void app.then(({ openApp }) => openApp());

/** Each draws a trace into an element, and is done when its promise is. */
const peers = {
  limits: () => import("./limits.js"),
  split: () => import("./split.js"),
  xterm: () => import("./xterm.js"),
  "react-logviewer": () => import("./react-logviewer.js"),
  "ansi-up": () => import("./ansi-up.js"),
};

const name = new URLSearchParams(location.search).get("peer");
const trace = fetch("/trace");
const { draw } = await peers[name]();
await draw(document.getElementById("root"), await trace);
globalThis.done = true;

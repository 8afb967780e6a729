/** Each draws a patch into an element, and is done when its promise is. */
const peers = {
  parse: () => import("./parse.js"),
  read: () => import("./read.js"),
  diff2html: () => import("./diff2html.js"),
  "diff2html-side": () => import("./diff2html-side.js"),
  "react-diff-view": () => import("./react-diff-view.js"),
  "git-diff-view": () => import("./git-diff-view.js"),
  "pierre-unified": () => import("./pierre-unified.js"),
  "pierre-split": () => import("./pierre-split.js"),
  "pierre-streamed": () => import("./pierre-streamed.js"),
  monaco: () => import("./monaco.js"),
  codemirror: () => import("./codemirror.js"),
};

const name = new URLSearchParams(location.search).get("peer");
const patch = fetch("/patch");
const { draw } = await peers[name]();
await draw(document.getElementById("root"), await patch);
globalThis.done = true;

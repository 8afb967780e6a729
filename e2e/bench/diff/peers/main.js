import { html, parse } from "diff2html";
import "diff2html/bundles/css/diff2html.min.css";
import { createElement } from "react";
import { Diff, Hunk, parseDiff } from "react-diff-view";
import { createRoot } from "react-dom/client";
import "react-diff-view/style/index.css";

const name = new URLSearchParams(location.search).get("peer");
const patch = await (await fetch("/patch")).text();
const root = document.getElementById("root");

if (name === "parse") {
  const began = performance.now();
  parse(patch);
  globalThis.took = performance.now() - began;
} else if (name === "react-diff-view") {
  const files = parseDiff(patch);
  createRoot(root).render(
    files.map(({ hunks, type, newPath }) =>
      createElement(Diff, { key: newPath, viewType: "split", diffType: type, hunks }, (all) =>
        all.map((hunk) => createElement(Hunk, { key: hunk.content, hunk })),
      ),
    ),
  );
} else {
  const outputFormat = name === "diff2html-side" ? "side-by-side" : "line-by-line";
  root.innerHTML = html(patch, { outputFormat, drawFileList: false, matching: "none" });
}
globalThis.done = true;

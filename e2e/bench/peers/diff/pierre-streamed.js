import { processFile } from "@pierre/diffs";
import { itemOf, makeView } from "./pierre.js";

/** Milliseconds of work after which the browser may draw. */
const budget = 8;

/** Files as they come over the network, so that the first are seen before the last are read. */
export async function draw(root, response) {
  const view = makeView(root, "unified");
  let [items, count, began] = [[], 0, performance.now()];
  for await (const piece of piecesOf(response)) {
    const file = processFile(piece, { cacheKey: `bench-${count}`, isGitDiff: true });
    if (file) items.push(itemOf(file, count++));
    if (performance.now() - began < budget) continue;
    view.addItems(items);
    items = [];
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  view.addItems(items);
}

async function* piecesOf(response) {
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const pieces = (rest + text).split(/^(?=diff --git )/m);
    rest = pieces.pop();
    yield* pieces;
  }
  yield rest;
}

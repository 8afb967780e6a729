import { parsePatchFiles } from "@pierre/diffs";
import { itemOf, makeView } from "./pierre.js";

export async function draw(root, response, diffStyle = "unified") {
  const view = makeView(root, diffStyle);
  const files = parsePatchFiles(await response.text(), { cacheKeyPrefix: "bench" }).flatMap(
    (patch) => patch.files,
  );
  view.setItems(files.map(itemOf));
}

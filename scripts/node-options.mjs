import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node.mjs";

/** Options and environment of Helve's processes: a small heap and few arenas, so that memory stays low. */
export const nodeOptions = JSON.parse(
  readFileSync(join(root, "electron", "system", "node-options.json"), "utf8"),
);

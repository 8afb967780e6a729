import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../node.mjs";
import { fetchDictionaries } from "./dictionaries.mjs";
import { writeNotices } from "./notices.mjs";

/** Makes what is packed beside the bundles: `dist/notices` and, unless `--no-dictionaries` is given, `dist/dictionaries`. */
const { components } = writeNotices(join(root, "dist", "notices"));
console.log(`Bill of materials: ${components.length} components.`);
const folder = join(root, "dist", "dictionaries");
if (process.argv.includes("--no-dictionaries")) rmSync(folder, { recursive: true, force: true });
else console.log(`Dictionaries: ${await fetchDictionaries(folder)}.`);

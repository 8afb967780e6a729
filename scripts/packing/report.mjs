import { statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../node.mjs";
import { inspectApp, unpackedApps } from "./inspect.mjs";

/** Inspects every unpacked app of `release` and fails where one may not be released. */
const dictionaries = !process.argv.includes("--no-dictionaries");
const apps = unpackedApps(join(root, "release"));
if (apps.length === 0) throw new Error("There is no unpacked app in release");
let failed = false;
for (const { name, resources, executable } of apps) {
  const problems = await inspectApp({ resources, executable, dictionaries });
  const size = (statSync(join(resources, "app.asar")).size / 1_000_000).toFixed(1);
  console.log(
    `${name}: app.asar ${size} MB, ${problems.length === 0 ? "nothing to object to" : "not fit for release"}`,
  );
  for (const problem of problems) console.error(`  ${problem}`);
  failed ||= problems.length > 0;
}
process.exit(failed ? 1 : 0);

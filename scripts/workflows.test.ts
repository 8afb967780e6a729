import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./node.mjs";

const folder = join(root, ".github", "workflows");

test.each(readdirSync(folder))("%s pins every action to a commit", (name) => {
  const lines = readFileSync(join(folder, name), "utf8").split("\n");
  const used = lines.filter((line) => /^\s*(- )?uses:/.test(line));
  expect(used.length).toBeGreaterThan(0);
  for (const line of used) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d/);
});

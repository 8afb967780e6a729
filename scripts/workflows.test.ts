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

test("the tests of a pull request have the history that they compare with, and the night runs all rounds", () => {
  const ci = readFileSync(join(folder, "ci.yml"), "utf8");
  expect(ci).toMatch(/actions\/checkout@[^\n]*\n\s+with:(?:\n\s+(?:#|\w).*)*\n\s+fetch-depth: 0\n/);
  expect(ci).toContain("schedule:");
  expect(ci).toContain("github.event_name == 'schedule' && '--nightly'");
  expect(ci.match(/npm test -- \$\{\{ env\.FLAGS \}\}/g)).toHaveLength(2);
});

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /(?<!\.d|\.test)\.tsx?$/.test(path));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Files that a build starts from (the page, its workers, the views on demand), and what specs share with the tests. */
const entryPoint = /^main\.ts$|\.worker\.ts$|^views\/[^/]+\/index\.tsx$|^testing\//;

it("has no file of ten lines or fewer with one importer: it would be part of that importer", () => {
  const importers = new Map(files.map((path) => [path, 0]));
  for (const path of files) {
    const imported = [...read(path).matchAll(/\b(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, to = ""]) => to);
    for (const target of new Set(imported.map((to) => join(dirname(path), to))))
      importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  const alone = files.filter((path) => importers.get(path) === 1 && !entryPoint.test(path));
  expect(alone.length).toBeGreaterThan(100);
  expect(alone.filter((path) => read(path).trimEnd().split("\n").length <= 10)).toEqual([]);
});

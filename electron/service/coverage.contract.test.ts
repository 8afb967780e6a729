import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operationKey } from "../../shared/api/contract/call-facts.ts";
import { operations } from "../../shared/api/index.ts";
import { implemented } from "./service.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

const listed = read("shared/api/endpoints.tsv")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([, method, path]) => `${method} ${path}`);
const documented = Object.entries(operations).filter(([, operation]) =>
  listed.includes(operationKey(operation)),
);
const names = documented.map(([name]) => name);

/** Names that files of the page import as values from the contract, without the API reference and the tests. */
function importedByViews(): ReadonlySet<string> {
  const files = readdirSync(new URL("renderer/", root), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(^|\/)testing\/|^views\/reference\//.test(path));
  const statement = /import\s+\{([^}]*)\}\s+from\s+"[^"]*shared\/api\/[^"]*"/g;
  const found = files.flatMap((path) =>
    [...read(`renderer/${path}`).matchAll(statement)].flatMap(([, list = ""]) =>
      list.split(",").map((part) => part.trim().replace(/ as \w+$/, "")),
    ),
  );
  return new Set(found);
}

const inViews = importedByViews();
/** Rows of the table of `docs/coverage.md`: an operation, the one that covers it, and why. */
const covered = [
  ...(read("docs/coverage.md").split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \| `(\w+)` \| (.+) \|$/gm),
].map(([, name = "", by = "", why = ""]) => ({ name, by, why }));

it("declares, serves and shows each of the 158 operations", () => {
  const served = documented.filter(([, operation]) => implemented.has(operation)).map(([name]) => name);
  const explained = new Set(covered.map(({ name }) => name));
  const shown = names.filter((name) => inViews.has(name) || explained.has(name));
  const without = (list: readonly string[]) => names.filter((name) => !list.includes(name));
  expect({ contract: names.length, service: without(served), views: without(shown) }).toEqual({
    contract: 158,
    service: [],
    views: [],
  });
});

it("explains only what no view calls, by an operation that a view calls", () => {
  for (const { name, by, why } of covered) {
    expect(names, name).toContain(name);
    expect([name, inViews.has(name)]).toEqual([name, false]);
    expect([by, inViews.has(by)]).toEqual([by, true]);
    expect(why.length, name).toBeGreaterThan(10);
  }
});

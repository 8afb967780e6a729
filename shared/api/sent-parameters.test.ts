import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operationKey } from "./contract/call-facts.ts";
import type { AnyOperation } from "./contract/operation.ts";
import { operations } from "./index.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

const listed = new Set(
  read("shared/api/endpoints.tsv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([, method, path]) => `${method} ${path}`),
);
const documented: readonly (readonly [string, AnyOperation])[] = Object.entries(operations).filter(
  ([, operation]) => listed.has(operationKey(operation)),
);

interface PageFile {
  /** First two folders of its path: a view or a feature. */
  readonly part: string;
  /** Operations that it imports, and features. */
  readonly imports: ReadonlySet<string>;
  /** Names that are keys or quoted. */
  readonly names: ReadonlySet<string>;
}

/** Files of the page, by path below `renderer/`; the API reference sends everything and does not count. */
const files = new Map<string, PageFile>(
  readdirSync(new URL("renderer/", root), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(^|\/)testing\/|^views\/reference\//.test(path))
    .map((path) => {
      const code = read(`renderer/${path}`)
        // Not of a pattern, such as release/*.
        .replace(/(?<!\w)\/\*[\s\S]*?\*\//g, "")
        .replace(/(^|\s)\/\/.*$/gm, "");
      const imported = [...code.matchAll(/import\s+\{([^}]*)\}\s+from\s+"([^"]*)"/g)].flatMap(
        ([, names = "", from = ""]) => [
          ...(from.includes("shared/api/") ? names.split(",").map((name) => name.trim()) : []),
          ...(/features\/.+/.exec(from) ?? []),
        ],
      );
      const named = [...code.matchAll(/(?<![.\w])(\w+)\s*[:,}]|["'`](\w+)["'`]/g)];
      return [
        path,
        {
          part: path.split("/").slice(0, 2).join("/"),
          imports: new Set(imported),
          names: new Set(named.map(([, key, quoted]) => key ?? quoted ?? "")),
        },
      ];
    }),
);

/** Returns the names in files that may build the input of an operation: those of the views and features that import it. */
function namesAround(operation: string): ReadonlySet<string> {
  const importers = [...files.values()].filter(({ imports }) => imports.has(operation));
  const parts = new Set(importers.map(({ part }) => part));
  // A feature's filters are imported by the view that lists.
  const features = new Set(importers.flatMap(({ imports }) => [...imports]));
  const around = [...files].filter(([path, { part }]) => parts.has(part) || features.has(path));
  return new Set(around.flatMap(([, { names }]) => [...names]));
}

const paging = new Set(["page", "per_page"]);
const parametersOf = ({ query, body }: AnyOperation): string[] =>
  Object.keys({ ...query, ...body }).filter((parameter) => !paging.has(parameter));

/** Rows of the table of `docs/coverage.md`: an operation, parameters of it that no view sends, and why. */
const [, parameterTable = ""] = read("docs/coverage.md").split("\n## Parameters\n");
const rows = [...parameterTable.matchAll(/^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \| (.+) \|$/gm)].map(
  ([, name = "", list = "", why = ""]) => ({
    name,
    parameters: [...list.matchAll(/`(\w+)`/g)].map(([, parameter = ""]) => parameter),
    why,
  }),
);
const explained = new Set(
  rows.flatMap(({ name, parameters }) => parameters.map((parameter) => `${name} ${parameter}`)),
);

it("is in a view, or docs/coverage.md says why not: every documented parameter", () => {
  const covered = new Set(
    [...read("docs/coverage.md").matchAll(/^\| `(\w+)` \| `(\w+)` \| .+ \|$/gm)].map((row) => row[1]),
  );
  const silent = documented
    .filter(([name]) => !covered.has(name) || rows.some((row) => row.name === name))
    .flatMap(([name, operation]) => {
      const sent = namesAround(name);
      return parametersOf(operation)
        .filter((parameter) => !sent.has(parameter) && !explained.has(`${name} ${parameter}`))
        .map((parameter) => `${name} ${parameter}`);
    });
  expect(silent).toEqual([]);
});

it("explains parameters that there are, each once", () => {
  const byName = new Map(documented);
  const all = rows.flatMap(({ name, parameters }) =>
    parameters.map((parameter) => [name, parameter] as const),
  );
  for (const [name, parameter] of all)
    expect([
      name,
      parameter,
      byName.get(name) && parametersOf(byName.get(name) as AnyOperation).includes(parameter),
    ]).toEqual([name, parameter, true]);
  expect(all).toHaveLength(explained.size);
  for (const { name, why } of rows) expect(why.length, name).toBeGreaterThan(10);
});

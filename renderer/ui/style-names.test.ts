import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const sheets = files.filter((path) => path.endsWith(".module.css"));

/** Class names that the rules of a style sheet select. */
const selected = (path: string): Set<string> => {
  const selectors = read(path)
    .replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, "")
    .replace(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));
};

/** Class names that components use, by style sheet; null where one is passed on as a whole. */
function usedNames(): Map<string, Set<string> | null> {
  const used = new Map<string, Set<string> | null>(sheets.map((path) => [path, new Set<string>()]));
  const add = (path: string, sheet: string, names: Iterable<string>) => {
    for (const name of names) used.get(join(dirname(path), sheet))?.add(name);
  };
  for (const path of files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))) {
    const text = read(path);
    const code = text.replace(/^import .*$/gm, "");
    for (const [, variable = "", sheet = ""] of text.matchAll(
      /^import (\w+) from "([^"]+\.module\.css)";$/gm,
    )) {
      if (new RegExp(`\\b${variable}\\b(?!\\.\\w|\\["|")`).test(code))
        used.set(join(dirname(path), sheet), null);
      const names = code.matchAll(new RegExp(`\\b${variable}(?:\\.(\\w+)|\\["([\\w-]+)"\\])`, "g"));
      add(
        path,
        sheet,
        [...names].map(([, plain, quoted = ""]) => plain ?? quoted),
      );
    }
  }
  return used;
}

it("has a rule for every class that is used, and uses every class that has one", () => {
  const wrong: string[] = [];
  for (const [path, names] of usedNames()) {
    if (names === null) continue;
    const rules = selected(path);
    for (const name of names) if (!rules.has(name)) wrong.push(`${path}: no rule for ${name}`);
    for (const name of rules) if (!names.has(name)) wrong.push(`${path}: nothing uses ${name}`);
  }
  expect(wrong).toEqual([]);
});

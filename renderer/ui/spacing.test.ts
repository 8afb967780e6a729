import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) =>
  path.replaceAll("\\", "/"),
);
const styles = files.filter((path) => path.endsWith(".css"));

/** Sizes that have a token, in pixels. */
const tokens = [...read("ui/theme/tokens.css").matchAll(/--space-\d+: (\d+)px/g)].map(
  ([, size = ""]) => size,
);

/** Declarations whose value has a size in pixels that `isWrong` rejects. */
function declarationsWith(properties: string, isWrong: (size: string) => boolean): string[] {
  const declaration = new RegExp(`^\\s*(?:${properties}):([^;{}]*);`, "gm");
  return styles.flatMap((path) =>
    [...read(path).matchAll(declaration)]
      .filter(([, value = ""]) =>
        [...value.matchAll(/(?<![\w.-])-?(\d+(?:\.\d+)?)px\b/g)].some(([, size = ""]) => isWrong(size)),
      )
      .map(([line]) => `${path}: ${line.trim()}`),
  );
}

test("spacing is written in tokens, but for hairlines", () => {
  expect(tokens).toContain("8");
  const spacing = "(?:row-|column-)?gap|(?:scroll-)?(?:margin|padding)[a-z-]*";
  expect(declarationsWith(spacing, (size) => Number(size) > 1)).toEqual([]);
});

test("spacing that components compute is written in tokens, too", () => {
  const components = files.filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"));
  const computed =
    /(?:\b(?:row|column)?[gG]ap|\b(?:margin|padding)\w*|"--[\w-]*(?:gap|indent)"): (?![^,}\n]*var\()[^,}\n]*[1-9]/g;
  const found = components.flatMap((path) =>
    [...read(path).matchAll(computed)].map(([text]) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("positions that are on the grid are written in tokens", () => {
  expect(declarationsWith("inset[a-z-]*|top|left|right|bottom", (size) => tokens.includes(size))).toEqual([]);
});

/** Sizes of one place, each with its reason; all others have a token. */
const measured = [
  // Emoji to choose from are pictures, larger than text.
  "ui/emoji/emoji-grid.module.css: font-size: 20px;",
  // The heights of their lines, which place words and smaller numbers on one baseline.
  "ui/buttons/toggle-buttons.module.css: line-height: 24px;",
  "views/artifacts/tests/tests.module.css: line-height: 24px;",
];

test("radii and sizes of text and of its lines are written in tokens", () => {
  const typography = "border(?:-[a-z]+){0,2}-radius|line-height|font-size|font";
  const found = declarationsWith(typography, (size) => Number(size) > 1);
  expect(found.filter((line) => !line.startsWith("ui/theme/tokens.css")).sort()).toEqual(measured.toSorted());
});

test("weights of text are written in tokens, but for those that a log asks for", () => {
  const numbers = styles.flatMap((path) =>
    [...read(path).matchAll(/^\s*font(?:-weight)?: (?:normal |italic )?[1-9]00\b[^;]*;/gm)].map(
      ([line]) => `${path}: ${line.trim()}`,
    ),
  );
  expect(numbers.filter((line) => !line.startsWith("ui/theme/fonts.css"))).toEqual([
    "views/job/log/ansi.module.css: font-weight: 700;",
  ]);
});

test("no style sheet is longer than 200 lines", () => {
  const lengths = styles.map((path) => `${read(path).split("\n").length - 1} ${path}`);
  expect(lengths.filter((line) => Number.parseInt(line, 10) > 200)).toEqual([]);
});

describe("style names", () => {
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
        const names = code.matchAll(
          new RegExp(`(?<![\\w/-])${variable}(?:\\.(\\w+)|\\["([\\w-]+)"\\])`, "g"),
        );
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
});

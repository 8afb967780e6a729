import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const styles = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".css"));

/** Sizes that have a token, in pixels. */
const tokens = [...read("ui/tokens.css").matchAll(/--space-\d+: (\d+)px/g)].map(([, size = ""]) => size);

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

test("positions that are on the grid are written in tokens", () => {
  expect(declarationsWith("inset[a-z-]*|top|left|right|bottom", (size) => tokens.includes(size))).toEqual([]);
});

test("no style sheet is longer than 200 lines", () => {
  const lengths = styles.map((path) => `${read(path).split("\n").length - 1} ${path}`);
  expect(lengths.filter((line) => Number.parseInt(line, 10) > 200)).toEqual([]);
});

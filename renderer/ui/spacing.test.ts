import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const styles = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".css"));

/** Sizes that have a token, in pixels. */
const tokens = [...read("ui/tokens.css").matchAll(/--space-\d+: (\d+)px/g)].map(([, size]) => size);

test("spacing that has a token is written as the token", () => {
  expect(tokens).toContain("8");
  const spacing = /^\s*(?:(?:row-|column-)?gap|margin[a-z-]*|padding[a-z-]*):([^;{}]*);/gm;
  const bare = new RegExp(`(?<![\\w.-])(?:${tokens.join("|")})px\\b`);
  const found = styles.flatMap((path) =>
    [...read(path).matchAll(spacing)]
      .filter(([, value = ""]) => bare.test(value))
      .map(([line]) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

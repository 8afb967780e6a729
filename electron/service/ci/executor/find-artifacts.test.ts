import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findArtifacts } from "./find-artifacts.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-artifacts-"));
  for (const path of [
    "lamp.txt",
    "out/.hidden",
    "out/a.txt",
    "out/deep/b.log",
    "out/deep/c.txt",
    "über/ä b.txt",
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), "");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { paths: ["out/"], found: ["out/.hidden", "out/a.txt", "out/deep/b.log", "out/deep/c.txt"] },
  { paths: ["./out/deep"], found: ["out/deep/b.log", "out/deep/c.txt"] },
  { paths: ["**/*.txt"], found: ["lamp.txt", "out/a.txt", "out/deep/c.txt", "über/ä b.txt"] },
  { paths: ["*.txt"], found: ["lamp.txt"] },
  { paths: ["out/*"], found: ["out/.hidden", "out/a.txt", "out/deep/b.log", "out/deep/c.txt"] },
  { paths: ["über/ä b.txt", "lamp.txt"], found: ["lamp.txt", "über/ä b.txt"] },
  { paths: ["out/"], exclude: ["out/deep/**"], found: ["out/.hidden", "out/a.txt"] },
  { paths: ["out/"], exclude: ["**/*.txt", "**/.*"], found: ["out/deep/b.log"] },
  { paths: ["/etc/passwd", "../*", "$(touch harm)", "`touch harm`; rm -rf ."], found: [] },
  {
    paths: Array.from({ length: 5_000 }, (_, index) => `none-${index}`).concat("lamp.txt"),
    found: ["lamp.txt"],
  },
])("finds the files of $paths.0, without those of $exclude", async ({ paths, exclude = [], found }) => {
  expect(await findArtifacts(folder, { paths, exclude })).toEqual(found);
});

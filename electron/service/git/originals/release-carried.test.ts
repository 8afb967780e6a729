import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { releaseCarried } from "./carry-objects.ts";

const root = mkdtempSync(join(tmpdir(), "helve-carried-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("removes what a killed process left, and nothing of the user's", async () => {
  const folder = join(root, "own");
  const packs = join(root, "objects", "pack");
  for (const path of [join(folder, "work", "1"), packs]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, "work", "1", "carried-bb.pack"), "");
  for (const [name, note] of [
    ["aa", "helve is moving a ref\n"],
    // git was killed between making the file and writing into it.
    ["bb", ""],
    ["cc", ""],
    ["dd", "the user's"],
  ])
    writeFileSync(join(packs, `pack-${name}.keep`), note ?? "");
  await releaseCarried({ folder }, join(root, "objects"));
  expect(readdirSync(packs)).toEqual(["pack-cc.keep", "pack-dd.keep"]);
});

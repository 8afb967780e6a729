import { mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { setLinkedHead } from "./linked-repository.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-head-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("is whole at every moment: with half a HEAD, git takes the folder for no repository", async () => {
  const head = join(folder, "HEAD");
  await writeFile(head, "ref: refs/heads/main\n");
  const seen = new Set<string>();
  let writing = true;
  const readers = Array.from({ length: 3 }, async () => {
    while (writing) seen.add(await readFile(head, "utf8"));
  });
  for (let round = 0; round < 300; round++) await setLinkedHead(folder, round % 2 ? "main" : "trunk");
  writing = false;
  await Promise.all(readers);
  expect([...seen].sort()).toEqual(["ref: refs/heads/main\n", "ref: refs/heads/trunk\n"]);
});

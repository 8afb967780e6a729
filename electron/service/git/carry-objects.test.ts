import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { copyCommits, releaseCarried } from "./carry-objects.ts";
import { linkRepository } from "./linked-repository.ts";
import { pinHead } from "./merge-request-refs.ts";
import { findLayout } from "./original-layout.ts";
import { readSettings } from "./original-settings.ts";
import { createRepository } from "./repository.ts";
import {
  gitTextIn,
  type TestRepository,
  testRepositories,
  testRepository,
} from "./testing/test-repository.ts";

describe("carry objects", () => {
  let original: TestRepository;
  let own: string;
  beforeEach(async () => {
    original = await testRepository();
    own = mkdtempSync(join(tmpdir(), "helve-own-"));
  });
  afterEach(async () => {
    rmSync(own, { recursive: true });
    await original.remove();
  });

  it("keeps a version of an original that cannot be written through a gc there", async () => {
    const start = await original.commit({ files: { "a.txt": "one\n", "b.txt": "same\n" } });
    await original.commit({ branch: "feature", from: "main", files: { "a.txt": "two\n" } });
    const head = await original.commit({ branch: "feature", files: { "c.txt": "three\n" } });
    await createRepository(testRepositories, own);
    const repository = testRepositories.open(own);
    const layout = await findLayout(original.folder);
    await linkRepository(repository, layout, await readSettings(testRepositories, layout));
    await copyCommits(repository, head, start);
    await pinHead(repository, 1, head);

    await original.run("branch", "-D", "feature");
    await original.run("reflog", "expire", "--expire=now", "--all");
    await original.run("gc", "--quiet", "--prune=now");
    await expect(original.run("cat-file", "-e", head)).rejects.toThrow();

    const stat = ["diff-tree", "-r", "--name-status", start, head];
    expect(await gitTextIn(own, stat)).toBe("M\ta.txt\nA\tc.txt\n");
    expect((await gitTextIn(own, ["rev-list", "--count", `${start}..${head}`])).trim()).toBe("2");
    await gitTextIn(own, ["fsck", "--full", "--strict"]);
    repository.objects.close();
  });
});

describe("release carried", () => {
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
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pinHead } from "../refs/merge-request-refs.ts";
import { createRepository, openRepository } from "../repository.ts";
import { gitText } from "../run.ts";
import { type TestRepository, testRepository } from "../testing/test-repository.ts";
import { copyCommits } from "./copy-commits.ts";
import { linkRepository } from "./linked-repository.ts";
import { findLayout } from "./original-layout.ts";
import { readSettings } from "./original-settings.ts";

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
  await createRepository(own);
  const layout = await findLayout(original.folder);
  await linkRepository(own, layout, await readSettings(layout));
  const repository = openRepository(own);
  await copyCommits(repository, head, start);
  await pinHead(repository, 1, head);

  await original.run("branch", "-D", "feature");
  await original.run("reflog", "expire", "--expire=now", "--all");
  await original.run("gc", "--quiet", "--prune=now");
  await expect(original.run("cat-file", "-e", head)).rejects.toThrow();

  const stat = ["diff-tree", "-r", "--name-status", start, head];
  expect(await gitText(own, stat)).toBe("M\ta.txt\nA\tc.txt\n");
  expect((await gitText(own, ["rev-list", "--count", `${start}..${head}`])).trim()).toBe("2");
  await gitText(own, ["fsck", "--full", "--strict"]);
  repository.objects.close();
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { diffTrees } from "../../electron/service/git/diff-tree.ts";
import { grep } from "../../electron/service/git/grep.ts";
import { createRepository } from "../../electron/service/git/repository.ts";
import { blame } from "../../electron/service/git/run-blame.ts";
import { gitIn, testRepositories } from "../../electron/service/git/testing/test-repository.ts";
import { readInputs } from "./read-inputs.ts";

/** A stream of `git fast-import` with two commits; the diff of its file, and the lines that it then has. */
const inputs = readInputs(
  "./diff-encodings.txt",
  z.strictObject({ diff: z.string(), lines: z.array(z.string()).nullable() }),
);
const folder = mkdtempSync(join(tmpdir(), "helve-diffs-"));
const repository = testRepositories.open(folder);
const { signal } = new AbortController();

beforeAll(async () => {
  await createRepository(testRepositories, folder);
  const streams = inputs.map(({ bytes }, index) =>
    Buffer.from(bytes.toString("latin1").replaceAll("heads/main", `heads/input-${index}`), "latin1"),
  );
  const attributes = "commit refs/heads/attributes\ncommitter A <a@example.test> 1 +0000\ndata 1\nx\n";
  const file = (path: string, text: string) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const begin = file(".gitattributes", "*.svg -diff\ndata.bin diff\n");
  const marks = file("gen/.gitattributes", "* linguist-generated\n*.h -linguist-generated\n");
  streams.push(
    Buffer.from(
      `${attributes}${begin}${marks}${file("a.svg", "<svg>1</svg>\n")}${file("data.bin", "one\0\ntwo\n")}${file("gen/a.c", "1\n")}${file("gen/a.h", "1\n")}\n` +
        `${attributes}${file("a.svg", "<svg>2</svg>\n")}${file("data.bin", "one\0\nthree\n")}${file("gen/a.c", "2\n")}${file("gen/a.h", "2\n")}\n`,
    ),
  );
  await gitIn(folder, ["fast-import", "--quiet"], { input: Buffer.concat(streams) });
});
afterAll(() => {
  repository.objects.close();
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

const commits = async (branch: string): Promise<readonly [string, string]> => {
  const [from, to] = [await repository.objects.check(`${branch}~`), await repository.objects.check(branch)];
  return [from?.id ?? "", to?.id ?? ""];
};

it.each(inputs.map((input, index) => ({ ...input, index })))(
  "$name has the same characters in diff, blame and search",
  async ({ index, right }) => {
    const [from, to] = await commits(`refs/heads/input-${index}`);
    const files = await (await diffTrees(repository, from, to)).slice(0, 9);
    expect(files.map(({ patch }) => patch).join("")).toBe(right.diff);
    if (right.lines === null) return;
    const blamed = await blame(repository, to, "f.txt", undefined, signal);
    expect(blamed.flatMap(({ lines }) => lines)).toEqual(right.lines);
    const { matches } = await grep(repository, { commit: to, text: ".", regex: true, key: "" }, signal);
    const found = matches
      .filter(({ path }) => path === "f.txt")
      .flatMap(({ data }) => data.trimEnd().split("\n"));
    // git finds no dot in a line that is not UTF-8; what it shows around a match is all the same.
    expect(right.lines).toEqual(expect.arrayContaining(found));
  },
);

it("honours diff, -diff and linguist-generated", async () => {
  const [from, to] = await commits("refs/heads/attributes");
  const files = await (await diffTrees(repository, from, to)).slice(0, 9);
  expect(files.map(({ newPath, patch, generated }) => [newPath, patch, generated])).toEqual([
    ["a.svg", "Binary files a/a.svg and b/a.svg differ\n", false],
    ["data.bin", "@@ -1,2 +1,2 @@\n one\0\n-two\n+three\n", false],
    ["gen/a.c", "@@ -1 +1 @@\n-1\n+2\n", true],
    ["gen/a.h", "@@ -1 +1 @@\n-1\n+2\n", false],
  ]);
});

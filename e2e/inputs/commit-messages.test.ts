import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type GitCommit, readCommits } from "../../electron/service/git/commits.ts";
import { countContributors } from "../../electron/service/git/contributors.ts";
import { log } from "../../electron/service/git/log.ts";
import { createRepository } from "../../electron/service/git/repository.ts";
import { testRepositories } from "../../electron/service/git/testing/test-repository.ts";
import { readInputs } from "./read-inputs.ts";

/** Commit objects as other programs wrote them, with an empty tree and no parent. */
const dates = readInputs(
  "./dates.txt",
  z.strictObject({ authored: z.string().nullable(), committed: z.string().nullable() }),
);
const messages = readInputs("./messages.txt", z.strictObject({ author: z.string(), message: z.string() }));

const folder = mkdtempSync(join(tmpdir(), "helve-commits-"));
const commits = new Map<string, GitCommit>();

function git(args: readonly string[], input: string): string {
  const { stdout, stderr, status } = spawnSync("git", ["--git-dir", folder, ...args], { input });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

beforeAll(async () => {
  await createRepository(testRepositories, folder);
  git(["hash-object", "-w", "-t", "tree", "--stdin"], "");
  const inputs = [
    ...dates.map(({ name, bytes }) => ({ name: `dates/${name}`, bytes })),
    ...messages.map(({ name, bytes }) => ({ name: `messages/${name}`, bytes })),
  ];
  const paths = inputs.map(({ bytes }, index) => {
    const path = join(folder, `input-${index}`);
    writeFileSync(path, bytes);
    return path;
  });
  const options = ["hash-object", "-w", "-t", "commit", "--literally", "--stdin-paths"];
  const ids = git(options, paths.map((path) => `${path}\n`).join(""))
    .trim()
    .split("\n");
  git(["update-ref", "--stdin"], ids.map((id, index) => `create refs/heads/input-${index} ${id}\n`).join(""));
  const read = await readCommits(testRepositories.open(folder), ids);
  for (const [index, { name }] of inputs.entries()) {
    const commit = read[index];
    if (commit) commits.set(name, commit);
  }
});
afterAll(() => {
  testRepositories.open(folder).objects.close();
  rmSync(folder, { recursive: true, maxRetries: 3 });
});

it.each(dates)("dates of $name", ({ name, right }) => {
  const { authoredAt = null, committedAt = null } = commits.get(`dates/${name}`) ?? {};
  expect({ authored: authoredAt, committed: committedAt }).toEqual(right);
});

it.each(messages)("texts of $name", ({ name, right }) => {
  const { authorName, committerName, message } = commits.get(`messages/${name}`) ?? {};
  expect({ author: authorName, message }).toEqual(right);
  expect(committerName).toBe(right.author);
});

it("reads them all in a list, and their authors", async () => {
  const repository = testRepositories.open(folder);
  const listed = await log(repository, { from: "all", limit: 100 });
  expect(listed).toHaveLength(dates.length + messages.length);
  const { id = "" } = commits.get("messages/latin-1-author-alone.commit") ?? {};
  expect((await countContributors(repository, id)).map(({ name }) => name)).toEqual(["Jörg Weiß"]);
});

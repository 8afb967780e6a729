import { rename } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lastCommitOf, mergeBase, mergedInto, refsContaining } from "./ancestry.ts";
import { readCommit, readCommits, readStats } from "./commits.ts";
import { countContributors } from "./contributors.ts";
import { countLog, log } from "./log.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("history", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const titles = async (options: Omit<Parameters<typeof log>[1], "limit">) =>
    (await log(repository, { limit: 100, ...options })).map(({ message }) => message.trim());

  it("reads the fields of a commit", async () => {
    const id = await repository.commit({
      files: { a: "a\n" },
      author: "Zoë 😀 <zoe@example.test>",
      time: 1_600_000_000,
      message:
        "Title\n\nBody \x01\x02\n\nSigned-off-by: A <a@example.test>\nIssue: 1\nIssue: 2\n  and more\n",
    });
    expect(await readCommit(repository, id)).toEqual({
      id,
      parents: [],
      authorName: "Zoë 😀",
      authorEmail: "zoe@example.test",
      authoredAt: "2020-09-13T14:26:40+02:00",
      committerName: "Åsa Öberg",
      committerEmail: "asa@example.test",
      committedAt: "2020-09-13T14:26:40+02:00",
      message:
        "Title\n\nBody \x01\x02\n\nSigned-off-by: A <a@example.test>\nIssue: 1\nIssue: 2\n  and more\n",
      trailers: { "Signed-off-by": "A <a@example.test>", Issue: "2 and more" },
    });
  });

  it("reads messages of other encodings and empty ones", async () => {
    const latin = await repository.commit({ files: { a: "1" }, message: "Grüße", encoding: "latin1" });
    const empty = await repository.commit({ files: { a: "2" }, message: "" });
    const read = await readCommits(repository, [empty, latin, empty]);
    expect(read.map(({ id, message }) => [id, message.trim()])).toEqual([
      [empty, ""],
      [latin, "Grüße"],
      [empty, ""],
    ]);
  });

  it("pages and counts", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++)
      ids.unshift(await repository.commit({ files: { a: `${index}` } }));
    const from = ids[0] ?? "";
    const page = await log(repository, { from, skip: 2, limit: 3 });
    expect(page.map(({ id }) => id)).toEqual(ids.slice(2, 5));
    expect(await countLog(repository, { from })).toBe(7);
    expect(await countLog(repository, { from, without: ids[5] ?? null })).toBe(5);
    expect(await countLog(repository, { from, path: "a" })).toBeNull();
    expect(await log(repository, { from, skip: 100, limit: 3 })).toEqual([]);
  });

  it("counts 10,000 commits and no more", async () => {
    const commits = Array.from({ length: 10_001 }, (_, n) => {
      const time = 1_600_000_000 + n;
      return `commit refs/heads/long\ncommitter A <a@example.test> ${time} +0000\ndata 1\nx\n`;
    });
    await gitIn(repository.folder, ["fast-import", "--quiet"], { input: commits.join("") });
    const from = await repository.run("rev-parse", "long");
    expect(await countLog(repository, { from: `${from}~1` })).toBe(10_000);
    expect(await countLog(repository, { from })).toBeNull();
  });

  it("includes both ends of a time span, to the second", async () => {
    for (const time of [1000, 2000, 3000, 4000])
      await repository.commit({ files: { a: `${time}` }, time, message: `${time}` });
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    const from = await repository.run("rev-parse", "main");
    expect(await titles({ from, since: at(2000), until: at(3000) })).toEqual(["3000", "2000"]);
    expect(await titles({ from, since: at(2000.5) })).toEqual(["4000", "3000"]);
    expect(await titles({ from, until: at(2999.5) })).toEqual(["2000", "1000"]);
    expect(await titles({ from, since: "1960-01-01T00:00:00Z", until: "1970-01-01T01:16:40+00:30" })).toEqual(
      ["2000", "1000"],
    );
    expect(await countLog(repository, { from, since: at(2000) })).toBe(3);
  });

  it("follows one path, one author, one line of parents, or all branches", async () => {
    await repository.commit({ files: { "dir/a": "1", "[x]*": "1", b: "1" }, message: "one" });
    await repository.commit({
      files: { "dir/a": "2" },
      message: "two",
      author: "Bob (x) <bob@example.test>",
    });
    await repository.commit({
      branch: "side",
      from: "refs/heads/main~1",
      files: { "[x]*": "2" },
      message: "three",
    });
    const side = await repository.run("rev-parse", "side");
    await repository.commit({ merge: side, files: { "[x]*": "2" }, message: "merge" });
    await repository.commit({ branch: "loose", from: side, files: { c: "1" }, message: "four" });
    const from = await repository.run("rev-parse", "main");
    expect(await titles({ from, path: "dir" })).toEqual(["two", "one"]);
    expect(await titles({ from, path: "/dir/" })).toEqual(["two", "one"]);
    expect(await titles({ from, path: "[x]*" })).toEqual(["three", "one"]);
    expect(await titles({ from, path: "[bx]*" })).toEqual([]);
    expect(await titles({ from, author: "bob (X)" })).toEqual(["two"]);
    expect(await titles({ from, author: "--all" })).toEqual([]);
    expect(await titles({ from, firstParent: true })).toEqual(["merge", "two", "one"]);
    expect((await titles({ from: "all" })).toSorted()).toEqual(["four", "merge", "one", "three", "two"]);
    expect(await countLog(repository, { from, firstParent: true })).toBe(3);
    expect((await readCommit(repository, from)).parents).toHaveLength(2);
  });

  it("counts changed lines, those of a merge against its first parent", async () => {
    const first = await repository.commit({ files: { a: "1\n2\n3\n" } });
    const main = await repository.commit({ files: { b: "x\n" } });
    const side = await repository.commit({
      branch: "side",
      from: first,
      files: { a: "1\n3\n", c: "y\nz\n" },
    });
    const merge = await repository.commit({ merge: side, files: { a: "1\n3\n", c: "y\nz\n" } });
    const binary = await repository.commit({ files: { bin: Buffer.from([0, 1, 2]) } });
    const stats = await readStats(repository, [first, main, side, merge, binary]);
    expect([first, main, side, merge, binary].map((id) => stats.get(id))).toEqual([
      { additions: 3, deletions: 0 },
      { additions: 1, deletions: 0 },
      { additions: 2, deletions: 1 },
      { additions: 2, deletions: 1 },
      { additions: 0, deletions: 0 },
    ]);
    expect(await countContributors(repository, binary)).toEqual([
      { name: "Åsa Öberg", email: "asa@example.test", commits: 4, additions: 6, deletions: 1 },
    ]);
  });

  it("reads commits and their changed lines together", async () => {
    const counted = await repository.commit({ files: { a: "1\n" }, message: "9 insertions(+)\n" });
    const unchanged = await repository.commit({ files: { a: "1\n" }, message: "" });
    const stats = await readStats(repository, [unchanged, counted]);
    expect(stats.get(counted)).toEqual({ additions: 1, deletions: 0 });
    expect(stats.get(unchanged)).toEqual({ additions: 0, deletions: 0 });
    await rename(repository.folder, `${repository.folder}.away`);
    const read = await readCommits(repository, [counted, unchanged]);
    await rename(`${repository.folder}.away`, repository.folder);
    expect(read.map(({ message, parents }) => [message.trim(), parents])).toEqual([
      ["9 insertions(+)", []],
      ["", [counted]],
    ]);
  });

  it("checks ancestry", async () => {
    const first = await repository.commit({ files: { a: "1" } });
    const main = await repository.commit({ files: { b: "1" } });
    const side = await repository.commit({ branch: "side", from: first, files: { c: "1" } });
    const alien = await repository.commit({ branch: "alien", files: { z: "1" } });
    expect(await mergeBase(repository, [main, side])).toBe(first);
    expect(await mergeBase(repository, [main, side, first])).toBe(first);
    expect(await mergeBase(repository, [main, alien])).toBeNull();
    expect(await mergedInto(repository, [first, main, side, alien], main)).toEqual(new Set([first, main]));
    expect(await mergedInto(repository, [first, main, side, alien], side)).toEqual(new Set([first, side]));
    await repository.run("tag", "v1", first);
    const branches = ["main", "side"].map((name) => ({ type: "branch", name }));
    const tag = { type: "tag", name: "v1" };
    expect(await refsContaining(repository, first, ["branch", "tag"])).toEqual([...branches, tag]);
    expect(await refsContaining(repository, first, ["tag"])).toEqual([tag]);
    await repository.run("branch", "third", first);
    expect(await refsContaining(repository, first, ["branch"])).toHaveLength(3);
    expect(await lastCommitOf(repository, main, "a")).toBe(first);
    expect(await lastCommitOf(repository, main, "b")).toBe(main);
  });

  it("returns nothing for an empty repository", async () => {
    expect(await log(repository, { from: "all", limit: 5 })).toEqual([]);
    expect(await countLog(repository, { from: "all" })).toBe(0);
  });
});

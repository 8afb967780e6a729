import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countContributors } from "./contributors.ts";
import { createRepositories } from "./repository.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("contributors", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  it("are the same, counted at once or as the branch moves on, back and aside", async () => {
    const people = ["Al <al@example.test>", "Bo <bo@example.test>", "Bobby <bo@example.test>"];
    const heads: string[] = [];
    for (let n = 0; n < 9; n++) {
      const branch = n === 6 ? { branch: "side", from: heads[2] ?? "" } : {};
      const merge = n === 7 ? { merge: "side" } : {};
      const author = people[n % 3] ?? "";
      heads.push(await repository.commit({ files: { [`f${n}`]: "1\n2\n" }, author, ...branch, ...merge }));
    }
    const counted = async (head: string) =>
      (await countContributors(repository, head)).toSorted((a, b) => (a.email < b.email ? -1 : 1));
    for (const head of [...heads, ...heads.toReversed()]) {
      const authors = (await repository.run("log", "--no-merges", "--format=%ae", head)).split("\n");
      expect(await counted(head)).toEqual(
        [...new Set(authors)].sort().map((email) => {
          const commits = authors.filter((author) => author === email).length;
          return { name: expect.any(String), email, commits, additions: 2 * commits, deletions: 0 };
        }),
      );
    }
    expect((await countContributors(repository, heads[4] ?? "")).map(({ name }) => name)).toEqual([
      "Bo",
      "Al",
    ]);
  });

  it("of a long history are returned before their lines are counted", async () => {
    const commits = 10_050;
    const stream = Array.from({ length: commits }, (_, n) => {
      const who = `P${n % 3} <p${n % 3}@example.test> ${1_600_000_000 + n} +0000`;
      return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 1\nx\nM 100644 inline f\ndata 2\n${n % 7}\n\n`;
    });
    await gitIn(repository.folder, ["fast-import", "--quiet"], { input: stream.join("") });
    const head = await repository.run("rev-parse", "main");
    const first = await countContributors(repository, head);
    expect(first.map(({ name, commits, additions }) => [name, commits, additions])).toEqual(
      ["P2", "P1", "P0"].map((name) => [name, commits / 3, null]),
    );
    const next = await repository.commit({ files: { g: "1\n2\n" }, author: "P0 <p0@example.test>" });
    const counted = await vi.waitFor(
      async () => {
        const people = await countContributors(repository, next);
        expect(people.every(({ additions }) => additions !== null)).toBe(true);
        return people;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(counted.reduce((sum, { additions }) => sum + (additions ?? 0), 0)).toBe(commits + 2);
    expect(counted.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0)).toBe(commits - 1);
  }, 90_000);

  it("whose lines need too much memory are not counted again in the background", async () => {
    const git = createRepositories({ limits: { memoryKib: 64 * 1024 } });
    try {
      const head = await repository.commit({ files: { large: "one two three\n".repeat(6_000_000) } });
      const limited = git.open(repository.folder);
      for (let requests = 0; requests < 2; requests++) {
        const people = await countContributors(limited, head);
        expect(people.map(({ commits, additions }) => [commits, additions])).toEqual([[1, null]]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(git.processes.commands).not.toContain("log");
      }
    } finally {
      await git.close();
    }
  }, 90_000);
});

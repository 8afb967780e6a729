import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countContributors } from "./contributors.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";

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
});

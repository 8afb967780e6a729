import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitsInOrder } from "./commit-order.ts";
import { log } from "./log.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("the stored order of commits", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  /** Commits on `main`, some of them merges of a side branch with earlier dates. */
  const grow = async (count: number, merges: boolean) => {
    const tip = await repository.run("rev-parse", "--verify", "--quiet", "main").catch(() => "");
    const lines: string[] = [];
    for (let n = 1; n <= count; n++) {
      const write = (mark: number, ref: string, more: string, time: number) =>
        `commit refs/heads/${ref}\nmark :${mark}\ncommitter A <a@example.test> ${time} +0000\ndata 1\nx\n${more}`;
      const from = n > 1 ? `from :${n - 1}\n` : tip ? `from ${tip}\n` : "";
      const time = 1_600_000_000 + (tip ? 10_000 : 0) + n * 10;
      const side = merges && n > 5 && n % 7 === 0;
      if (side) lines.push(write(10_000 + n, "side", `from :${n - 5}\n`, time - 33));
      lines.push(write(n, "main", from + (side ? `merge :${10_000 + n}\n` : ""), time));
    }
    await gitIn(repository.folder, ["fast-import", "--quiet", "--force"], { input: lines.join("") });
    return repository.run("rev-parse", "main");
  };
  const storedOrders = () => readdirSync(join(repository.folder, "commit-order"));
  const listed = async (...selection: string[]) =>
    (await repository.run("rev-list", ...selection)).split("\n");
  const page = (head: string, skip: number, limit: number) =>
    commitsInOrder(repository, head, [head], { skip, limit });

  it("is git's own, page by page and beyond the end", async () => {
    const head = await grow(100, true);
    const all = await listed(head);
    expect(all.length).toBeGreaterThan(110);
    for (const skip of [0, 1, 37, all.length - 3, all.length, all.length + 50])
      expect(await page(head, skip, 10), `${skip}`).toEqual(all.slice(skip, skip + 10));
    expect(storedOrders()).toEqual([head]);
  });

  it("continues a stored order, and only where git's is the same", async () => {
    await page(await grow(60, true), 0, 1);
    const linear = await grow(20, false);
    expect(await page(linear, 0, 1000)).toEqual(await listed(linear));
    const merged = await grow(40, true);
    expect(await page(merged, 0, 1000)).toEqual(await listed(merged));
    const other = await repository.commit({ branch: "other", from: "main~70", files: { a: "1" } });
    expect(await page(other, 0, 1000)).toEqual(await listed(other));
  });

  it("stores a few, and leaves no unfinished file", async () => {
    const head = await grow(12, false);
    const heads = await listed(head);
    await Promise.all([...heads, ...heads].map((id) => page(id, 0, 1)));
    expect(storedOrders()).toHaveLength(heads.length);
    const long = new Date(Date.now() - 3_600_000);
    for (const name of storedOrders()) utimesSync(join(repository.folder, "commit-order", name), long, long);
    await page(await grow(1, false), 0, 1);
    expect(storedOrders()).toHaveLength(8);
    for (const id of heads) expect(await page(id, 0, 1)).toEqual([id]);
    expect(storedOrders().every((name) => /^[0-9a-f]{40}$/.test(name))).toBe(true);
  });

  it("serves the deep pages of a log, of one head and of all", async () => {
    const head = await grow(700, true);
    await repository.run("branch", "old", `${head}~300`);
    for (const from of [head, "all"]) {
      const expected = (await listed(...(from === "all" ? ["--branches", "--tags"] : [head]))).slice(
        650,
        670,
      );
      const commits = await log(repository, { from, skip: 650, limit: 20 });
      expect(commits.map(({ id }) => id)).toEqual(expected);
    }
    expect(storedOrders()).toHaveLength(2);
    const next = await repository.commit({ branch: "new", from: head, files: { a: "1" } });
    const [first] = await log(repository, { from: "all", skip: 500, limit: 1 });
    expect(first?.id).toBe((await listed("--branches", "--tags"))[500]);
    expect(existsSync(join(repository.folder, "commit-order", next))).toBe(false);
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { log } from "./log.ts";
import { packLooseObjects, packRefs, writeCommitGraph } from "./maintenance.ts";
import { listRefs } from "./refs.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";

describe("maintenance", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  it("writes a graph of a long history, which changes no result", async () => {
    const commits = Array.from({ length: 5000 }, (_, index) => {
      const time = 1_600_000_000 + index;
      const text = `${index}`;
      const head = `commit refs/heads/main\ncommitter A <a@example.test> ${time} +0000\ndata 1\nx\n`;
      return `${head}M 100644 inline f${index % 100}\ndata ${text.length}\n${text}\n`;
    });
    await gitIn(repository.folder, ["fast-import", "--quiet"], { input: commits.join("") });
    const from = await repository.run("rev-parse", "main");
    const options = { from, path: "f7", skip: 10, limit: 5 };
    const before = await log(repository, options);
    expect(before).toHaveLength(5);
    expect(await writeCommitGraph(repository, [from])).toBe(true);
    expect(existsSync(join(repository.folder, "objects", "info", "commit-graphs"))).toBe(true);
    expect(await log(repository, options)).toEqual(before);
  });

  it("leaves short histories alone", async () => {
    const from = await repository.commit({ files: { a: "1" } });
    expect(await writeCommitGraph(repository, [from])).toBe(false);
  });

  it("packs loose refs", async () => {
    const id = await repository.commit({ files: { a: "1" } });
    for (const name of ["x", "y/z"]) await repository.run("branch", name, id);
    await packRefs(repository);
    expect(existsSync(join(repository.folder, "refs", "heads", "x"))).toBe(false);
    expect((await listRefs(repository, "heads")).map(({ name }) => name)).toEqual(["main", "x", "y/z"]);
  });

  it("packs loose objects when there are too many", async () => {
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, `${index}`]));
    const id = await repository.commit({ files });
    const count = async () => Number((await repository.run("count-objects")).split(" ")[0]);
    const before = await count();
    expect(before).toBeGreaterThan(60);
    await packLooseObjects(repository, 1000);
    expect(await count()).toBe(before);
    // git estimates the number from one folder of objects, so the limit is far below it.
    await packLooseObjects(repository, 1);
    await packLooseObjects(repository, 1);
    expect(await repository.run("ls-tree", "-r", "--name-only", id)).toContain("f59");
    expect(await repository.run("count-objects", "-v")).toContain("in-pack: 62");
  });
});

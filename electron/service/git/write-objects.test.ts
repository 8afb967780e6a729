import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitTree } from "./commit-tree.ts";
import {
  gitIn,
  gitTextIn,
  type TestRepository,
  testRepositories,
  testRepository,
} from "./testing/test-repository.ts";
import { newObject, writeObjects } from "./write-objects.ts";

const blob = (content: string | Uint8Array) => newObject("sha1", "blob", Buffer.from(content));

describe("writing objects", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const packs = async () => /packs: (\d+)/.exec(await repository.run("count-objects", "-v"))?.[1];

  it("writes contents of all sizes of a pack's headers under the names that git gives them", async () => {
    const sizes = [0, 1, 15, 16, 2047, 2048, 262_143, 262_144, 1_500_000];
    const objects = sizes.map((size) => blob(Buffer.alloc(size, `${size}-`)));
    await writeObjects(repository, objects);
    for (const { id, content } of objects) {
      expect((await gitIn(repository.folder, ["cat-file", "blob", id])).stdout.equals(content)).toBe(true);
    }
    expect(await packs()).toBe("0");
  });

  it("writes nothing, one object twice, and one that is there already", async () => {
    await writeObjects(repository, []);
    await writeObjects(repository, [blob("same"), blob("same")]);
    await writeObjects(repository, [blob("same"), blob("other")]);
    expect(await repository.run("count-objects")).toMatch(/^2 objects/);
  });

  it("leaves many objects as one pack", async () => {
    const objects = Array.from({ length: 150 }, (_, index) => blob(`content ${index}`));
    await writeObjects(repository, objects);
    expect(await packs()).toBe("1");
    expect(await repository.run("cat-file", "blob", objects[149]?.id ?? "")).toBe("content 149");
    await repository.run("fsck", "--strict");
  });

  it("writes to a repository whose objects have longer names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "helve-sha256-"));
    try {
      await gitIn(folder, ["init", "--quiet", "--bare", "--object-format=sha256", folder]);
      const longer = testRepositories.open(folder);
      const tree = newObject("sha256", "tree", Buffer.alloc(0));
      await writeObjects(longer, [tree, newObject("sha256", "blob", Buffer.from("x"))]);
      const person = { name: "A", email: "a@example.test" };
      const commit = await commitTree(longer, tree.id, [], {
        message: "m",
        author: person,
        committer: person,
      });
      expect(commit).toHaveLength(64);
      await gitIn(folder, ["fsck", "--strict"]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("makes the very commits of git commit-tree", async () => {
    const parent = await repository.commit({ files: { a: "a" } });
    const tree = await repository.run("rev-parse", `${parent}^{tree}`);
    for (const message of ["One line", "One line\n\nBody\n", "", "é 😀\r\n"]) {
      const author = { name: " Åsa <Öberg>. ", email: "asa@example.test\n" };
      const committer = { name: "", email: "c@example.test" };
      const made = await commitTree(repository, tree, [parent], { message, author, committer });
      const header = (await repository.run("cat-file", "commit", made)).split("\n");
      const date =
        /> (\d+ [+-]\d{4})$/.exec(header.find((line) => line.startsWith("author ")) ?? "")?.[1] ?? "";
      const env = {
        GIT_AUTHOR_NAME: "Åsa Öberg",
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: "unknown",
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: date,
      };
      const args = ["commit-tree", tree, "-p", parent];
      expect((await gitTextIn(repository.folder, args, { input: message, env })).trim()).toBe(made);
    }
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StagedFile, StagedTree } from "./staged-tree.ts";
import { gitIn, type TestRepository, testRepository } from "./testing/test-repository.ts";
import { writeObjects } from "./write-objects.ts";

describe("making a tree", () => {
  let repository: TestRepository;
  let id: string;
  let file: StagedFile;
  beforeEach(async () => {
    repository = await testRepository();
    await repository.commit({ files: { "a/b/c": "c", "a/b.x": "x", "a/b-x": "x", a0: "0", "a/d/e/f": "f" } });
    id = await repository.run("rev-parse", "main:a/b/c");
    file = { mode: "100644", content: { id } };
  });
  afterEach(async () => {
    await repository.remove();
  });

  const write = async (changes: Record<string, StagedFile | null>, before: string | null = "main^{tree}") => {
    const id = before && (await repository.run("rev-parse", before));
    const files = await StagedTree.of(repository, id, Object.keys(changes));
    for (const [path, file] of Object.entries(changes)) files.set(path, file);
    const tree = files.build();
    await writeObjects(repository, tree.objects);
    return tree.id;
  };
  const names = async (tree: string) =>
    (await gitIn(repository.folder, ["ls-tree", "-r", "-z", "--name-only", tree])).stdout
      .toString("latin1")
      .split("\0")
      .filter(Boolean);

  it("orders names as git does, folders as if a slash followed", async () => {
    const tree = await write({ "a/b0": file, "a/b!": file, "z/y": file });
    expect(await names(tree)).toEqual(["a/b!", "a/b-x", "a/b.x", "a/b/c", "a/b0", "a/d/e/f", "a0", "z/y"]);
  });

  it("leaves no empty folder, and writes the empty tree", async () => {
    expect(await names(await write({ "a/d/e/f": null }))).not.toContain("a/d/e/f");
    const emptied = await write({ "a/d/e/f": null });
    expect(await repository.run("ls-tree", "--name-only", `${emptied}:a`)).toBe("b-x\nb.x\nb");
    const none = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    expect(await write({}, null)).toBe(none);
    expect(await write({ x: null }, null)).toBe(none);
  });

  it("lets a file replace a folder, and the other way round", async () => {
    expect(await names(await write({ "a/b/c": null, "a/b": file }))).toContain("a/b");
    expect(await names(await write({ a0: null, "a0/x": file }))).toContain("a0/x");
  });

  it("keeps names that are no UTF-8, and modes, as they are", async () => {
    const line = Buffer.concat([Buffer.from(`100755 blob ${id}\tcaf`), Buffer.from([0xe9, 0])]);
    const { stdout } = await gitIn(repository.folder, ["mktree", "-z"], { input: line });
    const tree = await write(
      { other: { mode: "160000", content: { id: "1".repeat(40) } } },
      stdout.toString().trim(),
    );
    expect(await names(tree)).toEqual(["caf\xe9", "other"]);
    expect(await repository.run("ls-tree", tree)).toMatch(/^100755 blob .*\n160000 commit 1{40}/);
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { git } from "../run.ts";
import { type TestFile, type TestRepository, testRepository } from "../testing/test-repository.ts";
import { carryOver } from "./listing-changes.ts";
import { listTree } from "./trees.ts";

let repository: TestRepository;
beforeEach(async () => {
  repository = await testRepository();
});
afterEach(() => repository.remove());

/** Returns what git lists, folders first, then files, then submodules. */
async function listedByGit(commit: string): Promise<string[]> {
  const { stdout } = await git(repository.folder, ["ls-tree", "-r", "-t", "-z", commit]);
  const lines = stdout.toString().split("\0").filter(Boolean);
  return ["tree", "blob", "commit"].flatMap((type) => {
    const found = lines.filter((line) => line.split(" ")[1] === type).map((line) => line.replace("\t", " "));
    const path = (line: string) => Buffer.from(line.split(" ").slice(3).join(" "));
    return type === "tree" ? found.sort((a, b) => Buffer.compare(path(a), path(b))) : found;
  });
}

it("carries a listing from commit to commit as git would list it", async () => {
  const module = (digit: string) => ({ mode: "160000", content: digit.repeat(40) });
  const steps: Readonly<Record<string, TestFile>>[] = [
    { a: "1", "b/c": "1", "b/d/e": "1", "b.x": "1", b0: "1", "ö/😀": "1", sub: module("1") },
    { "b-/new": "2", "b/d/f": "2", "ö/\uffee": "2", a: "2" },
    { b: null, "b/d": null, sub: module("2") },
    { b: "now a file", a: null },
    { b: null, "b/again/deep": "3", "a/b": "3", sub2: module("3"), sub: null },
    { "b/again": { mode: "120000", content: "x" }, "a/b": { mode: "100755", content: "3" } },
  ];
  for (const files of steps) {
    const commit = await repository.commit({ files });
    const listed = await listTree(repository, commit, "", true);
    expect(listed?.map(({ mode, type, id, path }) => `${mode} ${type} ${id} ${path}`)).toEqual(
      await listedByGit(commit),
    );
  }
});

it("is listed again where too much changed, where bytes are not UTF-8, and where the other tree is gone", async () => {
  const first = await repository.commit({ files: { a: "1" } });
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`f${n}`, ""]));
  const second = await repository.commit({ files: many });
  const entries = (await listTree(repository, first, "", true)) ?? [];
  expect(await carryOver(repository, entries, first, second, "")).toBeNull();
  expect(await carryOver(repository, entries, "f".repeat(40), second, "")).toBeNull();
  const garbled = [{ mode: "100644", type: "blob", id: "1".repeat(40), path: "caf\ufffd" }] as const;
  expect(await carryOver(repository, garbled, first, first, "")).toBeNull();
  expect(await carryOver(repository, entries, first, first, "")).toEqual(entries);
});

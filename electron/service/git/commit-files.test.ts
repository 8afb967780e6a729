import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CommitOfFiles, commitFiles, type FileChange } from "./commit-files.ts";
import { readCommit } from "./commits.ts";
import { GitRefusal } from "./git-errors.ts";
import { countLog } from "./log.ts";
import { listTreeEntries } from "./ls-tree.ts";
import { branchTip, noObject } from "./refs.ts";
import { type TestRepository, testRepository } from "./testing/test-repository.ts";
import { updateRef } from "./update-ref.ts";

const person = { name: "Åsa Öberg", email: "asa@example.test" };

describe("commits made of changes", () => {
  let repository: TestRepository;
  beforeEach(async () => {
    repository = await testRepository();
  });
  afterEach(() => repository.remove());

  const commit = (
    changes: readonly FileChange[],
    parent: string | null = null,
    more: Partial<CommitOfFiles> = {},
  ) =>
    commitFiles(repository, {
      parent,
      changes,
      message: "Change things\n\nBody",
      author: person,
      committer: person,
      ...more,
    });
  const refusal = async (...args: Parameters<typeof commit>) => {
    const failure: unknown = await commit(...args).catch((error: unknown) => error);
    return failure instanceof GitRefusal ? failure.message : failure;
  };
  const content = async (id: string, path: string) =>
    (await repository.objects.read(`${id}:${path}`))?.content.toString() ?? null;
  const modes = async (id: string) =>
    Object.fromEntries(
      ((await listTreeEntries(repository, id, "", true)) ?? []).map(({ path, mode }) => [path, mode]),
    );
  const create = (path: string, text = "x"): FileChange => ({
    kind: "create",
    path,
    content: Buffer.from(text),
  });

  it("creates, changes, moves, deletes and sets modes in one commit", async () => {
    const first = await commit([create("a.txt", "a\r\n"), create("dir/b.txt", "b"), create("c", "c\n")]);
    const second = await commit(
      [
        { kind: "update", path: "a.txt", content: Buffer.from("A\r\n") },
        { kind: "move", previousPath: "dir/b.txt", path: "d/é 😀#%.txt" },
        { kind: "delete", path: "c" },
        { kind: "create", path: "run.sh", content: Buffer.from("IyEvYmluL3NoCg==", "base64") },
        { kind: "chmod", path: "run.sh", executable: true },
        { kind: "create", path: "bytes", content: Buffer.from("AAH//w==", "base64") },
        { kind: "create", path: "empty", content: Buffer.from("") },
      ],
      first,
    );
    expect(await modes(second)).toEqual({
      d: "040000",
      "a.txt": "100644",
      bytes: "100644",
      "d/é 😀#%.txt": "100644",
      empty: "100644",
      "run.sh": "100755",
    });
    expect(await content(second, "a.txt")).toBe("A\r\n");
    expect(await content(second, "d/é 😀#%.txt")).toBe("b");
    expect((await repository.objects.read(`${second}:bytes`))?.content).toEqual(
      Buffer.from([0, 1, 255, 255]),
    );
    expect(await readCommit(repository, second)).toMatchObject({
      authorName: person.name,
      message: "Change things\n\nBody",
      parents: [first],
    });
  });

  it.each([
    ["..", "Path cannot include directory traversal"],
    ["a/../b", "Path cannot include directory traversal"],
    ["a\\..\\b", "Path cannot include directory traversal"],
    ["", "You must provide a file path"],
    ["   ", "You must provide a file path"],
    ["/etc/passwd", "invalid path: '/etc/passwd'"],
    ["a/", "invalid path: 'a/'"],
    ["a//b", "invalid path: 'a//b'"],
    ["./a", "invalid path: './a'"],
    ["a\0b", "invalid path: 'ab'"],
    [".git/config", "invalid path: '.git/config'"],
    ["x/.GIT/config", "invalid path: 'x/.GIT/config'"],
    ["x\\.git\\config", "invalid path: 'x\\.git\\config'"],
    [".git. /config", "invalid path: '.git. /config'"],
    [".git::$INDEX_ALLOCATION/x", "invalid path: '.git::$INDEX_ALLOCATION/x'"],
    [".gitmodules/x", "invalid path: '.gitmodules/x'"],
    ["git~1", "invalid path: 'git~1'"],
    [".g\u200cit", "invalid path: '.g\u200cit'"],
  ])("refuses the path %j", async (path, message) => {
    expect(await refusal([create(path)])).toBe(message);
    const first = await commit([create("a")]);
    expect(await refusal([{ kind: "move", previousPath: "a", path }], first)).toBe(message);
    if (path !== "") {
      expect(await refusal([{ kind: "move", previousPath: path, path: "b" }], first)).toBe(message);
    }
  });

  it("refuses what collides", async () => {
    const first = await commit([create("a/b"), create("c")]);
    expect(await refusal([create("c")], first)).toBe("A file with this name already exists");
    expect(await refusal([create("a")], first)).toBe("A directory with this name already exists");
    expect(await refusal([create("c/d/e")], first)).toBe("A file with this name already exists");
    expect(await refusal([create("new"), create("new/x")], first)).toBe(
      "A file with this name already exists",
    );
    expect(await refusal([create("n/x"), create("n")], first)).toBe(
      "A directory with this name already exists",
    );
    expect(await refusal([{ kind: "update", path: "none", content: Buffer.from("") }], first)).toBe(
      "A file with this name doesn't exist",
    );
    expect(await refusal([{ kind: "delete", path: "a" }], first)).toBe("A file with this name doesn't exist");
    expect(await refusal([{ kind: "update", path: "c" }], first)).toBe("content is missing");
    expect(await refusal([{ kind: "move", path: "z" }], first)).toBe("You must provide a previous path");
    expect(await refusal([create("z")], first, { message: "a\0b" })).toBe(
      "The commit message contains a NUL",
    );
  });

  it("refuses to change, move or delete what changed meanwhile", async () => {
    const first = await commit([create("c"), create("d")]);
    const second = await commit([{ kind: "update", path: "c", content: Buffer.from("2") }], first);
    const stale = "The file has changed since you started editing it: c";
    const lastCommit = first;
    const update: FileChange = { kind: "update", path: "c", content: Buffer.from("3"), lastCommit };
    expect(await refusal([update], second)).toBe(stale);
    expect(await refusal([{ kind: "delete", path: "c", lastCommit }], second)).toBe(stale);
    const move: FileChange = { kind: "move", previousPath: "c", path: "e", lastCommit };
    expect(await refusal([move], second)).toBe(stale);
    const third = await commit([{ ...update, lastCommit: second }], second);
    expect(await content(third, "c")).toBe("3");
    const other: FileChange = { kind: "update", path: "d", content: Buffer.from("3"), lastCommit };
    expect(await content(await commit([other], third), "d")).toBe("3");
  });

  it("refuses a commit that changes nothing only where it must change something", async () => {
    const first = await commit([create("c", "same")]);
    const same: FileChange = { kind: "update", path: "c", content: Buffer.from("same") };
    expect(await refusal([same], first, { mustChange: true })).toBe("Your changes could not be committed");
    expect(await refusal([same], first)).toMatch(/^[0-9a-f]{40}$/);
  });

  it("puts a file where a folder was, and the other way round", async () => {
    const first = await commit([create("a/b"), create("c")]);
    const second = await commit(
      [
        { kind: "delete", path: "a/b" },
        create("a", "file"),
        { kind: "delete", path: "c" },
        create("c/d", "inside"),
      ],
      first,
    );
    expect(await modes(second)).toEqual({ a: "100644", c: "040000", "c/d": "100644" });
    const third = await commit([{ kind: "move", previousPath: "a", path: "a/b/c" }], second);
    expect(await content(third, "a/b/c")).toBe("file");
  });

  it("leaves symlinks, executables and submodules what they are", async () => {
    const module = "1".repeat(40);
    const first = await repository.commit({
      files: {
        link: { mode: "120000", content: "target" },
        "run.sh": { mode: "100755", content: "#!/bin/sh" },
        "vendor/lib": { mode: "160000", content: module },
      },
    });
    const second = await commit(
      [
        { kind: "update", path: "link", content: Buffer.from("elsewhere") },
        { kind: "chmod", path: "link", executable: true },
        { kind: "update", path: "run.sh", content: Buffer.from("#!/bin/bash") },
        { kind: "move", previousPath: "vendor/lib", path: "lib" },
      ],
      first,
    );
    expect(await modes(second)).toEqual({ lib: "160000", link: "120000", "run.sh": "100755" });
    expect(await repository.run("rev-parse", `${second}:lib`)).toBe(module);
    const missing = "A file with this name doesn't exist";
    expect(await refusal([{ kind: "update", path: "lib", content: Buffer.from("x") }], second)).toBe(missing);
    const hidden: FileChange = { kind: "move", previousPath: "link", path: ".gitmodules" };
    expect(await refusal([hidden], second)).toBe("invalid path: '.gitmodules'");
    expect(await refusal([create("lib/x")], second)).toBe("A file with this name already exists");
    expect(await modes(await commit([{ kind: "delete", path: "lib" }], second))).not.toHaveProperty("lib");
  });

  it("commits thousands of files at once, under names that git has no option for", async () => {
    const changes = Array.from({ length: 1200 }, (_, index) =>
      create(`-dir ${index % 30}/--file ${index} ${"long".repeat(10)}\n.txt`, `${index}`),
    );
    const first = await commit(changes);
    const tree = await listTreeEntries(repository, first, "", true);
    expect(tree?.filter(({ type }) => type === "blob")).toHaveLength(1200);
    expect(await content(first, changes[1199]?.path ?? "")).toBe("1199");
    const second = await commit(
      changes.map(({ path }) => ({ kind: "delete", path })),
      first,
    );
    expect(await listTreeEntries(repository, second, "", true)).toEqual([]);
  });

  it("cleans what would break a commit's header", async () => {
    const author = { name: " .,<Eve>\nparent 123\n", email: "eve@<x>\n.test\0" };
    const id = await commit([create("a")], null, { author, committer: { name: "...", email: "" } });
    expect(await readCommit(repository, id)).toMatchObject({
      authorName: "Eveparent 123",
      authorEmail: "eve@x.test",
      committerName: "unknown",
      parents: [],
    });
  });

  it("loses no commit of writers that race for a branch", async () => {
    const start = await commit([create("start")]);
    await updateRef(repository, "refs/heads/main", start, noObject);
    const writer = async (index: number) => {
      for (;;) {
        const tip = await branchTip(repository, "main");
        const made = await commit([create(`file-${index}`, `${index}`)], tip);
        if (await updateRef(repository, "refs/heads/main", made, tip ?? noObject)) return;
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => writer(index)));
    const tip = (await branchTip(repository, "main")) ?? "";
    expect(Object.keys(await modes(tip)).sort()).toEqual([
      ...Array.from({ length: 6 }, (_, index) => `file-${index}`),
      "start",
    ]);
    expect(await countLog(repository, { from: tip })).toBe(7);
  });
});

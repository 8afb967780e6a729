import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommitAction } from "../../../shared/api/commits.ts";
import { Failure } from "../failure.ts";
import { commitActions } from "./commit-actions.ts";
import { readCommit } from "./commits.ts";
import { diffTrees } from "./diffs.ts";
import { branchTip, noObject, resolveCommit, updateRef } from "./refs.ts";
import { closeRepositories, createRepository, openRepository, type Repository } from "./repository.ts";
import { git } from "./run.ts";
import { listTree, readEntry } from "./trees.ts";

const person = { name: "Åsa Öberg", email: "asa@example.test" };

describe("commits made of actions", () => {
  let folder: string;
  let repository: Repository;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "helve-git-"));
    await createRepository(folder);
    repository = openRepository(folder);
  });
  afterEach(async () => {
    await git(folder, ["fsck", "--strict", "--no-dangling"]);
    closeRepositories();
    await rm(folder, { recursive: true, force: true });
  });

  const commit = (actions: CommitAction[], parent: string | null = null) =>
    commitActions(repository, {
      parent,
      actions,
      message: "Change things\n\nBody",
      author: person,
      committer: person,
    });
  const content = async (id: string, path: string) =>
    (await repository.objects.read(`${id}:${path}`))?.content.toString() ?? null;
  const create = (file_path: string, text = "x"): CommitAction => ({
    action: "create",
    file_path,
    content: text,
  });

  it("creates, changes, moves, deletes and sets modes in one commit", async () => {
    const first = await commit([create("a.txt", "a\n"), create("dir/b.txt", "b\n"), create("c", "c\n")]);
    const second = await commit(
      [
        { action: "update", file_path: "a.txt", content: "A\n" },
        { action: "move", previous_path: "dir/b.txt", file_path: "d/é 😀#%.txt" },
        { action: "delete", file_path: "c" },
        { action: "create", file_path: "run.sh", content: "IyEvYmluL3NoCg==", encoding: "base64" },
        { action: "chmod", file_path: "run.sh", execute_filemode: true },
      ],
      first,
    );
    const tree = await listTree(repository, second, "", true);
    expect(tree?.map(({ path, mode }) => [path, mode])).toEqual([
      ["d", "040000"],
      ["a.txt", "100644"],
      ["d/é 😀#%.txt", "100644"],
      ["run.sh", "100755"],
    ]);
    expect(await content(second, "a.txt")).toBe("A\n");
    expect(await content(second, "run.sh")).toBe("#!/bin/sh\n");
    const { authorName, message, parents } = await readCommit(repository, second);
    expect([authorName, message.trim(), parents]).toEqual([person.name, "Change things\n\nBody", [first]]);
    const diffs = await diffTrees(repository, first, second);
    expect(diffs.find(({ renamed_file }) => renamed_file)).toMatchObject({ old_path: "dir/b.txt", diff: "" });
    expect(diffs.find(({ new_path }) => new_path === "a.txt")?.diff).toBe("@@ -1 +1 @@\n-a\n+A\n");
  });

  it.each([
    ["..", "Path cannot include directory traversal"],
    ["a/../b", "Path cannot include directory traversal"],
    ["", "You must provide a file path"],
    [".git/config", "invalid path: '.git/config'"],
    ["x/.GIT/config", "invalid path: 'x/.GIT/config'"],
    ["git~1", "invalid path: 'git~1'"],
    [".g\u200cit", "invalid path: '.g\u200cit'"],
    ["a//b", "invalid path: 'a//b'"],
  ])("refuses the path %j", async (path, message) => {
    await expect(commit([create(path)])).rejects.toMatchObject({ status: 400, body: { message } });
  });

  it("refuses what collides", async () => {
    const first = await commit([create("a/b"), create("c")]);
    const message = async (action: CommitAction) => {
      const failure = await commit([action], first).catch((error: unknown) => error);
      return failure instanceof Failure ? failure.body.message : failure;
    };
    expect(await message(create("c"))).toBe("A file with this name already exists");
    expect(await message(create("a"))).toBe("A directory with this name already exists");
    expect(await message(create("c/d"))).toBe("A file with this name already exists");
    expect(await message({ action: "update", file_path: "none", content: "" })).toBe(
      "A file with this name doesn't exist",
    );
    expect(await message({ action: "update", file_path: "c", content: "", last_commit_id: noObject })).toBe(
      "The file has changed since you started editing it: c",
    );
  });

  it("puts a file where a folder was, and the other way round", async () => {
    const first = await commit([create("a/b"), create("c")]);
    const second = await commit(
      [
        { action: "delete", file_path: "a/b" },
        create("a", "file"),
        { action: "delete", file_path: "c" },
        create("c/d", "inside"),
      ],
      first,
    );
    expect(await content(second, "a")).toBe("file");
    expect(await content(second, "c/d")).toBe("inside");
  });

  it("moves a ref only from where it was thought to be", async () => {
    const first = await commit([create("a")]);
    const second = await commit([create("b")], first);
    expect(await updateRef(repository, "refs/heads/x/ü", first, noObject)).toBe(true);
    expect(await updateRef(repository, "refs/heads/x/ü", second, noObject)).toBe(false);
    expect(await updateRef(repository, "refs/heads/x/ü", second, first)).toBe(true);
    expect(await branchTip(repository, "x/ü")).toBe(second);
    expect(await resolveCommit(repository, second.slice(0, 10))).toBe(second);
    expect(await resolveCommit(repository, "--help")).toBeNull();
    expect(await resolveCommit(repository, `${second}:a`)).toBeNull();
  });

  it("agrees with a model whatever the actions", async () => {
    const name = fc.constantFrom("a", "b", "dir/a", "dir/b", "dir/sub/ö", "-x", "sp ace", "#%?", "emoji😀");
    const action = fc.record({
      action: fc.constantFrom("create", "update", "delete", "move", "chmod"),
      file_path: name,
      previous_path: name,
      content: fc.string({ maxLength: 8 }),
      execute_filemode: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (batches) => {
          let parent: string | null = null;
          let model = new Map<string, { text: string; executable: boolean }>();
          for (const batch of batches) {
            const next = new Map(model);
            const allowed = batch.every((step) => applyToModel(next, step as CommitAction));
            const made: unknown = await commit(batch as CommitAction[], parent).catch(
              (error: unknown) => error,
            );
            expect(typeof made === "string", JSON.stringify({ batch, made: String(made) })).toBe(allowed);
            if (typeof made !== "string") continue;
            parent = made;
            model = next;
            const files = ((await listTree(repository, made, "", true)) ?? []).filter(
              ({ type }) => type === "blob",
            );
            const seen = await Promise.all(
              files.map(async ({ path, mode }) => [path, await content(made, path), mode === "100755"]),
            );
            const expected = [...model].map(([path, file]) => [path, file.text, file.executable]);
            const byPath = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
            expect(seen.sort(byPath)).toEqual(expected.sort(byPath));
            for (const path of model.keys())
              expect((await readEntry(repository, made, path))?.path).toBe(path);
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});

/** What an action does to a set of files; false where the interface refuses it. */
function applyToModel(
  files: Map<string, { text: string; executable: boolean }>,
  step: CommitAction,
): boolean {
  const { action, file_path: path, previous_path: previous = "", content: text = "" } = step;
  const known = files.get(path);
  const blocked = () =>
    [...files.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  switch (action) {
    case "create":
      if (known || blocked()) return false;
      files.set(path, { text, executable: false });
      return true;
    case "update":
      if (!known) return false;
      files.set(path, { ...known, text });
      return true;
    case "delete":
      return files.delete(path);
    case "chmod":
      if (!known) return false;
      files.set(path, { ...known, executable: step.execute_filemode ?? false });
      return true;
    case "move": {
      const source = files.get(previous);
      if (!source || (previous !== path && known)) return false;
      files.delete(previous);
      if (blocked()) return false;
      files.set(path, { ...source, text });
      return true;
    }
  }
}

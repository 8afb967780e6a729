import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deleteBranch } from "../../../../shared/api/resources/branches.ts";
import { type CommitAction, createCommit } from "../../../../shared/api/resources/commits.ts";
import { getOriginal } from "../../../../shared/api/resources/local-repositories.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

/** Commits to a branch, and with it to its clean work tree. */
const commit = (id: number, actions: CommitAction[], branch = "main") =>
  service.call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions,
    update_worktree: true,
  });
const create = (file_path: string, content = "from Helve\n"): CommitAction => ({
  action: "create",
  file_path,
  content,
});
const status = (folder: string) => terminal(folder, "status", "--porcelain");
const checkedOut = async (id: number) => (await service.call(getOriginal, { id })).data?.checked_out ?? [];
const refusedAs = async (reply: ReturnType<typeof commit>, reason: string, message: string) => {
  const { status, refusal } = await reply;
  expect([status, refusal.reason]).toEqual([400, reason]);
  expect(refusal.message).toContain(message);
};

describe("where a branch is checked out", () => {
  it("is known where `.git` is a file or a link to a folder of another name", async () => {
    const apart = service.folder("apart");
    await makeOriginal(apart, `--separate-git-dir=${service.folder("apart-git")}`);
    const linked = await makeOriginal(service.folder("link"));
    renameSync(join(linked, ".git"), service.folder("link-git"));
    symlinkSync(service.folder("link-git"), join(linked, ".git"));
    for (const folder of [apart, linked]) {
      const id = await service.open(folder);
      expect(await checkedOut(id)).toEqual([{ branch: "main", folder, clean: true, obstacle: null }]);
      expect((await commit(id, [create("new.txt")])).status).toBe(201);
      expect(await status(folder)).toBe("");
      expect(existsSync(join(folder, "new.txt"))).toBe(true);
    }
  });

  it("is known where the git folder itself is opened", async () => {
    const folder = await makeOriginal(service.folder("by-git-folder"));
    const id = await service.open(join(folder, ".git"));
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ kind: "worktree", path: folder });
    expect(await service.open(join(folder, ".git", "refs"))).toBe(id);
    await terminal(folder, "worktree", "add", "-q", "-b", "side", service.folder("by-git-side"));
    const side = await service.open(join(folder, ".git", "worktrees", "by-git-side"));
    expect((await service.call(getOriginal, { id: side })).body).toMatchObject({
      kind: "linked",
      path: service.folder("by-git-side"),
    });
    expect(await checkedOut(side)).toHaveLength(2);
  });

  it("is not written where its folder is unknown", async () => {
    const apart = await makeOriginal(
      service.folder("unknown"),
      `--separate-git-dir=${service.folder("unknown-git")}`,
    );
    const id = await service.open(service.folder("unknown-git"));
    const [main] = await checkedOut(id);
    expect(main).toMatchObject({ branch: "main", clean: null });
    expect(main?.obstacle).toContain("unknown folder");
    await refusedAs(commit(id, [create("new.txt")]), "dirty_worktree", "unknown folder");
    expect((await service.call(deleteBranch, { id, branch: "main" })).status).toBe(400);
    expect(await status(apart)).toBe("");
  });

  it("is known where that folder is gone, with the reason", async () => {
    const folder = await makeOriginal(service.folder("stale"));
    await terminal(folder, "worktree", "add", "-q", "-b", "side", service.folder("stale-side"));
    const id = await service.open(folder);
    renameSync(service.folder("stale-side"), service.folder("stale-elsewhere"));
    expect((await checkedOut(id)).at(-1)).toMatchObject({ branch: "side", obstacle: "is not there" });
    await refusedAs(commit(id, [create("new.txt")], "side"), "dirty_worktree", "is not there");
    await terminal(folder, "worktree", "prune");
    expect((await commit(id, [create("new.txt")], "side")).status).toBe(201);
  });
});

describe("files that only the work tree has", () => {
  it("are never overwritten, ignored or not, and are named", async () => {
    const folder = await makeOriginal(service.folder("precious"));
    await commitInWorktree(folder, ".gitignore", "secret\nbuild/\n");
    writeFileSync(join(folder, "secret"), "precious");
    mkdirSync(join(folder, "build"));
    writeFileSync(join(folder, "build", "output"), "precious");
    writeFileSync(join(folder, "plain"), "precious");
    mkdirSync(service.folder("outside"));
    symlinkSync(service.folder("outside"), join(folder, "link"));
    const id = await service.open(folder);
    for (const [path, inTheWay] of [
      ["secret", "secret"],
      ["secret/below", "secret"],
      ["build", "build/output"],
      ["plain", "plain"],
      ["link/below", "link"],
    ] as const) {
      const refused = await commit(id, [create(path), create("other")]);
      expect(refused.body, path).toMatchObject({ reason: "dirty_worktree", details: { files: inTheWay } });
    }
    // A file that becomes a folder and back again, with an untracked file in it meanwhile.
    const toFolder: CommitAction[] = [{ action: "delete", file_path: "src.txt" }, create("src.txt/inner")];
    expect((await commit(id, toFolder)).status).toBe(201);
    writeFileSync(join(folder, "src.txt", "mine"), "precious");
    const back = await commit(id, [{ action: "delete", file_path: "src.txt/inner" }, create("src.txt")]);
    expect(back.body).toMatchObject({ reason: "dirty_worktree", details: { files: "src.txt/mine" } });
    for (const path of ["secret", "build/output", "plain", "src.txt/mine"]) {
      expect(readFileSync(join(folder, path), "utf8"), path).toBe("precious");
    }
    expect(readdirSync(service.folder("outside"))).toEqual([]);
    expect(existsSync(join(folder, "other"))).toBe(false);
    expect((await commit(id, [create("build/beside")])).status).toBe(201);
    expect(readFileSync(join(folder, "build", "output"), "utf8")).toBe("precious");
  });

  it("stay with changes that the index hides, and what was staged", async () => {
    const folder = await makeOriginal(service.folder("hidden"));
    const id = await service.open(folder);
    const update: CommitAction = { action: "update", file_path: "src.txt", content: "from Helve\n" };
    for (const bit of ["assume-unchanged", "skip-worktree"]) {
      await terminal(folder, "update-index", `--${bit}`, "src.txt");
      writeFileSync(join(folder, "src.txt"), "mine\n");
      await refusedAs(commit(id, [update]), "dirty_worktree", "assume-unchanged or skip-worktree");
      // Also where they are as they were committed: git would not say when that ends.
      expect(await checkedOut(id)).toMatchObject([{ clean: null, obstacle: expect.stringContaining(bit) }]);
      expect(readFileSync(join(folder, "src.txt"), "utf8")).toBe("mine\n");
      await terminal(folder, "update-index", `--no-${bit}`, "src.txt");
      await terminal(folder, "checkout", "-q", "--", "src.txt");
    }
    writeFileSync(join(folder, "staged.txt"), "staged\n");
    await terminal(folder, "add", "staged.txt");
    await refusedAs(commit(id, [update]), "dirty_worktree", "changes of its own");
    expect(await status(folder)).toBe("A  staged.txt");
  });
});

describe("files whose bytes differ from their blobs", () => {
  it("are written as the repository's settings and attributes say", async () => {
    const folder = await makeOriginal(service.folder("bytes"));
    await commitInWorktree(
      folder,
      ".gitattributes",
      "*.bat eol=crlf\n*.utf working-tree-encoding=UTF-16LE-BOM\n",
    );
    await terminal(folder, "config", "core.autocrlf", "true");
    writeFileSync(join(folder, ".git", "info", "attributes"), "*.lf eol=lf\n");
    const id = await service.open(folder);
    const actions = ["a.txt", "a.bat", "a.lf", "a.utf"].map((name) => create(name, "x\ny\n"));
    expect((await commit(id, actions)).status).toBe(201);
    const read = (name: string) => readFileSync(join(folder, name), "latin1");
    expect(["a.txt", "a.bat", "a.lf"].map(read)).toEqual(["x\r\ny\r\n", "x\r\ny\r\n", "x\ny\n"]);
    expect(read("a.utf").slice(0, 4)).toBe("\xff\xfex\0");
    expect(await status(folder)).toBe("");
    const change: CommitAction = { action: "update", file_path: "a.txt", content: "x\nz\n" };
    expect(
      (await commit(id, [change, { action: "chmod", file_path: "a.lf", execute_filemode: true }])).status,
    ).toBe(201);
    expect(read("a.txt")).toBe("x\r\nz\r\n");
    expect(await status(folder)).toBe("");
  });

  it("are left alone where a filter makes them, also by `.git/info/attributes`", async () => {
    const folder = await makeOriginal(service.folder("filtered"));
    await commitInWorktree(folder, ".gitattributes", "*.bin filter=lfs\n");
    writeFileSync(join(folder, ".git", "info", "attributes"), "*.dat filter=other\n");
    const id = await service.open(folder);
    for (const name of ["a.bin", "a.dat"]) {
      const refused = await commit(id, [create(name), create("a.txt")]);
      expect(refused.body).toMatchObject({ reason: "dirty_worktree", details: { files: name } });
    }
    expect((await commit(id, [create("a.txt")])).status).toBe(201);
    expect(await status(folder)).toBe("");
  });
});

it("renames a file by case alone, and moves past submodules", async () => {
  const inner = await makeOriginal(service.folder("part"));
  const folder = await makeOriginal(service.folder("whole"));
  await terminal(folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "lib");
  await terminal(folder, "commit", "-q", "-m", "Add a part");
  writeFileSync(join(folder, "lib", "README.md"), "changed in the submodule\n");
  const id = await service.open(folder);
  for (const ignoreCase of ["false", "true"]) {
    await terminal(folder, "config", "core.ignorecase", ignoreCase);
    const [from, to] = ignoreCase === "true" ? ["readme.md", "ReadMe.md"] : ["README.md", "readme.md"];
    expect((await commit(id, [{ action: "move", previous_path: from, file_path: to }])).status).toBe(201);
    expect(readdirSync(folder)).toEqual([".git", ".gitmodules", "lib", "src.txt", to].toSorted());
    expect(await terminal(folder, "status", "--porcelain", "--ignore-submodules=dirty")).toBe("");
  }
  expect(readFileSync(join(folder, "lib", "README.md"), "utf8")).toBe("changed in the submodule\n");
});

it("leaves a sparse work tree alone, and only that one of several", async () => {
  const folder = await makeOriginal(service.folder("sparse"));
  mkdirSync(join(folder, "deep"));
  await commitInWorktree(folder, "deep/file.txt", "deep\n");
  const side = service.folder("sparse-side");
  await terminal(folder, "worktree", "add", "-q", "-b", "side", side);
  await terminal(side, "sparse-checkout", "set", "--cone");
  for (const opened of [folder, side]) {
    const id = await service.open(opened);
    const [main, sparse] = await checkedOut(id);
    expect(main).toMatchObject({ clean: true, obstacle: null });
    expect(sparse?.obstacle).toContain("sparse checkout");
    await refusedAs(commit(id, [create("side.txt")], "side"), "dirty_worktree", "sparse checkout");
    expect((await commit(id, [create(`deep/${id}.txt`)])).status).toBe(201);
  }
  expect([await status(folder), await status(side)]).toEqual(["", ""]);
  expect(readdirSync(side)).not.toContain("deep");
});

it("works on both work trees of one repository at once, each opened by itself", async () => {
  const folder = await makeOriginal(service.folder("both"));
  const side = service.folder("both-side");
  await terminal(folder, "worktree", "add", "-q", "-b", "side", side);
  const ids = [await service.open(folder), await service.open(side)];
  const made = await Promise.all(
    ids.flatMap((id) => ["main", "side"].map((branch) => commit(id, [create(`${branch}-${id}`)], branch))),
  );
  for (const { status } of made) expect([201, 400, 423]).toContain(status);
  const done = made.filter(({ status }) => status === 201).length;
  expect(Number(await terminal(folder, "rev-list", "--count", "--all"))).toBe(3 + done);
  for (const one of [folder, side]) expect(await status(one)).toBe("");
  await terminal(folder, "fsck", "--full", "--strict");
});

it("names the lock of packed refs and of an index, where they are", async () => {
  const folder = await makeOriginal(service.folder("locks"));
  const id = await service.open(folder);
  // There is no such file yet.
  const packed = join(folder, ".git", "packed-refs.lock");
  writeFileSync(packed, "");
  const deleted = await service.call(deleteBranch, { id, branch: "feature" });
  expect(deleted).toMatchObject({ status: 423, body: { reason: "locked", details: { file: packed } } });
  rmSync(packed);
  await terminal(folder, "pack-refs", "--all");
  writeFileSync(packed, "");
  expect((await service.call(deleteBranch, { id, branch: "feature" })).body).toMatchObject({
    details: { file: packed },
  });
  const index = join(folder, ".git", "index.lock");
  writeFileSync(index, "");
  const refused = await commit(id, [create("new.txt")]);
  expect(refused).toMatchObject({ status: 423, body: { reason: "locked", details: { file: index } } });
  expect(refused.refusal.message).toMatch(/index\.lock, \d+ seconds? old/);
});

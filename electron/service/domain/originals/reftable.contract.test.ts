import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { createCommit, listCommits } from "../../../../shared/api/resources/commits.ts";
import {
  getOriginal,
  openLocalRepository,
  pollOriginals,
} from "../../../../shared/api/resources/local-repositories.ts";
import { createMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import {
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { createTag, deleteTag } from "../../../../shared/api/resources/tags.ts";
import { commitFile, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

/** Whether the machine's git supports reftables, as since version 2.45. */
const known = /--ref-format/.test(helpOf("init"));

function helpOf(command: string): string {
  try {
    return execFileSync("git", [command, "-h"], { encoding: "utf8" });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  }
}

const service = openedServiceForTests();

const reftable = (name: string) => makeOriginal(service.folder(name), "--ref-format=reftable");
const checkedOut = async (id: number) => (await service.call(getOriginal, { id })).data?.checked_out ?? [];
const refs = (folder: string) =>
  terminal(folder, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags");
const commit = (id: number, branch: string, more: object = {}) =>
  service.call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions: [{ action: "create", file_path: `${crypto.randomUUID()}.txt`, content: "helve\n" }],
    ...more,
  });
const listed = async (id: number) =>
  (await service.call(listBranches, { id })).data.map(
    ({ name, commit }) => `refs/heads/${name} ${commit.id}`,
  );

it.skipIf(known)("a reftable is refused by name where git does not know it", async () => {
  const folder = await makeOriginal(service.folder("too-new"));
  await terminal(folder, "config", "core.repositoryFormatVersion", "1");
  await terminal(folder, "config", "extensions.refStorage", "reftable");
  mkdirSync(join(folder, ".git", "reftable"));
  writeFileSync(join(folder, ".git", "reftable", "tables.list"), "");
  writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/.invalid\n");
  const refused = await service.call(openLocalRepository, { path: folder });
  expect(refused).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
  expect(refused.refusal.message).toContain("its refs are a reftable, which git reads from version 2.45 on");
});

describe.skipIf(!known)(`a repository with a reftable${known ? "" : ": needs git 2.45"}`, () => {
  it("is read live and written ref by ref", async () => {
    const folder = await reftable("live");
    const id = await service.open(folder);
    expect((await service.call(getOriginal, { id })).data).toMatchObject({
      ref_format: "reftable",
      state: "ready",
    });
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: "main" });
    expect((await listed(id)).join("\n")).toBe(await refs(folder));

    const { cursor } = (await service.call(pollOriginals, {})).data;
    const before = await terminal(folder, "rev-parse", "main");
    const after = await commitFile(folder, "later.txt", "later\n");
    const polled = await service.call(pollOriginals, { cursor });
    expect(polled.data.changes).toMatchObject([
      { moved: [{ ref: "refs/heads/main", before, after, kind: "advanced" }] },
    ]);
    expect((await service.call(listCommits, { id, ref_name: "main" })).data[0]?.id).toBe(after);

    expect((await commit(id, "feature")).status).toBe(201);
    expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
    const tag = { id, tag_name: "v1", ref: "main" };
    expect((await service.call(createTag, { ...tag, message: "One" })).status).toBe(201);
    expect(await terminal(folder, "rev-parse", "v1^{commit}")).toBe(after);
    expect((await service.call(deleteTag, { id, tag_name: "v1" })).status).toBe(204);
    expect((await service.call(deleteBranch, { id, branch: "new" })).status).toBe(204);
    // A name in the way, as with files: no branch is below another one.
    expect((await service.call(createBranch, { id, branch: "main/below", ref: "main" })).status).toBe(400);
    expect((await listed(id)).join("\n")).toBe(await refs(folder));
    await terminal(folder, "branch", "-D", "feature");
    await terminal(folder, "pack-refs", "--all");
    expect((await listed(id)).join("\n")).toBe(await refs(folder));
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("moves a branch with its clean work tree, and shows what is checked out", async () => {
    const folder = await reftable("worktrees");
    const side = service.folder("worktrees-side");
    await terminal(folder, "worktree", "add", "-q", "-b", "side", side);
    const id = await service.open(folder);
    const clean = { clean: true, obstacle: null };
    expect(await checkedOut(id)).toEqual([
      { branch: "main", folder, ...clean },
      { branch: "side", folder: side, ...clean },
    ]);
    for (const [branch, work] of [
      ["main", folder],
      ["side", side],
    ] as const) {
      expect((await commit(id, branch)).refusal.reason).toBe("checked_out");
      const made = await commit(id, branch, { update_worktree: true });
      expect(made.status).toBe(201);
      expect(await terminal(work, "rev-parse", "HEAD")).toBe(made.data.id);
      expect(await terminal(work, "status", "--porcelain")).toBe("");
    }
    const { cursor } = (await service.call(pollOriginals, {})).data;
    await terminal(side, "checkout", "-q", "feature");
    const polled = await service.call(pollOriginals, { cursor });
    expect(polled.data.changes).toMatchObject([{ project_id: id, moved: [] }]);
    expect(await checkedOut(id)).toMatchObject([{ branch: "main" }, { branch: "feature", folder: side }]);
    expect((await service.call(deleteBranch, { id, branch: "side" })).status).toBe(204);

    await commitFile(side, "src.txt", "one\nof feature\nthree\n");
    await commitFile(folder, "src.txt", "one\nof main\nthree\n");
    await expect(terminal(folder, "cherry-pick", "feature")).rejects.toThrow();
    await expect(terminal(side, "rebase", "main")).rejects.toThrow();
    expect(await checkedOut(id)).toEqual([
      { branch: "main", folder, clean: null, obstacle: "is in the middle of a cherry-pick" },
      { branch: "feature", folder: side, clean: null, obstacle: "is in the middle of a rebase" },
    ]);
    const refused = await commit(id, "main", { update_worktree: true });
    expect(refused.refusal.reason).toBe("dirty_worktree");
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("keeps versions of merge requests from gc, serves clones and takes pushes", async () => {
    const folder = await reftable("kept");
    const id = await service.open(folder);
    const branches = { source_branch: "feature", target_branch: "main" };
    const opened = await service.call(createMergeRequest, { id, ...branches, title: "Feature" });
    const mergeRequest = { id, merge_request_iid: opened.data.iid };
    const clone = service.folder("kept-clone");
    await terminal(service.root, "clone", "-q", service.gitUrl("helve/kept"), clone);
    expect(await terminal(clone, "symbolic-ref", "HEAD")).toBe("refs/heads/main");
    await terminal(clone, "checkout", "-q", "feature");
    const pushed = await commitFile(clone, "pushed.txt", "pushed\n");
    await terminal(clone, "push", "-q", "origin", "feature");
    expect(await terminal(folder, "rev-parse", "feature")).toBe(pushed);
    await terminal(folder, "branch", "-D", "feature");
    await terminal(folder, "reflog", "expire", "--expire=now", "--all");
    await terminal(folder, "gc", "-q", "--prune=now");
    const versions = (await service.call(listMergeRequestVersions, mergeRequest)).data;
    expect(versions).toHaveLength(2);
    for (const { id: version_id } of versions) {
      const version = await service.call(getMergeRequestVersion, { ...mergeRequest, version_id });
      expect(version.data.diffs.map(({ new_path }) => new_path)).toContain("feature.txt");
    }
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("names a lock that was left behind", async () => {
    const folder = await reftable("locked");
    const id = await service.open(folder);
    const lock = join(folder, ".git", "reftable", "tables.list.lock");
    writeFileSync(lock, "");
    const refused = await commit(id, "feature");
    expect(refused).toMatchObject({ status: 423, body: { reason: "locked", details: { file: lock } } });
    rmSync(lock);
    expect((await commit(id, "feature")).status).toBe(201);
  });

  it("is empty before its first commit", async () => {
    const folder = service.folder("unborn");
    mkdirSync(folder);
    await terminal(folder, "init", "-q", "-b", "trunk", "--ref-format=reftable");
    const id = await service.open(folder);
    expect(await checkedOut(id)).toEqual([{ branch: "trunk", folder, clean: true, obstacle: null }]);
    expect((await commit(id, "trunk", { update_worktree: true })).status).toBe(201);
    expect(await terminal(folder, "status", "--porcelain")).toBe("");
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: "trunk" });
  });
});

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import {
  createCommit,
  getCommit,
  getCommitDiff,
  listCommits,
  revertCommit,
} from "../../../../shared/api/resources/commits.ts";
import { getBlame, getFile, getRawFile } from "../../../../shared/api/resources/files.ts";
import {
  getOriginal,
  openLocalRepository,
  pollOriginals,
} from "../../../../shared/api/resources/local-repositories.ts";
import {
  createMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import {
  compareRefs,
  getArchive,
  getBlob,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../../shared/api/resources/repository.ts";
import { searchProjectBlobs } from "../../../../shared/api/resources/search.ts";
import { createTag, deleteTag } from "../../../../shared/api/resources/tags.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { branchNames, commitFromHelve, openedServiceForTests } from "./testing/opened-service-for-tests.ts";

describe("original kinds", () => {
  const service = openedServiceForTests();

  describe("what can be opened", () => {
    it("takes a linked worktree, whose branches are those of its repository", async () => {
      const main = await makeOriginal(service.folder("with-worktree"));
      const folder = service.folder("linked-worktree");
      await terminal(main, "worktree", "add", "-q", "-b", "side", folder);
      const id = await service.open(folder);
      expect(await branchNames(service, id)).toEqual(["feature", "main", "side"]);
      const state = await service.call(getOriginal, { id });
      expect(state.body).toMatchObject({ kind: "linked", path: folder, state: "ready", read_only: false });
      expect(state.data?.checked_out).toEqual([
        { branch: "main", folder: main, clean: true, obstacle: null },
        { branch: "side", folder, clean: true, obstacle: null },
      ]);
      expect((await commitFromHelve(service, id, "side")).body).toMatchObject({
        reason: "checked_out",
        details: { folder },
      });
      expect((await commitFromHelve(service, id, "feature")).status).toBe(201);
      await terminal(main, "fsck", "--full", "--strict");
    });

    it("takes a submodule, with its git folder inside another one", async () => {
      const inner = await makeOriginal(service.folder("inner"));
      const outer = await makeOriginal(service.folder("outer"));
      await terminal(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "lib");
      const folder = join(outer, "lib");
      const id = await service.open(folder);
      const state = await service.call(getOriginal, { id });
      expect(state.body).toMatchObject({ kind: "linked", path: folder });
      expect(state.data?.checked_out).toEqual([{ branch: "main", folder, clean: true, obstacle: null }]);
      expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
      expect(await terminal(folder, "rev-parse", "new")).toBe(await terminal(folder, "rev-parse", "main"));
    });

    it("takes a bundle, which can only be read, and follows the file", async () => {
      const source = await makeOriginal(service.folder("bundled"));
      const bundle = service.folder("sample.bundle");
      await terminal(source, "bundle", "create", "-q", bundle, "--all");
      const id = await service.open(bundle);
      expect(await branchNames(service, id)).toEqual(["feature", "main"]);
      expect((await service.call(getOriginal, { id })).body).toMatchObject({
        kind: "bundle",
        read_only: true,
      });
      expect(await commitFromHelve(service, id, "feature")).toMatchObject({
        status: 403,
        body: { reason: "read_only" },
      });
      await terminal(source, "branch", "later");
      await terminal(source, "bundle", "create", "-q", bundle, "--all");
      expect(await branchNames(service, id)).toEqual(["feature", "later", "main"]);
    });

    it("takes a repository with SHA-256 hashes", async () => {
      const original = await makeOriginal(service.folder("sha256"), "--object-format=sha256");
      const id = await service.open(original);
      expect((await service.call(getOriginal, { id })).data?.object_format).toBe("sha256");
      const made = await commitFromHelve(service, id, "feature");
      expect(made.status).toBe(201);
      expect(made.data.id).toHaveLength(64);
      expect((await service.call(revertCommit, { id, sha: made.data.id, branch: "feature" })).status).toBe(
        201,
      );
      const [root] = (await terminal(original, "rev-list", "--max-parents=0", "main")).split("\n");
      const diff = await service.call(getCommitDiff, { id, sha: root ?? "" });
      expect(diff.body).toHaveLength(1);
      expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
      await terminal(original, "fsck", "--full", "--strict");
    });

    it("takes a path inside a work tree, and ~, and refuses what is not a repository", async () => {
      const original = await makeOriginal(service.folder("inside"));
      mkdirSync(join(original, "deep", "er"), { recursive: true });
      const id = await service.open(join(original, "deep", "er"));
      expect(await service.open(original)).toBe(id);
      mkdirSync(service.folder("plain"));
      const refused = async (path: string) =>
        (await service.call(openLocalRepository, { path })).refusal.reason;
      expect(await refused(service.folder("plain"))).toBe("not_a_repository");
      expect(await refused(service.folder("nowhere"))).toBe("original_missing");
      expect(await refused("~/surely-not-there-4711")).toBe("original_missing");
      expect(await refused("relative/path")).toBe("not_a_repository");
    });
  });
});

describe("incomplete clone", () => {
  const service = openedServiceForTests();

  describe("an incomplete clone", () => {
    it("shows a shallow clone, and names where its history ends", async () => {
      const source = await makeOriginal(service.folder("deep"));
      await terminal(service.root, "clone", "-q", "--depth=1", `file://${source}`, "shallow");
      const shallow = service.folder("shallow");
      const id = await service.open(shallow);
      expect((await service.call(getOriginal, { id })).body).toMatchObject({ shallow: true, partial: false });
      const log = await service.call(listCommits, { id, ref_name: "main" });
      expect([log.status, log.data.length]).toEqual([200, 1]);
      expect((await service.call(getFile, { id, file_path: "src.txt", ref: "main" })).status).toBe(200);
      expect((await service.call(getCommitDiff, { id, sha: "main" })).status).toBe(200);
      await terminal(shallow, "fetch", "-q", "--depth=1", "origin", "feature:other");
      const apart = await service.call(compareRefs, { id, from: "other", to: "main" });
      expect(apart).toMatchObject({ status: 424, body: { reason: "missing_history" } });
      const branch = await service.call(createBranch, { id, branch: "new", ref: "main" });
      expect(branch.status).toBe(201);
      expect((await commitFromHelve(service, id, "new")).status).toBe(201);
      await terminal(shallow, "fsck", "--full");
      // History that is fetched later is read by the next request.
      await terminal(shallow, "fetch", "-q", "--unshallow");
      expect((await service.call(listCommits, { id, ref_name: "main" })).body).toHaveLength(2);
    });

    it("names a missing object of a blobless clone and fetches nothing", async () => {
      const source = await makeOriginal(service.folder("full"));
      await commitInWorktree(source, "src.txt", "another\n");
      await terminal(source, "config", "uploadpack.allowFilter", "true");
      await terminal(service.root, "clone", "-q", "--filter=blob:none", `file://${source}`, "blobless");
      const blobless = service.folder("blobless");
      const missing = () => terminal(blobless, "rev-list", "--objects", "--all", "--missing=print");
      const before = await missing();
      expect(before).toContain("\n?");
      // A remote that runs a program when missing objects are fetched from it.
      const sprung = service.folder("fetched");
      writeFileSync(service.folder("trap"), `#!/bin/sh\ntouch "${sprung}"\nexit 1\n`, { mode: 0o755 });
      const remote = { url: `ext::${service.folder("trap")}`, uploadpack: service.folder("trap") };
      for (const [name, value] of Object.entries(remote)) {
        await terminal(blobless, "config", `remote.origin.${name}`, value);
      }
      await terminal(blobless, "config", "protocol.ext.allow", "always");
      const id = await service.open(blobless);
      expect((await service.call(getOriginal, { id })).body).toMatchObject({ partial: true });
      expect((await service.call(listCommits, { id, ref_name: "main" })).body).toHaveLength(3);
      const old = await terminal(source, "rev-parse", "main~1");
      const file = await service.call(getFile, { id, file_path: "src.txt", ref: old });
      expect(file).toMatchObject({ status: 424, body: { reason: "missing_object" } });
      expect(file.refusal.message).toContain("partial clone");
      const sha = await terminal(source, "rev-parse", "main~1:src.txt");
      for (const operation of [getBlob, getRawBlob])
        expect(await service.call(operation, { id, sha })).toMatchObject({ status: 424 });
      expect(await service.call(getBlob, { id, sha: "main" })).toMatchObject({ status: 404 });
      const compared = await service.call(compareRefs, { id, from: old, to: "main" });
      expect([compared.status, compared.refusal.reason]).toEqual([424, "missing_object"]);
      const absent = { status: 424, body: { reason: "missing_object" } };
      const path = "src.txt";
      for (const [operation, input] of [
        [getBlame, { id, file_path: path, ref: "main" }],
        [getRawFile, { id, file_path: path, ref: old }],
        [searchProjectBlobs, { id, scope: "blobs", search: "two", ref: old }],
      ] as const) {
        expect(await service.call<AnyOperation>(operation, input), operation.summary).toMatchObject(absent);
      }
      expect((await service.call(listCommits, { id, ref_name: "main", path })).data).toHaveLength(2);
      expect((await service.call(listTree, { id, ref: old, recursive: true })).data).toHaveLength(2);
      // Operations that need no missing object work, the others return the reason.
      const at = { id, sha: old };
      expect(await service.call(getCommit, at)).toMatchObject({ status: 200 });
      expect(await service.call(getCommitDiff, { id, sha: "main" })).toMatchObject({ status: 424 });
      expect((await service.call(listCommits, { id, with_stats: true })).data).toHaveLength(3);
      const [contributor] = (await service.call(listContributors, { id })).data;
      expect(contributor).toMatchObject({ commits: 3, additions: null, deletions: null });
      expect(await service.call(getArchive, at)).toMatchObject({
        status: 424,
        body: { reason: "missing_object" },
      });
      expect((await service.call(getArchive, { id, sha: "main" })).status).toBe(200);
      expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
      expect((await commitFromHelve(service, id, "new")).status).toBe(201);
      expect((await missing()).split("\n").filter((line) => line.startsWith("?"))).toEqual(
        before.split("\n").filter((line) => line.startsWith("?")),
      );
      await terminal(blobless, "fsck", "--full");
      expect(existsSync(sprung)).toBe(false);
    });

    it("names missing folders of a treeless clone, and creates no merge request without them", async () => {
      const source = await makeOriginal(service.folder("whole"));
      await terminal(source, "config", "uploadpack.allowFilter", "true");
      await terminal(service.root, "clone", "-q", "--filter=tree:0", `file://${source}`, "treeless");
      const treeless = service.folder("treeless");
      await terminal(treeless, "branch", "-q", "feature", "origin/feature");
      const id = await service.open(treeless);
      const missing = { status: 424, body: { reason: "missing_object" } };
      const tree = (ref: string) => service.call(listTree, { id, ref, recursive: true });
      expect((await tree("main")).status).toBe(200);
      expect(await tree("feature")).toMatchObject(missing);
      expect(await service.call(getFile, { id, ref: "feature", file_path: "feature.txt" })).toMatchObject(
        missing,
      );
      expect(await service.call(getArchive, { id, sha: "feature" })).toMatchObject(missing);
      expect(await commitFromHelve(service, id, "feature")).toMatchObject(missing);
      const opened = { id, source_branch: "feature", target_branch: "main", title: "Feature" };
      expect(await service.call(createMergeRequest, opened)).toMatchObject(missing);
      expect((await service.call(listProjectMergeRequests, { id })).body).toEqual([]);
      expect((await service.call(getCommit, { id, sha: "feature" })).status).toBe(200);
    });
  });
});

describe("reftable", () => {
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
    expect(refused.refusal.message).toContain(
      "its refs are a reftable, which git reads from version 2.45 on",
    );
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
      const after = await commitInWorktree(folder, "later.txt", "later\n");
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

      await commitInWorktree(side, "src.txt", "one\nof feature\nthree\n");
      await commitInWorktree(folder, "src.txt", "one\nof main\nthree\n");
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
      const pushed = await commitInWorktree(clone, "pushed.txt", "pushed\n");
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
});

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import {
  createCommit,
  getCommit,
  getCommitDiff,
  listCommits,
  revertCommit,
} from "../../../../shared/api/resources/commits.ts";
import { getFile } from "../../../../shared/api/resources/files.ts";
import {
  getOriginal,
  listLocalRepositories,
  openLocalRepository,
  pollOriginals,
  removeLocalRepository,
} from "../../../../shared/api/resources/local-repositories.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import {
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
import {
  commitFile,
  makeOriginal,
  type OpenedService,
  openedService,
  terminal,
} from "./testing/opened-service.ts";

let service: OpenedService;
beforeAll(async () => {
  service = await openedService();
});
afterAll(() => service.close());

const names = async (id: number): Promise<string[]> =>
  (await service.call(listBranches, { id })).data.map(({ name }: { name: string }) => name);

const commit = (id: number, branch: string) =>
  service.call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions: [{ action: "create", file_path: `from-helve-${branch}.txt`, content: "helve\n" }],
  });

describe("what can be opened", () => {
  it("takes a linked worktree, whose branches are those of its repository", async () => {
    const main = await makeOriginal(service.folder("with-worktree"));
    const folder = service.folder("linked-worktree");
    await terminal(main, "worktree", "add", "-q", "-b", "side", folder);
    const id = await service.open(folder);
    expect(await names(id)).toEqual(["feature", "main", "side"]);
    const state = await service.call(getOriginal, { id });
    expect(state.body).toMatchObject({ kind: "linked", path: folder, state: "ready", read_only: false });
    expect(state.data.checked_out).toEqual([
      { branch: "main", folder: main, clean: true, obstacle: null },
      { branch: "side", folder, clean: true, obstacle: null },
    ]);
    expect((await commit(id, "side")).body).toMatchObject({ reason: "checked_out", details: { folder } });
    expect((await commit(id, "feature")).status).toBe(201);
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
    expect(state.data.checked_out).toEqual([{ branch: "main", folder, clean: true, obstacle: null }]);
    expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
    expect(await terminal(folder, "rev-parse", "new")).toBe(await terminal(folder, "rev-parse", "main"));
  });

  it("takes a bundle, which can only be read, and follows the file", async () => {
    const source = await makeOriginal(service.folder("bundled"));
    const bundle = service.folder("sample.bundle");
    await terminal(source, "bundle", "create", "-q", bundle, "--all");
    const id = await service.open(bundle);
    expect(await names(id)).toEqual(["feature", "main"]);
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ kind: "bundle", read_only: true });
    expect(await commit(id, "feature")).toMatchObject({ status: 403, body: { reason: "read_only" } });
    await terminal(source, "branch", "later");
    await terminal(source, "bundle", "create", "-q", bundle, "--all");
    expect(await names(id)).toEqual(["feature", "later", "main"]);
  });

  it("takes a repository with SHA-256 hashes", async () => {
    const original = await makeOriginal(service.folder("sha256"), "--object-format=sha256");
    const id = await service.open(original);
    expect((await service.call(getOriginal, { id })).data.object_format).toBe("sha256");
    const made = await commit(id, "feature");
    expect(made.status).toBe(201);
    expect(made.data.id).toHaveLength(64);
    expect((await service.call(revertCommit, { id, sha: made.data.id, branch: "feature" })).status).toBe(201);
    const [root] = (await terminal(original, "rev-list", "--max-parents=0", "main")).split("\n");
    const diff = await service.call(getCommitDiff, { id, sha: root ?? "" });
    expect(diff.body).toHaveLength(1);
    expect((await service.call(createBranch, { id, branch: "new", ref: "main" })).status).toBe(201);
    await terminal(original, "fsck", "--full", "--strict");
  });

  it("takes a path inside a work tree, and ~, and refuses what is no repository", async () => {
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
    expect((await commit(id, "new")).status).toBe(201);
    await terminal(shallow, "fsck", "--full");
    // The history that comes later is there at the next request.
    await terminal(shallow, "fetch", "-q", "--unshallow");
    expect((await service.call(listCommits, { id, ref_name: "main" })).body).toHaveLength(2);
  });

  it("names a missing object of a blobless clone and fetches nothing", async () => {
    const source = await makeOriginal(service.folder("full"));
    await commitFile(source, "src.txt", "another\n");
    await terminal(source, "config", "uploadpack.allowFilter", "true");
    await terminal(service.root, "clone", "-q", "--filter=blob:none", `file://${source}`, "blobless");
    const blobless = service.folder("blobless");
    const missing = () => terminal(blobless, "rev-list", "--objects", "--all", "--missing=print");
    const before = await missing();
    expect(before).toContain("\n?");
    // A remote that would be asked for what is missing runs a program.
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
    // What needs no missing object works, and the rest says why it does not.
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
    expect((await commit(id, "new")).status).toBe(201);
    expect((await missing()).split("\n").filter((line) => line.startsWith("?"))).toEqual(
      before.split("\n").filter((line) => line.startsWith("?")),
    );
    await terminal(blobless, "fsck", "--full");
    expect(existsSync(sprung)).toBe(false);
  });

  it("names missing folders of a treeless clone, and begins no merge request over them", async () => {
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
    expect(await commit(id, "feature")).toMatchObject(missing);
    const opened = { id, source_branch: "feature", target_branch: "main", title: "Feature" };
    expect(await service.call(createMergeRequest, opened)).toMatchObject(missing);
    expect((await service.call(listProjectMergeRequests, { id })).body).toEqual([]);
    expect((await service.call(getCommit, { id, sha: "feature" })).status).toBe(200);
  });
});

describe("an original that is removed", () => {
  it("is missing while its folder is gone, is reported, and works again when it is back", async () => {
    const original = await makeOriginal(service.folder("volume"));
    const id = await service.open(original);
    const { cursor } = (await service.call(pollOriginals, {})).data;
    renameSync(original, `${original}-away`);
    const gone = await service.call(listBranches, { id });
    expect(gone).toMatchObject({ status: 424, body: { reason: "original_missing" } });
    expect(gone.refusal.message).toContain(original);
    expect((await service.call(getProject, { id })).status).toBe(200);
    expect((await service.call(listProjectMergeRequests, { id })).status).toBe(200);
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ state: "missing" });
    expect((await commit(id, "feature")).status).toBe(424);
    const polled = await service.call(pollOriginals, { cursor });
    expect(polled.data.changes.at(-1)).toMatchObject({ project_id: id, state: "missing" });
    renameSync(`${original}-away`, original);
    expect(await names(id)).toEqual(["feature", "main"]);
    expect((await commit(id, "feature")).status).toBe(201);
  });

  it("detects another repository at its path, and accepts a copy of the same one", async () => {
    const original = await makeOriginal(service.folder("replaced"));
    const id = await service.open(original);
    await service.call(listBranches, { id });
    cpSync(original, `${original}-copy`, { recursive: true });
    rmSync(original, { recursive: true });
    renameSync(`${original}-copy`, original);
    expect(await names(id)).toEqual(["feature", "main"]);
    rmSync(original, { recursive: true });
    mkdirSync(original);
    await terminal(original, "init", "-q", "-b", "main");
    await commitFile(original, "else.txt", "something else\n");
    expect(await service.call(listBranches, { id })).toMatchObject({
      status: 424,
      body: { reason: "original_replaced" },
    });
  });

  it("shows merge requests whose commits a rewritten history took away, and goes on", async () => {
    const original = await makeOriginal(service.folder("taken-away"));
    const id = await service.open(original);
    const branches = { source_branch: "feature", target_branch: "main" };
    const opened = await service.call(createMergeRequest, { id, ...branches, title: "Feature" });
    const mergeRequest = { id, merge_request_iid: opened.data.iid };
    await terminal(original, "branch", "-D", "feature");
    // As `git filter-repo`, it rewrites what keeps versions too.
    const rewrite = ["filter-branch", "-f", "--msg-filter", "sed s/^/rewritten:/", "--", "--all"];
    await terminal(original, ...rewrite);
    const refs = await terminal(original, "for-each-ref", "--format=%(refname)", "refs/original");
    for (const ref of refs.split("\n")) await terminal(original, "update-ref", "-d", ref);
    await terminal(original, "reflog", "expire", "--expire=now", "--all");
    await terminal(original, "gc", "-q", "--prune=now");
    await service.restart();
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ state: "ready" });
    await terminal(await service.gitFolder(id), "-c", "core.commitGraph=false", "fsck", "--full");
    expect(await service.call(getMergeRequest, mergeRequest)).toMatchObject({
      status: 200,
      body: { state: "opened", merge_status: "cannot_be_merged" },
    });
    const gone = { status: 424, body: { reason: "missing_object" } };
    const [version] = (await service.call(listMergeRequestVersions, mergeRequest)).data;
    const shown = await service.call(getMergeRequestVersion, {
      ...mergeRequest,
      version_id: version?.id ?? 0,
    });
    expect(shown).toMatchObject(gone);
    expect(shown.refusal.message).toContain("history was rewritten");
    expect(await service.call(acceptMergeRequest, mergeRequest)).toMatchObject(gone);
    // A branch at the tip of its target would count as merged.
    await terminal(original, "checkout", "-q", "--detach");
    await commitFile(original, "again.txt", "again\n");
    await terminal(original, "branch", "feature");
    await terminal(original, "checkout", "-q", "main");
    await service.call(listBranches, { id });
    expect((await service.call(listMergeRequestVersions, mergeRequest)).data).toHaveLength(2);
    const merged = await service.call(acceptMergeRequest, { ...mergeRequest, update_worktree: true });
    expect(merged.body).toMatchObject({ state: "merged" });
    expect(await terminal(original, "status", "--porcelain")).toBe("");
    await terminal(original, "-c", "core.commitGraph=false", "fsck", "--full");
  });

  it("names the repository of a linked worktree that is away", async () => {
    const original = await makeOriginal(service.folder("of-worktree"));
    const side = service.folder("its-worktree");
    await terminal(original, "worktree", "add", "-q", "-b", "side", side);
    const id = await service.open(side);
    renameSync(original, `${original}-away`);
    const gone = await service.call(listBranches, { id });
    expect(gone).toMatchObject({ status: 424, body: { reason: "original_missing" } });
    expect(gone.refusal.message).toContain(
      `The repository of ${side} (${join(original, ".git")}) is not there`,
    );
    renameSync(`${original}-away`, original);
    expect(await names(id)).toEqual(["feature", "main", "side"]);
  });

  it("says what git cannot read in it, and works again once that is mended", async () => {
    const original = await makeOriginal(service.folder("broken"));
    const id = await service.open(original);
    for (const [file, says] of [
      ["packed-refs", "unexpected line"],
      ["shallow", "bad shallow line"],
    ] as const) {
      const path = join(original, ".git", file);
      writeFileSync(path, "garbage\n");
      const broken = await service.call(listCommits, { id, ref_name: "main" });
      expect(broken, file).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
      expect(broken.refusal.message).toContain(says);
      rmSync(path);
      expect(await names(id)).toEqual(["feature", "main"]);
    }
    // A format that changes what its files mean, as a newer git may make it.
    const later = await makeOriginal(service.folder("later-format"));
    await terminal(later, "config", "core.repositoryFormatVersion", "1");
    await terminal(later, "config", "extensions.fromTheFuture", "yes");
    const refused = await service.call(openLocalRepository, { path: later });
    expect(refused).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
    expect(refused.refusal.message).toContain("extension fromthefuture");
  });

  it("survives gc, repack -ad, prune and a rewritten history", async () => {
    const original = await makeOriginal(service.folder("rewritten"));
    const id = await service.open(original);
    expect((await commit(id, "feature")).status).toBe(201);
    await terminal(original, "repack", "-adq");
    await terminal(original, "prune", "--expire=now");
    expect((await service.call(listCommits, { id, ref_name: "feature" })).body).toHaveLength(4);
    const log = (await service.call(listCommits, { id, ref_name: "feature" })).data;
    await terminal(
      original,
      "filter-branch",
      "-f",
      "--msg-filter",
      "sed s/^/rewritten:/",
      "--",
      "--branches",
    );
    for (const ref of (
      await terminal(original, "for-each-ref", "--format=%(refname)", "refs/original")
    ).split("\n")) {
      await terminal(original, "update-ref", "-d", ref);
    }
    await terminal(original, "reflog", "expire", "--expire=now", "--all");
    await terminal(original, "gc", "-q", "--prune=now");
    const after = (await service.call(listCommits, { id, ref_name: "feature" })).data;
    expect(after.map(({ title }: { title: string }) => title)).toEqual(
      log.map(({ title }: { title: string }) => `rewritten:${title}`),
    );
    expect((await commit(id, "feature")).status).toBe(400);
    const other = await service.call(createBranch, { id, branch: "other", ref: "feature" });
    expect(other.status).toBe(201);
    await terminal(original, "fsck", "--full");
  });
});

describe("the list of opened repositories", () => {
  it("takes one off without a trace on disk, and has all of it back when it is opened again", async () => {
    const original = await makeOriginal(service.folder("listed"));
    const id = await service.open(original);
    await service.call(createMergeRequest, {
      id,
      source_branch: "feature",
      target_branch: "main",
      title: "Kept",
    });
    const before = await terminal(original, "for-each-ref");
    const listed = await service.call(listLocalRepositories, {});
    expect(listed.data[0]).toMatchObject({
      project_id: id,
      path: original,
      kind: "worktree",
      state: "ready",
    });
    expect((await service.call(removeLocalRepository, { id })).status).toBe(204);
    expect((await service.call(getProject, { id })).status).toBe(404);
    expect(await terminal(original, "for-each-ref")).toBe(before);
    expect(await service.open(original)).toBe(id);
    expect((await service.call(listProjectMergeRequests, { id })).body).toHaveLength(1);
    expect((await service.call(getOriginal, { id })).data.kept_refs).toBe(2);
    expect((await service.call(removeLocalRepository, { id, forget: true })).status).toBe(204);
    expect(await terminal(original, "for-each-ref", "refs/helve")).toBe("");
    expect(await service.open(original)).not.toBe(id);
    writeFileSync(service.folder("done"), "");
  });
});

import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { createBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
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
  listLocalRepositories,
  openLocalRepository,
  removeLocalRepository,
} from "../../../../shared/api/resources/local-repositories.ts";
import { createMergeRequest } from "../../../../shared/api/resources/merge-request-changes.ts";
import { listProjectMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import {
  compareRefs,
  getArchive,
  getBlob,
  getRawBlob,
  listContributors,
  listTree,
} from "../../../../shared/api/resources/repository.ts";
import { searchBlobs } from "../../../../shared/api/resources/search.ts";
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
    const absent = { status: 424, body: { reason: "missing_object" } };
    const path = "src.txt";
    for (const [operation, input] of [
      [getBlame, { id, file_path: path, ref: "main" }],
      [getRawFile, { id, file_path: path, ref: old }],
      [searchBlobs, { id, scope: "blobs", search: "two", ref: old }],
    ] as const) {
      expect(await service.call<AnyOperation>(operation, input), operation.summary).toMatchObject(absent);
    }
    expect((await service.call(listCommits, { id, ref_name: "main", path })).data).toHaveLength(2);
    expect((await service.call(listTree, { id, ref: old, recursive: true })).data).toHaveLength(2);
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

/** Every file and folder below a path with what tells a change of it: mode, size, inode, time of the last change. */
const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { mode, size, ino, mtimeMs } = lstatSync(join(path, name));
      return `${name} ${mode} ${size} ${ino} ${mtimeMs}`;
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
    const before = [await terminal(original, "for-each-ref"), filesOf(original)];
    const listed = await service.call(listLocalRepositories, {});
    expect(listed.data[0]).toMatchObject({
      project_id: id,
      path: original,
      kind: "worktree",
      state: "ready",
    });
    expect((await service.call(removeLocalRepository, { id })).status).toBe(204);
    expect((await service.call(getProject, { id })).status).toBe(404);
    expect([await terminal(original, "for-each-ref"), filesOf(original)]).toEqual(before);
    expect(await service.open(original)).toBe(id);
    expect(filesOf(original)).toEqual(before[1]);
    expect((await service.call(listProjectMergeRequests, { id })).body).toHaveLength(1);
    expect((await service.call(getOriginal, { id })).data.kept_refs).toBe(2);
    expect((await service.call(removeLocalRepository, { id, forget: true })).status).toBe(204);
    expect(await terminal(original, "for-each-ref", "refs/helve")).toBe("");
    expect(await service.open(original)).not.toBe(id);
    writeFileSync(service.folder("done"), "");
  });
});

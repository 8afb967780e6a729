import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBranch } from "../../../../shared/api/resources/branches.ts";
import { getCommitDiff, revertCommit } from "../../../../shared/api/resources/commits.ts";
import { getOriginal, openLocalRepository } from "../../../../shared/api/resources/local-repositories.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { branchNames, commitFromHelve, openedServiceForTests } from "./testing/opened-service-for-tests.ts";

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
    expect((await service.call(getOriginal, { id })).body).toMatchObject({ kind: "bundle", read_only: true });
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
    expect((await service.call(revertCommit, { id, sha: made.data.id, branch: "feature" })).status).toBe(201);
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

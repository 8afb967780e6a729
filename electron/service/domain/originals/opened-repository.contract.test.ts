import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createBranch,
  deleteBranch,
  deleteMergedBranches,
  listBranches,
} from "../../../../shared/api/resources/branches.ts";
import { createCommit, listCommits } from "../../../../shared/api/resources/commits.ts";
import { getOriginal, pollOriginals } from "../../../../shared/api/resources/local-repositories.ts";
import {
  createMergeRequest,
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../../shared/api/resources/merge-requests.ts";
import { createTag } from "../../../../shared/api/resources/tags.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

const refs = (folder: string) =>
  terminal(folder, "for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags");

const create = (file_path: string) => [{ action: "create", file_path, content: `${file_path}\n` } as const];

describe("a write in Helve", () => {
  it("moves one ref and leaves simultaneous changes by git", async () => {
    const original = await makeOriginal(service.folder("one-ref"));
    await terminal(original, "tag", "old");
    const id = await service.open(original);
    await terminal(original, "checkout", "-q", "feature");
    const tip = await commitInWorktree(original, "later.txt", "later\n");
    await terminal(original, "tag", "-d", "old");
    const before = await refs(original);
    const made = await service.call(createBranch, { id, branch: "from-helve", ref: "main" });
    expect(made.status).toBe(201);
    expect(await refs(original)).toBe(
      [...before.split("\n"), `refs/heads/from-helve ${made.data.commit.id}`].toSorted().join("\n"),
    );
    expect(await terminal(original, "rev-parse", "feature")).toBe(tip);
  });

  it("writes a commit into a bare original, and only that", async () => {
    const original = service.folder("bare.git");
    await makeOriginal(service.folder("bare-source"));
    await terminal(service.root, "clone", "-q", "--bare", "bare-source", "bare.git");
    const id = await service.open(original);
    const clone = service.folder("bare-clone");
    await terminal(service.root, "clone", "-q", "bare.git", "bare-clone");
    await commitInWorktree(clone, "pushed.txt", "pushed\n");
    await terminal(clone, "push", "-q", "origin", "main");
    const pushed = await terminal(clone, "rev-parse", "HEAD");
    const made = await service.call(createCommit, {
      id,
      branch: "feature",
      commit_message: "From Helve",
      actions: create("helve.txt"),
    });
    expect(made.status).toBe(201);
    expect(await terminal(original, "rev-parse", "main", "feature")).toBe(`${pushed}\n${made.data.id}`);
    await terminal(original, "fsck", "--full", "--strict");
  });

  it("is refused with git's reason where git takes a file for an attack", async () => {
    const original = await makeOriginal(service.folder("fsck"));
    const id = await service.open(original);
    const before = await refs(original);
    const made = await service.call(createCommit, {
      id,
      branch: "feature",
      commit_message: "A submodule that runs a program",
      actions: [
        {
          action: "create",
          file_path: ".gitmodules",
          content: '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch\n',
        },
      ],
    });
    expect([made.status, made.body]).toEqual([
      424,
      expect.objectContaining({ message: expect.stringMatching(/gitmodulesUrl.*Nothing was changed\.$/) }),
    ]);
    expect(await refs(original)).toBe(before);
  });

  it("refuses a branch that moved while its commit was made, as on other services", async () => {
    const original = await makeOriginal(service.folder("moved"));
    const id = await service.open(original);
    const read = await service.call(listCommits, { id, ref_name: "feature" });
    await terminal(original, "branch", "-f", "feature", "main");
    const made = await service.call(createCommit, {
      id,
      branch: "feature",
      commit_message: "Upon what was read",
      actions: [{ action: "update", file_path: "README.md", content: "x", last_commit_id: read.data[0]?.id }],
    });
    expect(made.status).toBe(400);
    expect(await terminal(original, "rev-parse", "feature")).toBe(
      await terminal(original, "rev-parse", "main"),
    );
  });

  it("leaves a symbolic ref and its target unchanged", async () => {
    const original = await makeOriginal(service.folder("symbolic"));
    await terminal(original, "symbolic-ref", "refs/heads/alias", "refs/heads/feature");
    await terminal(original, "symbolic-ref", "refs/heads/master", "refs/heads/main");
    await terminal(original, "symbolic-ref", "HEAD", "refs/heads/master");
    const id = await service.open(original);
    const before = await refs(original);
    expect((await service.call(getOriginal, { id })).data?.checked_out).toMatchObject([{ branch: "main" }]);
    const write = (branch: string) =>
      service.call(createCommit, { id, branch, commit_message: "Alias", actions: create("alias.txt") });
    const refused = await write("alias");
    expect(refused).toMatchObject({ status: 400, body: { reason: "symbolic_ref" } });
    expect(refused.refusal.message).toBe("alias is a symbolic ref to feature. Write to feature.");
    expect((await write("main")).refusal.reason).toBe("checked_out");
    for (const command of ["main~1:alias", ":alias", "feature:master"]) {
      const pushed = terminal(original, "push", "-q", service.gitUrl("helve/symbolic"), `+${command}`);
      await expect(pushed).rejects.toThrow("is a symbolic ref to");
    }
    expect(await refs(original)).toBe(before);
    expect((await service.call(deleteBranch, { id, branch: "alias" })).status).toBe(204);
    expect(await terminal(original, "symbolic-ref", "refs/heads/master")).toBe("refs/heads/main");
    expect(await refs(original)).toBe(
      before
        .split("\n")
        .filter((line) => !line.includes("alias"))
        .join("\n"),
    );
  });

  it("deletes merged branches in one transaction, but none that is checked out", async () => {
    const original = await makeOriginal(service.folder("merged"));
    for (const name of ["a", "b", "c", "side"]) await terminal(original, "branch", name, "main");
    await commitInWorktree(original, "later.txt", "later\n");
    await terminal(original, "worktree", "add", "-q", service.folder("merged-side"), "side");
    const id = await service.open(original);
    const before = await refs(original);
    const lock = join(original, ".git", "refs", "heads", "b.lock");
    writeFileSync(lock, "");
    expect((await service.call(deleteMergedBranches, { id })).status).toBe(423);
    expect(await refs(original)).toBe(before);
    rmSync(lock);
    expect((await service.call(deleteMergedBranches, { id })).status).toBe(202);
    expect(await terminal(original, "for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe(
      "feature\nmain\nside",
    );
  });

  it("names a lock that was left behind, and its age", async () => {
    const original = await makeOriginal(service.folder("locked"));
    const id = await service.open(original);
    const lock = join(original, ".git", "refs", "heads", "feature.lock");
    writeFileSync(lock, "");
    const made = await service.call(createCommit, {
      id,
      branch: "feature",
      commit_message: "Locked",
      actions: create("locked.txt"),
    });
    expect(made.status).toBe(423);
    expect(made.body).toMatchObject({ reason: "locked", details: { file: lock } });
    expect(made.refusal.message).toContain(lock);
  });
});

describe("ordinary work in the original", () => {
  it("shows at the next request, deletions included", async () => {
    const original = await makeOriginal(service.folder("live"));
    const id = await service.open(original);
    await commitInWorktree(original, "live.txt", "live\n");
    await terminal(original, "branch", "-D", "feature");
    await terminal(original, "branch", "side");
    const listed = await service.call(listBranches, { id });
    expect(
      listed.data.map(
        (branch: { name: string; commit: { id: string } }) => `${branch.name} ${branch.commit.id}`,
      ),
    ).toEqual(
      (
        await terminal(original, "for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
      ).split("\n"),
    );
  });

  it("reports updated refs, but not Helve's own updates", async () => {
    const original = await makeOriginal(service.folder("reported"));
    const id = await service.open(original);
    const { cursor } = (await service.call(pollOriginals, {})).data;
    await service.call(createBranch, { id, branch: "own", ref: "main" });
    const before = await terminal(original, "rev-parse", "main");
    const after = await commitInWorktree(original, "later.txt", "later\n");
    const moved = await service.call(pollOriginals, { cursor });
    expect(moved.data.changes).toEqual([
      {
        project_id: id,
        path_with_namespace: "helve/reported",
        state: "ready",
        problem: null,
        moved: [{ ref: "refs/heads/main", before, after, kind: "advanced" }],
      },
    ]);
  });

  it("does not take a merge request for merged whose branch is reset to its target", async () => {
    const original = await makeOriginal(service.folder("reset"));
    const id = await service.open(original);
    const branches = { source_branch: "feature", target_branch: "main" };
    const { iid } = (await service.call(createMergeRequest, { id, ...branches, title: "Feature" })).data;
    const mergeRequest = { id, merge_request_iid: iid };
    const state = async () => {
      // A write waits until merge requests have followed, also one that is refused.
      await service.call(deleteBranch, { id, branch: "none" });
      return (await service.call(getMergeRequest, mergeRequest)).data.state;
    };
    await commitInWorktree(original, "main.txt", "main\n");
    await terminal(original, "branch", "-f", "feature", "main");
    expect(await state()).toBe("opened");
    await terminal(original, "checkout", "-q", "feature");
    await commitInWorktree(original, "again.txt", "again\n");
    expect(await state()).toBe("opened");
    await terminal(original, "checkout", "-q", "main");
    await terminal(original, "merge", "-q", "feature");
    expect(await state()).toBe("merged");
  });

  it("adds no version to a merge request during a GET, but right after", async () => {
    const original = await makeOriginal(service.folder("followed"));
    const id = await service.open(original);
    const branches = { source_branch: "feature", target_branch: "main" };
    const { iid } = (await service.call(createMergeRequest, { id, ...branches, title: "Feature" })).data;
    const list = async () =>
      (await service.call(listMergeRequestVersions, { id, merge_request_iid: iid })).data;
    const repository = service.repository(await service.gitFolder(id));
    const read = Promise.withResolvers<void>();
    const locked = repository.exclusively(() => read.promise);
    await terminal(original, "checkout", "-q", "feature");
    const tip = await commitInWorktree(original, "more.txt", "more\n");
    expect((await service.call(listBranches, { id })).data.map(({ commit }) => commit.id)).toContain(tip);
    expect(await list()).toHaveLength(1);
    read.resolve();
    await locked;
    await expect
      .poll(async () => (await list()).map(({ head_commit_sha }) => head_commit_sha), { timeout: 30_000 })
      .toContain(tip);
  });

  it("keeps the versions of a merge request from gc", async () => {
    const original = await makeOriginal(service.folder("kept"));
    const id = await service.open(original);
    const opened = await service.call(createMergeRequest, {
      id,
      source_branch: "feature",
      target_branch: "main",
      title: "Feature",
    });
    expect(opened.status).toBe(201);
    const { iid } = opened.data;
    await terminal(original, "checkout", "-q", "feature");
    await terminal(original, "commit", "-q", "--amend", "-m", "Another message");
    await terminal(original, "checkout", "-q", "main");
    await terminal(original, "commit", "-q", "--amend", "-m", "Another main");
    const list = () => service.call(listMergeRequestVersions, { id, merge_request_iid: iid });
    await expect.poll(async () => (await list()).data.length, { timeout: 30_000 }).toBe(2);
    await terminal(original, "branch", "-D", "feature");
    await terminal(original, "reflog", "expire", "--expire=now", "--all");
    await terminal(original, "gc", "-q", "--prune=now");
    const versions = await list();
    expect(versions.body).toHaveLength(2);
    for (const { id: version_id } of versions.data) {
      const version = await service.call(getMergeRequestVersion, { id, merge_request_iid: iid, version_id });
      expect(version.status).toBe(200);
      expect(version.data.diffs.map((file: { new_path: string }) => file.new_path)).toContain("feature.txt");
    }
    await terminal(original, "fsck", "--full");
  });
});

describe("a checked-out branch", () => {
  const commit = (id: number, more: object = {}) =>
    service.call(createCommit, {
      id,
      branch: "main",
      commit_message: "On main",
      actions: [{ action: "update", file_path: "README.md", content: "# Changed\n" }],
      ...more,
    });

  it("is refused with its choices, and reported before", async () => {
    const original = await makeOriginal(service.folder("checked-out"));
    const id = await service.open(original);
    const state = await service.call(getOriginal, { id });
    expect(state.data?.checked_out).toEqual([
      { branch: "main", folder: original, clean: true, obstacle: null },
    ]);
    const before = await refs(original);
    const refused = await commit(id);
    expect([refused.status, refused.refusal.reason]).toEqual([400, "checked_out"]);
    expect(refused.refusal.message).toContain("new branch");
    expect((await service.call(deleteBranch, { id, branch: "main" })).status).toBe(400);
    expect(await refs(original)).toBe(before);
  });

  it("moves together with its clean work tree where requested", async () => {
    const original = await makeOriginal(service.folder("update-instead"));
    const id = await service.open(original);
    const made = await commit(id, { update_worktree: true });
    expect(made.status).toBe(201);
    expect(await terminal(original, "rev-parse", "HEAD")).toBe(made.data.id);
    expect(await terminal(original, "status", "--porcelain")).toBe("");
    expect(readFileSync(join(original, "README.md"), "utf8")).toBe("# Changed\n");
    expect(await terminal(original, "reflog", "show", "-1", "main")).toContain("commit (helve): On main");
  });

  it("never touches a dirty work tree", async () => {
    const original = await makeOriginal(service.folder("dirty"));
    const id = await service.open(original);
    const before = await refs(original);
    writeFileSync(join(original, "src.txt"), "mine\n");
    const refused = await commit(id, { update_worktree: true });
    expect(refused.body).toMatchObject({ reason: "dirty_worktree", details: { files: "src.txt" } });
    expect((await service.call(getOriginal, { id })).data?.checked_out[0]?.clean).toBe(false);
    await terminal(original, "checkout", "-q", "--", "src.txt");
    writeFileSync(join(original, "new.txt"), "untracked\n");
    const inTheWay = await service.call(createCommit, {
      id,
      branch: "main",
      commit_message: "In the way",
      actions: create("new.txt"),
      update_worktree: true,
    });
    expect(inTheWay.body).toMatchObject({ reason: "dirty_worktree", details: { files: "new.txt" } });
    expect(readFileSync(join(original, "new.txt"), "utf8")).toBe("untracked\n");
    expect(readFileSync(join(original, "README.md"), "utf8")).toBe("# Sample\n");
    expect(await refs(original)).toBe(before);
  });
});

describe("a push to Helve", () => {
  it("writes objects and branch into the original, and no checked-out branch", async () => {
    const original = await makeOriginal(service.folder("pushed"));
    const id = await service.open(original);
    const clone = service.folder("pushed-clone");
    await terminal(service.root, "clone", "-q", service.gitUrl("helve/pushed"), clone);
    await terminal(clone, "checkout", "-q", "feature");
    const pushed = await commitInWorktree(clone, "over-http.txt", "http\n");
    await terminal(clone, "push", "-q", "origin", "feature");
    expect(await terminal(original, "rev-parse", "feature")).toBe(pushed);
    await terminal(clone, "checkout", "-q", "main");
    await commitInWorktree(clone, "main.txt", "main\n");
    await expect(terminal(clone, "push", "-q", "origin", "main")).rejects.toThrow();
    expect(existsSync(join(original, "main.txt"))).toBe(false);
    await terminal(original, "fsck", "--full", "--strict");
    const tagged = await service.call(createTag, { id, tag_name: "v1", ref: "feature", message: "One" });
    expect(tagged.status).toBe(201);
    expect(await terminal(original, "rev-parse", "v1^{commit}")).toBe(pushed);
  });
});

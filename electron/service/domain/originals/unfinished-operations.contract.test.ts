import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createBranch, deleteBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { type CommitAction, createCommit, listCommits } from "../../../../shared/api/resources/commits.ts";
import { getOriginal } from "../../../../shared/api/resources/local-repositories.ts";
import { acceptMergeRequest, createMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { listTree } from "../../../../shared/api/resources/repository.ts";
import { commitInWorktree, makeOriginal, terminal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

const create = (file_path: string): CommitAction => ({
  action: "create",
  file_path,
  content: "from Helve\n",
});
const commit = (id: number, branch: string, more: object = {}) =>
  service.call(createCommit, {
    id,
    branch,
    commit_message: "From Helve",
    actions: [create("from-helve.txt")],
    ...more,
  });
const checkedOut = async (id: number) => (await service.call(getOriginal, { id })).data?.checked_out ?? [];
const refs = (folder: string) => terminal(folder, "for-each-ref");
const status = (folder: string) => terminal(folder, "status", "--porcelain");
/** Runs git and expects it to fail, such as a rebase with a conflict. */
const fails = (folder: string, ...args: string[]) => expect(terminal(folder, ...args)).rejects.toThrow();

/** `main` and `topic` change one line of one file each in another way, `topic` twice; `middle` is between. */
async function makeConflict(name: string): Promise<string> {
  const folder = await makeOriginal(service.folder(name));
  await terminal(folder, "checkout", "-q", "-b", "topic");
  await commitInWorktree(folder, "src.txt", "one\nof the topic\nthree\n");
  await terminal(folder, "branch", "middle");
  await commitInWorktree(folder, "topic.txt", "topic\n");
  await terminal(folder, "checkout", "-q", "main");
  await commitInWorktree(folder, "src.txt", "one\nof main\nthree\n");
  return folder;
}

describe("an original without commits", () => {
  it("is open and empty, and its first commit is one of Helve or of git", async () => {
    const folder = service.folder("unborn");
    mkdirSync(folder);
    await terminal(folder, "init", "-q", "-b", "trunk");
    const id = await service.open(folder);
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: null });
    expect((await service.call(listBranches, { id })).body).toEqual([]);
    expect(await service.call(listCommits, { id })).toMatchObject({ status: 200, body: [] });
    expect(await service.call(listTree, { id })).toMatchObject({ status: 404 });
    expect(await checkedOut(id)).toEqual([{ branch: "trunk", folder, clean: true, obstacle: null }]);
    expect((await commit(id, "trunk")).refusal.reason).toBe("checked_out");

    const made = await commit(id, "trunk", { update_worktree: true });
    expect(made.status).toBe(201);
    expect(await terminal(folder, "rev-parse", "HEAD")).toBe(made.data.id);
    expect(await status(folder)).toBe("");
    expect(readFileSync(join(folder, "from-helve.txt"), "utf8")).toBe("from Helve\n");
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: "trunk" });
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("has its untracked and staged files left alone", async () => {
    const folder = service.folder("unborn-dirty");
    mkdirSync(folder);
    await terminal(folder, "init", "-q", "-b", "trunk");
    writeFileSync(join(folder, "from-helve.txt"), "mine\n");
    const id = await service.open(folder);
    const inTheWay = await commit(id, "trunk", { update_worktree: true });
    expect(inTheWay.body).toMatchObject({ reason: "dirty_worktree", details: { files: "from-helve.txt" } });
    await terminal(folder, "add", "-A");
    expect(await checkedOut(id)).toMatchObject([{ branch: "trunk", clean: false }]);
    expect((await commit(id, "trunk", { update_worktree: true })).refusal.reason).toBe("dirty_worktree");
    expect(readFileSync(join(folder, "from-helve.txt"), "utf8")).toBe("mine\n");
    expect(await status(folder)).toBe("A  from-helve.txt");
    // A branch beside the one that is checked out takes the commit.
    expect((await commit(id, "beside")).status).toBe(201);
    expect(await status(folder)).toBe("A  from-helve.txt");
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: "beside" });
  });

  it("shows the first commit of a terminal, and keeps a branch without commits from Helve", async () => {
    const folder = service.folder("orphan");
    mkdirSync(folder);
    await terminal(folder, "init", "-q", "-b", "trunk");
    const id = await service.open(folder);
    const first = await commitInWorktree(folder, "a.txt", "a\n");
    expect((await service.call(listBranches, { id })).data).toMatchObject([
      { name: "trunk", default: true, commit: { id: first } },
    ]);
    await terminal(folder, "checkout", "-q", "--orphan", "fresh");
    expect(await checkedOut(id)).toMatchObject([{ branch: "fresh", clean: false }]);
    const refused = await service.call(createBranch, { id, branch: "fresh", ref: "trunk" });
    expect(refused).toMatchObject({ status: 400, body: { reason: "checked_out" } });
    expect(await terminal(folder, "branch", "--list")).toBe("trunk");
  });
});

describe("a detached HEAD", () => {
  it("has no branch checked out, so that every branch can be written", async () => {
    const folder = await makeOriginal(service.folder("detached"));
    await terminal(folder, "checkout", "-q", "--detach", "main~1");
    const id = await service.open(folder);
    expect(await checkedOut(id)).toEqual([]);
    expect((await service.call(getProject, { id })).data).toMatchObject({ default_branch: "main" });
    const head = await terminal(folder, "rev-parse", "HEAD");
    expect((await commit(id, "main")).status).toBe(201);
    expect(await terminal(folder, "rev-parse", "HEAD")).toBe(head);
    expect(await status(folder)).toBe("");
  });
});

describe("an operation that git has not finished", () => {
  const operations: readonly {
    readonly name: string;
    readonly says: string;
    readonly begin: (folder: string) => Promise<unknown>;
    /** Branches that it is about. */
    readonly taken: readonly string[];
    readonly end: readonly string[];
  }[] = [
    {
      name: "a merge",
      says: "is in the middle of a merge",
      begin: (folder) => fails(folder, "merge", "topic"),
      taken: ["main"],
      end: ["merge", "--abort"],
    },
    {
      name: "a cherry-pick",
      says: "is in the middle of a cherry-pick",
      begin: (folder) => fails(folder, "cherry-pick", "middle", "topic"),
      taken: ["main"],
      end: ["cherry-pick", "--abort"],
    },
    {
      name: "the rest of a cherry-pick",
      says: "is in the middle of a cherry-pick",
      begin: async (folder) => {
        await fails(folder, "cherry-pick", "middle", "topic");
        await terminal(folder, "checkout", "-q", "--ours", "src.txt");
        await terminal(folder, "add", "src.txt");
        await terminal(folder, "commit", "-q", "--allow-empty", "-m", "Solved");
      },
      taken: ["main"],
      end: ["cherry-pick", "--quit"],
    },
    {
      name: "a revert",
      says: "is in the middle of a revert",
      begin: async (folder) => {
        await commitInWorktree(folder, "src.txt", "one\nagain\nthree\n");
        await fails(folder, "revert", "--no-edit", "HEAD~1");
      },
      taken: ["main"],
      end: ["revert", "--abort"],
    },
    {
      name: "a rebase",
      says: "is in the middle of a rebase",
      begin: (folder) => fails(folder, "rebase", "main", "topic"),
      taken: ["topic"],
      end: ["rebase", "--abort"],
    },
    {
      name: "a rebase that updates other branches too",
      says: "is in the middle of a rebase",
      begin: (folder) => fails(folder, "rebase", "--update-refs", "main", "topic"),
      taken: ["middle", "topic"],
      end: ["rebase", "--abort"],
    },
    {
      name: "a rebase with patches",
      says: "is in the middle of a rebase",
      begin: (folder) => fails(folder, "rebase", "--apply", "main", "topic"),
      taken: ["topic"],
      end: ["rebase", "--abort"],
    },
    {
      name: "patches from mail",
      says: "is in the middle of git am",
      begin: async (folder) => {
        const patch = service.folder("mail.patch");
        writeFileSync(patch, `${await terminal(folder, "format-patch", "-1", "--stdout", "middle")}\n`);
        await fails(folder, "am", "-q", patch);
      },
      taken: ["main"],
      end: ["am", "--abort"],
    },
    {
      name: "a bisection",
      says: "is in the middle of a bisection",
      begin: (folder) => terminal(folder, "bisect", "start", "main", "main~2"),
      taken: ["main"],
      end: ["bisect", "reset"],
    },
    {
      name: "a bisection from a detached HEAD",
      says: "is in the middle of a bisection",
      begin: async (folder) => {
        await terminal(folder, "checkout", "-q", "--detach", "main");
        await terminal(folder, "bisect", "start", "main", "main~2");
      },
      taken: [],
      end: ["bisect", "reset"],
    },
  ];

  it.each(operations)("$name has its branches left alone", async ({ name, says, begin, taken, end }) => {
    const project = `helve/${name.replaceAll(" ", "-")}`;
    const folder = await makeConflict(basename(project));
    const id = await service.open(folder);
    const requested = { id, source_branch: "feature", target_branch: taken[0] ?? "main", title: "Merge" };
    const { iid } = (await service.call(createMergeRequest, requested)).data;
    await begin(folder);
    const before = [await refs(folder), await status(folder)];
    expect((await checkedOut(id)).toSorted((a, b) => a.branch.localeCompare(b.branch))).toEqual(
      taken.map((branch) => ({ branch, folder, clean: null, obstacle: says })),
    );
    for (const branch of taken) {
      expect((await commit(id, branch)).refusal.reason).toBe("checked_out");
      const moving = await commit(id, branch, { update_worktree: true });
      expect(moving.refusal).toMatchObject({ reason: "dirty_worktree" });
      expect(moving.refusal.message).toContain(says);
      // A default branch cannot be deleted anyway.
      const reason = branch === "main" ? undefined : "checked_out";
      expect((await service.call(deleteBranch, { id, branch })).refusal.reason).toBe(reason);
      const pushed = terminal(folder, "push", "-q", service.gitUrl(project), `feature:${branch}`);
      await expect(pushed).rejects.toThrow(`(${branch} is checked out in ${folder}.)`);
    }
    if (taken.length > 0) {
      for (const more of [{}, { update_worktree: true }]) {
        const merged = await service.call(acceptMergeRequest, { id, merge_request_iid: iid, ...more });
        expect(merged.status).toBe(400);
      }
    }
    expect([await refs(folder), await status(folder)]).toEqual(before);
    // Other branches are written as usual, without a change of the work tree.
    expect((await commit(id, "feature")).status).toBe(201);
    expect((await commit(id, "new", { start_branch: "main" })).status).toBe(201);
    expect(await status(folder)).toBe(before[1]);
    await terminal(folder, ...end);
    for (const branch of taken)
      expect((await commit(id, branch, { update_worktree: true })).status).toBe(201);
    await terminal(folder, "fsck", "--full", "--strict");
  });

  it("is known of a linked worktree too", async () => {
    const folder = await makeConflict("linked-rebase");
    const side = service.folder("linked-rebase-side");
    await terminal(folder, "worktree", "add", "-q", side, "topic");
    await fails(side, "rebase", "main");
    const id = await service.open(folder);
    expect(await checkedOut(id)).toEqual([
      { branch: "main", folder, clean: true, obstacle: null },
      { branch: "topic", folder: side, clean: null, obstacle: "is in the middle of a rebase" },
    ]);
    expect((await commit(id, "topic")).refusal.message).toContain(side);
    expect((await commit(id, "main", { update_worktree: true })).status).toBe(201);
    expect(await status(folder)).toBe("");
  });
});

import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createBranch, deleteBranch, listBranches } from "../../../../../shared/api/resources/branches.ts";
import { cherryPickCommit, createCommit, revertCommit } from "../../../../../shared/api/resources/commits.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
  listProjectMergeRequests,
} from "../../../../../shared/api/resources/merge-requests.ts";
import { createTag, deleteTag } from "../../../../../shared/api/resources/tags.ts";
import {
  commitInWorktree,
  makeOriginal,
  type OpenedService,
  type OpenedServiceResponse,
  terminal,
} from "./opened-service.ts";

/** One step of a run: what to do, and two numbers that choose branches and files. */
interface Step {
  readonly does: keyof typeof inTerminal | keyof typeof inHelve;
  readonly pick: number;
  readonly more: number;
}

/** A ref that a Helve operation was to move, and where it is afterwards; null is "gone". */
interface Moved {
  readonly ref: string;
  readonly after: string | null;
}

/** A repository with git in a terminal on one side and Helve on the other, and the refs that both should have by now. */
class SideBySide {
  readonly service: OpenedService;
  readonly folder: string;
  readonly id: number;
  expected: Map<string, string>;
  /** Operations of Helve that moved a ref, and those that were refused. */
  readonly counts = { terminal: 0, moved: 0, refused: 0 };
  #serial = 0;

  private constructor(service: OpenedService, folder: string, id: number, refs: Map<string, string>) {
    this.service = service;
    this.folder = folder;
    this.id = id;
    this.expected = refs;
  }

  static async make(service: OpenedService, name: string): Promise<SideBySide> {
    const folder = await makeOriginal(service.folder(name));
    await terminal(folder, "config", "receive.denyCurrentBranch", "ignore");
    await terminal(service.root, "clone", "-q", "--bare", folder, `${name}-remote.git`);
    await terminal(folder, "remote", "add", "origin", service.folder(`${name}-remote.git`));
    const id = await service.open(folder);
    return new SideBySide(service, folder, id, await readRefs(folder));
  }

  /** Runs a step and checks that it moved exactly the expected refs. */
  async take(step: Step): Promise<void> {
    await this.check(`before ${step.does}`);
    if (step.does in inTerminal) {
      this.counts.terminal++;
      // git refuses some of the random steps.
      await inTerminal[step.does as keyof typeof inTerminal](this, step).catch(() => undefined);
      await this.settle();
      this.expected = await readRefs(this.folder);
    } else {
      const moved = await inHelve[step.does as keyof typeof inHelve](this, step);
      if (moved === null) this.counts.refused++;
      else {
        this.counts.moved++;
        if (moved.after === null) this.expected.delete(moved.ref);
        else this.expected.set(moved.ref, moved.after);
      }
    }
    await this.check(`after ${step.does}`);
  }

  /** Ends what a refused rebase or merge left open. */
  async settle(): Promise<void> {
    const git = join(this.folder, ".git");
    for (const [file, command] of [
      ["rebase-merge", "rebase"],
      ["rebase-apply", "rebase"],
      ["MERGE_HEAD", "merge"],
    ] as const) {
      if (existsSync(join(git, file))) await terminal(this.folder, command, "--abort").catch(() => undefined);
    }
  }

  async check(when: string): Promise<void> {
    const actual = await readRefs(this.folder);
    expectSame(actual, this.expected, `refs of the original ${when}`);
    const branches: Map<string, string> = new Map();
    for (let page = 1; ; page++) {
      const listed = await this.service.call(listBranches, { id: this.id, per_page: 100, page });
      if (listed.status !== 200) {
        throw new Error(`branches ${when}: ${listed.status} ${JSON.stringify(listed.body)}`);
      }
      for (const { name, commit } of listed.data) branches.set(`refs/heads/${name}`, commit.id);
      if (listed.data.length < 100) break;
    }
    const heads = new Map([...actual].filter(([ref]) => ref.startsWith("refs/heads/")));
    expectSame(branches, heads, `Helve's branches ${when}`);
  }

  /** Verifies both repositories, and that every version of every merge request is readable. */
  async prove(): Promise<void> {
    // `repack -ad` in a terminal leaves git's own commit graph with commits that it dropped.
    const fsck = ["-c", "core.commitGraph=false", "fsck", "--full", "--no-dangling"];
    await terminal(this.folder, ...fsck);
    await terminal(await this.service.gitFolder(this.id), ...fsck);
    const { data } = await this.service.call(listProjectMergeRequests, { id: this.id, per_page: 100 });
    for (const { iid } of data) {
      const target = { id: this.id, merge_request_iid: iid };
      const versions = await this.service.call(listMergeRequestVersions, target);
      for (const { id: version_id } of versions.data) {
        const version = await this.service.call(getMergeRequestVersion, { ...target, version_id });
        if (version.status !== 200)
          throw new Error(`version ${iid}/${version_id}: ${JSON.stringify(version.body)}`);
      }
    }
  }

  branches(): string[] {
    return [...this.expected.keys()].flatMap((ref) => (ref.startsWith("refs/heads/") ? [ref.slice(11)] : []));
  }

  branch({ pick }: Step): string {
    const names = this.branches();
    return names[pick % names.length] ?? "main";
  }

  other({ more }: Step): string {
    const names = this.branches();
    return names[more % names.length] ?? "main";
  }

  tag({ pick }: Step): string {
    const names = [...this.expected.keys()].filter((ref) => ref.startsWith("refs/tags/"));
    return names[pick % names.length]?.slice(10) ?? "none";
  }

  fresh(prefix: string): string {
    return `${prefix}-${++this.#serial}`;
  }
}

async function readRefs(folder: string): Promise<Map<string, string>> {
  const text = await terminal(
    folder,
    "for-each-ref",
    "--format=%(refname) %(objectname)",
    "refs/heads",
    "refs/tags",
  );
  return new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(" ") as [string, string]),
  );
}

function expectSame(
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
  what: string,
): void {
  const lines = (refs: ReadonlyMap<string, string>) => [...refs].map((entry) => entry.join(" ")).toSorted();
  const [is, should] = [lines(actual), lines(expected)];
  const wrong = [
    ...is.filter((line) => !should.includes(line)).map((line) => `+ ${line}`),
    ...should.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
  ];
  if (wrong.length > 0) throw new Error(`${what}:\n${wrong.join("\n")}`);
}

const git =
  (args: (side: SideBySide, step: Step) => readonly string[]) =>
  async (side: SideBySide, step: Step): Promise<void> => {
    await terminal(side.folder, ...args(side, step));
  };

/** Actions in a terminal. */
const inTerminal = {
  commit: async (side: SideBySide, { pick }: Step) => {
    await commitInWorktree(side.folder, `file-${pick % 5}.txt`, side.fresh("content"));
  },
  amend: async (side: SideBySide) => {
    writeFileSync(join(side.folder, "amended.txt"), side.fresh("amended"));
    await terminal(side.folder, "add", "amended.txt");
    await terminal(side.folder, "commit", "-q", "--amend", "-m", side.fresh("Amended"));
  },
  checkout: git((side, step) => ["checkout", "-q", side.branch(step)]),
  detach: git((side, step) => ["checkout", "-q", "--detach", side.branch(step)]),
  merge: git((side, step) => ["merge", "-q", "--no-edit", side.branch(step)]),
  rebase: git((side, step) => ["rebase", "-q", side.branch(step)]),
  reset: git((_, { pick }) => ["reset", "-q", "--hard", `HEAD~${pick % 3}`]),
  branch: git((side, step) => [
    "branch",
    side.fresh(step.more % 2 ? "topic/t" : "topic-t"),
    side.branch(step),
  ]),
  branchForce: git((side, step) => ["branch", "-f", side.branch(step), side.other(step)]),
  branchDelete: git((side, step) => ["branch", "-D", side.branch(step)]),
  branchRename: git((side, step) => ["branch", "-M", side.branch(step), side.fresh("renamed")]),
  tag: git((side, step) => [
    "tag",
    ...(step.more % 2 ? ["-m", "Tag"] : []),
    side.fresh("tag"),
    side.branch(step),
  ]),
  tagDelete: git((side, step) => ["tag", "-d", side.tag(step)]),
  stash: async (side: SideBySide) => {
    writeFileSync(join(side.folder, "README.md"), side.fresh("stashed"));
    await terminal(side.folder, "stash", "-q");
  },
  stashPop: git(() => ["stash", "pop", "-q"]),
  clean: async (side: SideBySide) => {
    await terminal(side.folder, "checkout", "-q", "-f");
    await terminal(side.folder, "clean", "-fdq");
  },
  dirty: async (side: SideBySide) => writeFileSync(join(side.folder, "src.txt"), side.fresh("dirty")),
  worktreeAdd: git((side, step) => [
    "worktree",
    "add",
    "-q",
    side.service.folder(side.fresh("worktree")),
    side.branch(step),
  ]),
  worktreePrune: async (side: SideBySide) => {
    const list = await terminal(side.folder, "worktree", "list", "--porcelain");
    const [, ...linked] = [...list.matchAll(/^worktree (.+)$/gm)].map(([, path = ""]) => path);
    for (const path of linked) rmSync(path, { recursive: true, force: true });
    await terminal(side.folder, "worktree", "prune");
  },
  push: git((side, step) => ["push", "-q", "-f", "origin", side.branch(step)]),
  fetch: git((side, step) => [
    "fetch",
    "-q",
    "origin",
    `+refs/heads/*:refs/heads/${side.fresh("fetched")}/*`,
    ...(step.pick % 2 ? ["--prune"] : []),
  ]),
  packRefs: git(() => ["pack-refs", "--all"]),
  repack: git(() => ["repack", "-adq"]),
  gc: git(() => ["gc", "-q"]),
  gcNow: async (side: SideBySide) => {
    await terminal(side.folder, "reflog", "expire", "--expire=now", "--all");
    await terminal(side.folder, "gc", "-q", "--prune=now");
  },
};

const result = ({ status, body }: OpenedServiceResponse, moved: () => Moved): Moved | null => {
  if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return status < 300 ? moved() : null;
};

const helveCommit = async (side: SideBySide, step: Step, more: object): Promise<Moved | null> => {
  const branch = side.branch(step);
  const reply = await side.service.call(createCommit, {
    id: side.id,
    branch,
    commit_message: side.fresh("Helve"),
    actions: [{ action: "create", file_path: side.fresh("helve/file"), content: "from Helve\n" }],
    ...more,
  });
  return result(reply, () => ({ ref: `refs/heads/${branch}`, after: reply.data.id }));
};

const helvePick = async (
  side: SideBySide,
  step: Step,
  operation: typeof cherryPickCommit | typeof revertCommit,
): Promise<Moved | null> => {
  const branch = side.branch(step);
  const reply = await side.service.call(operation, { id: side.id, sha: side.other(step), branch });
  return result(reply, () => ({ ref: `refs/heads/${branch}`, after: reply.data.id }));
};

/** Actions in Helve. Each returns the ref that it moved, null where Helve refused. */
const inHelve = {
  helveCommit: (side: SideBySide, step: Step) => helveCommit(side, step, {}),
  helveCommitWorktree: (side: SideBySide, step: Step) => helveCommit(side, step, { update_worktree: true }),
  helveBranch: async (side: SideBySide, step: Step) => {
    const branch = side.fresh(step.more % 2 ? "helve/b" : "helve-b");
    const reply = await side.service.call(createBranch, { id: side.id, branch, ref: side.branch(step) });
    return result(reply, () => ({ ref: `refs/heads/${branch}`, after: reply.data.commit.id }));
  },
  helveBranchDelete: async (side: SideBySide, step: Step) => {
    const branch = side.branch(step);
    const reply = await side.service.call(deleteBranch, { id: side.id, branch });
    return result(reply, () => ({ ref: `refs/heads/${branch}`, after: null }));
  },
  helveTag: async (side: SideBySide, step: Step) => {
    const tag_name = side.fresh("helve-tag");
    const message = step.more % 2 ? { message: "Tagged" } : {};
    const reply = await side.service.call(createTag, {
      id: side.id,
      tag_name,
      ref: side.branch(step),
      ...message,
    });
    return result(reply, () => ({ ref: `refs/tags/${tag_name}`, after: reply.data.target }));
  },
  helveTagDelete: async (side: SideBySide, step: Step) => {
    const tag_name = side.tag(step);
    const reply = await side.service.call(deleteTag, { id: side.id, tag_name });
    return result(reply, () => ({ ref: `refs/tags/${tag_name}`, after: null }));
  },
  helveCherryPick: (side: SideBySide, step: Step) => helvePick(side, step, cherryPickCommit),
  helveRevert: (side: SideBySide, step: Step) => helvePick(side, step, revertCommit),
  helveMergeRequest: async (side: SideBySide, step: Step) => {
    const reply = await side.service.call(createMergeRequest, {
      id: side.id,
      source_branch: side.branch(step),
      target_branch: side.other(step),
      title: "Chance",
    });
    result(reply, () => ({ ref: "", after: null }));
    return null;
  },
  helveMerge: async (side: SideBySide, step: Step) => {
    const { data } = await side.service.call(listProjectMergeRequests, { id: side.id, state: "opened" });
    const chosen = data[step.pick % Math.max(1, data.length)];
    if (!chosen) return null;
    const reply = await side.service.call(acceptMergeRequest, { id: side.id, merge_request_iid: chosen.iid });
    return result(reply, () => ({
      ref: `refs/heads/${chosen.target_branch}`,
      after: reply.data.merge_commit_sha ?? null,
    }));
  },
};

const terminalNames = Object.keys(inTerminal) as (keyof typeof inTerminal)[];
const helveNames = Object.keys(inHelve) as (keyof typeof inHelve)[];
const frequent = [
  "commit",
  "helveCommit",
  "helveMergeRequest",
  "helveMerge",
  "clean",
  "helveCommitWorktree",
] as const;

const does = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Step["does"][]>(...terminalNames) },
  { weight: 4, arbitrary: fc.constantFrom<Step["does"][]>(...helveNames) },
  { weight: 3, arbitrary: fc.constantFrom<Step["does"][]>(...frequent) },
);

/** Steps of a run, as chance has it. */
export const stepsOf = (count: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ does, pick: fc.nat(1_000_000), more: fc.nat(1_000_000) }), {
    minLength: count,
    maxLength: count,
  });

/** Steps after which both repositories are proved whole. */
const proveEvery = 20;

/** Runs all steps on a new repository and verifies it, also after a restart. Throws at the first difference. */
export async function runSideBySide(
  service: OpenedService,
  name: string,
  steps: readonly Step[],
): Promise<SideBySide["counts"]> {
  const side = await SideBySide.make(service, name);
  for (const [index, step] of steps.entries()) {
    await side.take(step);
    if (index % proveEvery === proveEvery - 1) await side.prove();
  }
  await service.restart();
  await side.check("after a restart");
  await side.prove();
  return side.counts;
}

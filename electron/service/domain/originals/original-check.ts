import { join } from "node:path";
import type { RefMove } from "../../../../shared/api/resources/local-repositories.ts";
import { mergedInto } from "../../git/ancestry.ts";
import { readHeadBranch } from "../../git/checked-out.ts";
import { readCommits } from "../../git/commits.ts";
import { countAheadBehind } from "../../git/count-ahead-behind.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import { setLinkedHead } from "../../git/linked-repository.ts";
import { removeOwn } from "../../git/own-files.ts";
import { compareSnapshots, type RefSnapshot, snapshotRefs } from "../../git/ref-snapshot.ts";
import {
  branchesOf,
  branchTip,
  latestFirst,
  latestTips,
  listRefs,
  maxLatestTips,
  noObject,
} from "../../git/refs.ts";
import { irregularRefsOf, refsState } from "../../git/refs-state.ts";
import type { Repository } from "../../git/repository.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal, type OriginalRow, saveOriginal } from "../../store/projects/originals.ts";
import { findProject, type Project, setDefaultBranch } from "../../store/projects/projects.ts";
import { type ChangeLog, FolderWatcher } from "./folder-watcher.ts";
import {
  type Availability,
  accessProblem,
  checkOriginal,
  folderIdentity,
  rememberProblem,
} from "./original-state.ts";
import { headsStamp, plainStamp, requirePlain, verifiedStamp, verifyOriginal } from "./verify-original.ts";

/** Milliseconds after a check in which the user's requests are read first. */
const readAheadDelayMs = 400;
/** Stored tips by which a repository is recognised. */
const maxTips = 20;

/** Follows up merge requests of branches that git has updated in an original; null means all branches. */
export type FollowBranches = (project: Project, branches: readonly string[] | null) => Promise<void>;

interface OriginalCheckOptions {
  readonly store: ServiceStore;
  readonly changes: ChangeLog;
  readonly follow: FollowBranches;
  /** Whether requests about the project are recent, so that its lists are read ahead. */
  readonly isUsed: () => boolean;
  /** Called when a folder of the original has changed. */
  readonly onChange: () => void;
  /** Ends what is read ahead. */
  readonly signal: AbortSignal;
}

/** Refs that git has moved, and the branches among them; null means that any branch may have moved. */
interface Moved {
  readonly moved: RefMove[];
  readonly branches: readonly string[] | null;
}

const unchanged: Moved = { moved: [], branches: [] };

/** The last known state of one original, and the check that updates it and reports what git has changed. */
export class OriginalCheck {
  readonly #options: OriginalCheckOptions;
  #state: string | null = null;
  #verified = "";
  /** Kinds and times of what git reads, as they were when all of it was plain. */
  #plain = "";
  #refsState = "";
  #heads = "";
  #refs: RefSnapshot | null = null;
  /** State of the refs whose branches and tags were read ahead. */
  #readAheadOf = "";
  /** Helve's own ref updates, which are not reported; `done` once git has made them. */
  readonly #own = new Map<string, { readonly after: string; done: boolean }>();
  readonly #watcher: FolderWatcher;

  constructor(options: OriginalCheckOptions) {
    this.#options = options;
    this.#watcher = new FolderWatcher(options.onChange);
  }

  /** Returns whether every folder of the original is watched, so that it is checked less often. */
  get isWatched(): boolean {
    return this.#watcher.isComplete;
  }

  close(): void {
    this.#watcher.close();
  }

  /** Runs `work`, which moves refs on the user's behalf: what it moves is not reported. */
  async duringOwnMove(updates: readonly RefUpdate[], work: () => Promise<boolean>): Promise<boolean> {
    for (const { ref, after } of updates) this.#own.set(ref, { after, done: false });
    try {
      return await work();
    } finally {
      for (const { ref } of updates) {
        const own = this.#own.get(ref);
        if (own) own.done = true;
      }
    }
  }

  /**
   * Checks the original and updates its known state, one at a time. Returns what follows from what has changed since the
   * last time: updates of merge requests, then the report. Null where nothing has.
   */
  async run(original: OriginalRow, project: Project): Promise<(() => Promise<void>) | null> {
    let known: string | null = null;
    if ((await accessProblem(this.#options.store, original)) === null) {
      const stamp = await verifiedStamp(this.#options.store, original);
      if (stamp !== this.#verified || this.#state !== "ready") await this.#verify(original, project, stamp);
      else known = await this.#checkPlain(original, project);
    }
    const availability = await checkOriginal(this.#options.store, original);
    this.settle(project, availability);
    if (availability.state !== "ready") return null;
    const repository = this.#options.store.git.open(project.repositoryPath);
    const [refs, heads] = await Promise.all([
      known ?? refsState(repository),
      headsStamp(this.#options.store, original),
    ]);
    const { moved, branches } =
      refs === this.#refsState ? unchanged : await this.#readRefs(original, project);
    this.#refsState = refs;
    const elsewhere = this.#heads !== "" && this.#heads !== heads;
    this.#heads = heads;
    if (this.#options.isUsed()) this.#readAhead(project.id, refs);
    if (branches?.length === 0 && moved.length === 0 && !elsewhere) return null;
    return async () => {
      try {
        const { store, follow } = this.#options;
        if (branches?.length !== 0) await follow(findProject(store, project.id) ?? project, branches);
      } finally {
        if (moved.length > 0 || elsewhere) this.#report(project, availability, moved);
      }
    };
  }

  /** Stores whether the original can be used, and reports a change of that. */
  settle(project: Project, availability: Availability): void {
    const changed = this.#state !== null && this.#state !== availability.state;
    this.#state = availability.state;
    if (changed) this.#report(project, availability, []);
  }

  #readAhead(projectId: number, refs: string): void {
    if (this.#readAheadOf === refs) return;
    this.#readAheadOf = refs;
    const { store, signal } = this.#options;
    const read = () => {
      // A later check reads the changes that happened meanwhile.
      if (signal.aborted || this.#readAheadOf !== refs) return;
      const project = findProject(store, projectId);
      if (!project || project.defaultBranch === null) return;
      const repository = this.#options.store.git.open(project.repositoryPath);
      // A request for the list fails with the same error.
      readBranchesAhead(repository, project.defaultBranch, signal).catch(() => undefined);
    };
    setTimeout(read, readAheadDelayMs).unref();
  }

  async #verify(original: OriginalRow, project: Project, stamp: string): Promise<void> {
    rememberProblem(this.#options.store, project.id, null);
    this.#verified = stamp;
    await this.#remember(project, () =>
      verifyOriginal(this.#options.store, original, this.#options.store.git.open(project.repositoryPath)),
    );
  }

  /** Stores what a check of an original refuses. */
  async #remember(project: Project, check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof GitRefusal)) throw error;
      rememberProblem(this.#options.store, project.id, error);
    }
  }

  /**
   * Checks that what git is about to read are plain files and folders, where anything may have been put among them.
   * Returns the state of the refs.
   */
  async #checkPlain(original: OriginalRow, project: Project): Promise<string> {
    const own = this.#options.store.git.open(project.repositoryPath);
    const refs = await refsState(own);
    const stamp = `${await plainStamp(this.#options.store, original)}\n${irregularRefsOf(own).join("\n")}`;
    if (stamp === this.#plain) return refs;
    this.#plain = stamp;
    await this.#remember(project, () => requirePlain(original, own));
    return refs;
  }

  /** Reads the refs anew and returns what moved outside Helve since the last time. */
  async #readRefs(original: OriginalRow, project: Project): Promise<Moved> {
    const { store } = this.#options;
    const repository = this.#options.store.git.open(project.repositoryPath);
    const settled = [...this.#own].filter(([, { done }]) => done);
    const before = this.#refs;
    const refs = await snapshotRefs(repository);
    // Replaced meanwhile: what was read may be another repository's, which the next check verifies.
    if ((await verifiedStamp(this.#options.store, original)) !== this.#verified)
      throw new Error(`${original.path} was replaced`);
    const moves = before ? await compareSnapshots(repository, before, refs) : [];
    const news = moves.filter(({ ref, after }) => this.#own.get(ref)?.after !== (after ?? noObject));
    for (const [ref, own] of settled) if (this.#own.get(ref) === own) this.#own.delete(ref);
    this.#refs = refs;
    // Unreachable commits may be pruned: drop the commit graph with them.
    if (!before || moves.some(({ kind }) => kind === "rewritten" || kind === "deleted")) {
      await removeOwn(join(repository.folder, "objects", "info"), "commit-graphs");
    }
    const tips = [...refs].flatMap(([ref, id]) => (ref.startsWith("refs/heads/") ? [id] : []));
    saveOriginal(store, {
      ...(findOriginal(store, project.id) ?? original),
      tips: tips.slice(0, maxTips),
      identity: await folderIdentity(this.#options.store, original),
    });
    await this.#followHead(original, project, refs);
    await this.#watcher.update(original);
    return { moved: news, branches: before ? branchesOf(news) : null };
  }

  /** The default branch is what the original has checked out, from when the one so far is gone. */
  async #followHead(original: OriginalRow, project: Project, refs: RefSnapshot): Promise<void> {
    if (project.defaultBranch !== null && refs.has(`refs/heads/${project.defaultBranch}`)) return;
    const head = await readHeadBranch(this.#options.store.git.open(project.repositoryPath), original.gitDir);
    const named = head?.replace(/^refs\/heads\//, "");
    const branches = [...refs.keys()].flatMap((ref) =>
      ref.startsWith("refs/heads/") ? [ref.slice(11)] : [],
    );
    const branch = [named, "main", "master", branches[0]].find((name) => name && branches.includes(name));
    if (branch === undefined) return;
    setDefaultBranch(this.#options.store, project.id, branch);
    await setLinkedHead(project.repositoryPath, branch);
  }

  #report(project: Project, { state, problem }: Availability, moved: RefMove[]): void {
    this.#options.changes.add({
      project_id: project.id,
      path_with_namespace: project.fullPath,
      state,
      problem,
      moved,
    });
  }
}

/**
 * Caches what the lists of branches and tags show first, before they are opened: refs, their commits,
 * and how far the latest branches are from the default one. `signal` ends git.
 */
export async function readBranchesAhead(
  repository: Repository,
  defaultBranch: string,
  signal: AbortSignal,
): Promise<void> {
  const base = await branchTip(repository, defaultBranch);
  if (base === null || signal.aborted) return;
  const tips = (await listRefs(repository, "heads", latestFirst, signal)).map(({ commit }) => commit);
  await readCommits(repository, tips.slice(0, maxReadAhead), { signal });
  if (signal.aborted) return;
  const latest = await latestTips(repository, maxLatestTips);
  await countAheadBehind(repository, latest, base, signal);
  await mergedInto(repository, latest, base, signal, tips);
  if (signal.aborted) return;
  const tags = await listRefs(repository, "tags", "-creatordate", signal);
  await readCommits(
    repository,
    tags.slice(0, tagsOnPage).flatMap(({ commit }) => commit ?? []),
    { signal },
  );
}

/** Branches whose commits are read ahead; others are read when they are listed. */
const maxReadAhead = 1_000;
const tagsOnPage = 100;

import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RefMove } from "../../../../shared/api/resources/local-repositories.ts";
import { endsWithin } from "../../git/ends-within.ts";
import { GitRefusal } from "../../git/git-refusal.ts";
import { setLinkedHead } from "../../git/originals/linked-repository.ts";
import { originalResponds } from "../../git/originals/volume.ts";
import { compareSnapshots, type RefSnapshot, snapshotRefs } from "../../git/refs/ref-snapshot.ts";
import { noObject } from "../../git/refs/refs.ts";
import { forgetRefsState, refsState } from "../../git/refs/refs-state.ts";
import type { RefUpdate } from "../../git/refs/update-refs.ts";
import { openRepository } from "../../git/repository.ts";
import { readHead } from "../../git/worktree/worktree-refs.ts";
import {
  findOriginal,
  listOriginals,
  type OriginalRow,
  saveOriginal,
} from "../../store/projects/originals.ts";
import { findProject, type Project, setDefaultBranch } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { branchesOf } from "../branches/record-ref-updates.ts";
import { ChangeLog } from "./change-log.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import {
  type Availability,
  accessProblem,
  checkOriginal,
  identityOf,
  rememberProblem,
} from "./original-state.ts";
import { readBranchesAhead } from "./read-branches-ahead.ts";
import { headsStamp, verifiedStamp, verifyOriginal } from "./verify-original.ts";

/**
 * Milliseconds between two checks of an original that was used lately, of one that cannot be watched whole, and of others.
 */
const lookMs = { used: 2_000, unwatched: 500, idle: 20_000 };
/** Milliseconds without a request after which an original is idle. */
const idleAfterMs = 300_000;
/** Milliseconds after a check in which the user's requests are read first. */
const readAheadDelayMs = 400;
/** Milliseconds of a look after which the volume may not respond any more. */
const slowLookMs = 500;
/** Stored tips by which a repository is recognised. */
const maxTips = 20;

/** Last seen state of one original. */
interface Seen {
  running: Promise<void>;
  waiting: Promise<void> | undefined;
  /** A periodic look is not done yet. */
  isLooking: boolean;
  usedAt: number;
  lookedAt: number;
  state: string | null;
  verified: string;
  refsState: string;
  heads: string;
  refs: RefSnapshot | null;
  /** State of the refs whose branches and tags were read ahead. */
  readAhead: string;
  /** Helve's own ref updates, which are not reported; `done` once git has made them. */
  readonly own: Map<string, { readonly after: string; done: boolean }>;
  readonly watcher: FolderWatcher;
}

/** Follows up merge requests of branches that git has updated in an original; null means all branches. */
type FollowBranches = (project: Project, branches: readonly string[] | null) => Promise<void>;

/** Watches the originals of a store for what git does in them, and updates merge requests and lists. */
export class OriginalWatch {
  readonly changes = new ChangeLog();
  readonly #store: Store;
  #follow: FollowBranches = async () => undefined;
  readonly #seen = new Map<number, Seen>();
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  /** The store is closed, or about to be. */
  #closed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Sets the function that updates the merge requests of a project. */
  followWith(follow: FollowBranches): void {
    this.#follow = follow;
  }

  /** Checks every original on the list, now and periodically. */
  start(): void {
    const tick = () => {
      for (const { projectId } of listOriginals(this.#store)) {
        const { usedAt, lookedAt, watcher, isLooking } = this.#of(projectId);
        const isUsed = Date.now() - usedAt < idleAfterMs;
        const pause = isUsed ? (watcher.isComplete ? lookMs.used : lookMs.unwatched) : lookMs.idle;
        if (!isLooking && Date.now() - lookedAt >= pause) void this.#look(projectId);
      }
    };
    tick();
    this.#timer = setInterval(tick, lookMs.unwatched);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    this.changes.close();
    for (const { watcher } of this.#seen.values()) watcher.close();
    const looks = [...this.#seen].map(([projectId, { running, waiting }]) =>
      this.#waitFor(Promise.all([running, waiting]), projectId),
    );
    await Promise.all(looks);
    this.#closed = true;
  }

  /**
   * Updates the known state of a project's original. Costs a few `stat`s where nothing changed. Every request
   * about the project calls it, a GET too: git reports no changes of an original, so the next request finds
   * them, and merge requests of the branches that git has updated are followed up then.
   */
  observe(projectId: number): Promise<void> {
    this.#of(projectId).usedAt = Date.now();
    return this.#waitFor(this.#queue(projectId), projectId);
  }

  /** Stops following a project's original. */
  forget(projectId: number): void {
    this.#seen.get(projectId)?.watcher.close();
    this.#seen.delete(projectId);
  }

  /** Runs `work`, which moves refs of an original on the user's behalf: what it moves is not reported. */
  async duringOwnMove(
    project: Project,
    updates: readonly RefUpdate[],
    work: () => Promise<boolean>,
  ): Promise<boolean> {
    const seen = this.#of(project.id);
    for (const { ref, after } of updates) seen.own.set(ref, { after, done: false });
    try {
      return await work();
    } finally {
      for (const { ref } of updates) {
        const own = seen.own.get(ref);
        if (own) own.done = true;
      }
    }
  }

  #of(projectId: number): Seen {
    const known = this.#seen.get(projectId);
    if (known) return known;
    const seen: Seen = {
      running: Promise.resolve(),
      waiting: undefined,
      isLooking: false,
      usedAt: 0,
      lookedAt: 0,
      state: null,
      verified: "",
      refsState: "",
      heads: "",
      refs: null,
      readAhead: "",
      own: new Map(),
      watcher: new FolderWatcher(() => {
        // A folder may still change after the store was closed.
        if (this.#closing.signal.aborted) return;
        const project = findProject(this.#store, projectId);
        if (project) forgetRefsState(project.repositoryPath);
        void this.#queue(projectId);
      }),
    };
    this.#seen.set(projectId, seen);
    return seen;
  }

  /** Looks at an original that nobody has requested. */
  async #look(projectId: number): Promise<void> {
    const seen = this.#of(projectId);
    seen.isLooking = true;
    await this.#waitFor(this.#queue(projectId), projectId);
    seen.isLooking = false;
  }

  /** Waits for checks of an original, but not for those of a volume that does not respond any more. */
  async #waitFor(looks: Promise<unknown>, projectId: number): Promise<void> {
    while (!(await endsWithin(looks, slowLookMs)) && !this.#closed) {
      const original = findOriginal(this.#store, projectId);
      const project = findProject(this.#store, projectId);
      if (!original || !project || (await originalResponds(original))) continue;
      this.#settle(this.#of(projectId), project, await checkOriginal(original));
      return;
    }
  }

  /** One look at a time; callers during a running one share the next. */
  #queue(projectId: number): Promise<void> {
    const seen = this.#of(projectId);
    seen.waiting ??= seen.running.then(() => {
      seen.waiting = undefined;
      // The store closes right after the watch; a folder may still change then.
      if (this.#closing.signal.aborted) return undefined;
      seen.lookedAt = Date.now();
      const original = findOriginal(this.#store, projectId);
      const project = findProject(this.#store, projectId);
      seen.running =
        original && project ? this.#examine(seen, original, project).catch(ignore) : Promise.resolve();
      return seen.running;
    });
    return seen.waiting;
  }

  async #examine(seen: Seen, original: OriginalRow, project: Project): Promise<void> {
    if ((await accessProblem(original)) === null) {
      const stamp = await verifiedStamp(original);
      if (stamp !== seen.verified || seen.state !== "ready")
        await this.#verify(seen, original, project, stamp);
    }
    const availability = await checkOriginal(original);
    this.#settle(seen, project, availability);
    if (availability.state !== "ready") return;
    const repository = openRepository(project.repositoryPath);
    const [refs, heads] = await Promise.all([refsState(repository.folder), headsStamp(original)]);
    const moved = refs === seen.refsState ? [] : await this.#readRefs(seen, original, project);
    seen.refsState = refs;
    const elsewhere = seen.heads !== "" && seen.heads !== heads;
    seen.heads = heads;
    if (Date.now() - seen.usedAt < idleAfterMs) this.#readAhead(seen, project.id, refs);
    if (moved.length > 0 || elsewhere) this.#report(project, availability, moved);
  }

  #settle(seen: Seen, project: Project, availability: Availability): void {
    const changed = seen.state !== null && seen.state !== availability.state;
    seen.state = availability.state;
    if (changed) this.#report(project, availability, []);
  }

  #readAhead(seen: Seen, projectId: number, refs: string): void {
    if (seen.readAhead === refs) return;
    seen.readAhead = refs;
    const { signal } = this.#closing;
    const read = () => {
      // A later check reads what changed meanwhile.
      if (signal.aborted || seen.readAhead !== refs) return;
      const project = findProject(this.#store, projectId);
      if (!project || project.defaultBranch === null) return;
      const repository = openRepository(project.repositoryPath);
      // A request for the list fails with the same error.
      readBranchesAhead(repository, project.defaultBranch, signal).catch(ignore);
    };
    setTimeout(read, readAheadDelayMs).unref();
  }

  async #verify(seen: Seen, original: OriginalRow, project: Project, stamp: string): Promise<void> {
    rememberProblem(project.id, null);
    seen.verified = stamp;
    try {
      await verifyOriginal(original, openRepository(project.repositoryPath));
    } catch (error) {
      if (!(error instanceof GitRefusal)) throw error;
      rememberProblem(project.id, error);
    }
  }

  /** Reads the refs anew and returns what moved outside Helve since the last time. */
  async #readRefs(seen: Seen, original: OriginalRow, project: Project): Promise<RefMove[]> {
    const repository = openRepository(project.repositoryPath);
    const settled = [...seen.own].filter(([, { done }]) => done);
    const before = seen.refs;
    const refs = await snapshotRefs(repository);
    // Replaced meanwhile: what was read may be another repository's, which the next look verifies.
    if ((await verifiedStamp(original)) !== seen.verified) throw new Error(`${original.path} was replaced`);
    const moves = before ? await compareSnapshots(repository, before, refs) : [];
    const news = moves.filter(({ ref, after }) => seen.own.get(ref)?.after !== (after ?? noObject));
    for (const [ref, own] of settled) if (seen.own.get(ref) === own) seen.own.delete(ref);
    seen.refs = refs;
    // Unreachable commits may be pruned: drop the commit graph with them.
    if (!before || moves.some(({ kind }) => kind === "rewritten" || kind === "deleted")) {
      const info = join(repository.folder, "objects", "info");
      await rm(join(info, "commit-graphs"), { recursive: true, force: true });
    }
    const tips = [...refs].flatMap(([ref, id]) => (ref.startsWith("refs/heads/") ? [id] : []));
    saveOriginal(this.#store, {
      ...(findOriginal(this.#store, project.id) ?? original),
      tips: tips.slice(0, maxTips),
      identity: await identityOf(original),
    });
    await this.#followHead(original, project, refs);
    await seen.watcher.update(original);
    if (!before || news.length > 0) {
      const branches = before ? branchesOf(news) : null;
      await this.#follow(findProject(this.#store, project.id) ?? project, branches);
    }
    return news;
  }

  /** The default branch is what the original has checked out, from when the one so far is gone. */
  async #followHead(original: OriginalRow, project: Project, refs: RefSnapshot): Promise<void> {
    if (project.defaultBranch !== null && refs.has(`refs/heads/${project.defaultBranch}`)) return;
    const head = await readHead(project.repositoryPath, original.gitDir);
    const named = head?.replace(/^refs\/heads\//, "");
    const branches = [...refs.keys()].flatMap((ref) =>
      ref.startsWith("refs/heads/") ? [ref.slice(11)] : [],
    );
    const branch = [named, "main", "master", branches[0]].find((name) => name && branches.includes(name));
    if (branch === undefined) return;
    setDefaultBranch(this.#store, project.id, branch);
    await setLinkedHead(project.repositoryPath, branch);
  }

  #report(project: Project, { state, problem }: Availability, moved: RefMove[]): void {
    this.changes.add({
      project_id: project.id,
      path_with_namespace: project.fullPath,
      state,
      problem,
      moved,
    });
  }
}

/** A failed check is repeated with the next one; requests meanwhile fail with the same error. */
const ignore = (): void => undefined;

const watches = new WeakMap<Store, OriginalWatch>();

/** Creates the watch of a store. `follow` updates the merge requests of a project. */
export function watchOriginals(store: Store, follow: FollowBranches): OriginalWatch {
  const watch = watchOf(store);
  watch.followWith(follow);
  return watch;
}

/** Returns the watch of a store; one that follows nothing where none was created. */
export function watchOf(store: Store): OriginalWatch {
  const watch = watches.get(store) ?? new OriginalWatch(store);
  watches.set(store, watch);
  return watch;
}

import { endsWithin } from "../../git/ends-within.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import { forgetRefsState } from "../../git/refs-state.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import { findOriginal, listOriginals, type OriginalRow } from "../../store/projects/originals.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { ChangeLog } from "./folder-watcher.ts";
import { type FollowBranches, OriginalCheck } from "./original-check.ts";
import { checkOriginal } from "./original-state.ts";

/**
 * Milliseconds between two checks of an original that was used lately, of one that cannot be watched whole, and of others.
 */
const checkIntervalMs = { used: 2_000, unwatched: 500, idle: 20_000 };
/** Milliseconds without a request after which an original is idle. */
const idleAfterMs = 300_000;
/** Milliseconds of a check after which the volume may not respond any more. */
const slowCheckMs = 500;

/** Checks of one original. */
interface Watched {
  readonly check: OriginalCheck;
  running: Promise<void>;
  waiting: Promise<void> | undefined;
  /** Updates of merge requests and reports that follow from the checks so far, one after the other. */
  following: Promise<void>;
  /** A periodic check is not done yet. */
  isChecking: boolean;
  usedAt: number;
  checkedAt: number;
  /** The last check hung in git, and so would what a request does. */
  hang: GitRefusal | null;
}

/** Watches the originals of a store for what git does in them, and updates merge requests and lists. */
class OriginalWatch {
  readonly changes = new ChangeLog();
  readonly #store: ServiceStore;
  #follow: FollowBranches = async () => undefined;
  readonly #watched = new Map<number, Watched>();
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  /** The store is closed, or about to be. */
  #closed = false;

  constructor(store: ServiceStore) {
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
        const { usedAt, checkedAt, check, isChecking } = this.#of(projectId);
        const isUsed = this.#store.clock.now() - usedAt < idleAfterMs;
        const { used, unwatched, idle } = checkIntervalMs;
        const interval = isUsed ? (check.isWatched ? used : unwatched) : idle;
        if (!isChecking && this.#store.clock.now() - checkedAt >= interval) void this.#check(projectId);
      }
    };
    tick();
    this.#timer = setInterval(tick, checkIntervalMs.unwatched);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    this.changes.close();
    for (const { check } of this.#watched.values()) check.close();
    const checks = [...this.#watched].map(([projectId, watched]) =>
      this.#waitFor(
        Promise.all([watched.running, watched.waiting]).then(() => watched.following),
        projectId,
      ),
    );
    await Promise.all(checks);
    this.#closed = true;
  }

  /**
   * Updates the known state of a project's original. Costs a few `stat`s where nothing changed. Every request
   * about the project calls it: git reports no changes of an original, so the next request finds them. Merge
   * requests of the branches that git has updated are followed up right after, without the request. Throws
   * {@link GitRefusal} where git hangs.
   */
  async observe(projectId: number): Promise<void> {
    const watched = this.#of(projectId);
    watched.usedAt = this.#store.clock.now();
    await this.#waitFor(this.#queue(projectId), projectId);
    if (watched.hang) throw watched.hang;
  }

  /** Updates the known state of a project's original and its merge requests, for a request that writes. */
  async observeAndFollow(projectId: number): Promise<void> {
    const watched = this.#of(projectId);
    await this.observe(projectId);
    await this.#waitFor(watched.following, projectId);
  }

  /** Stops following a project's original. */
  forget(projectId: number): void {
    this.#watched.get(projectId)?.check.close();
    this.#watched.delete(projectId);
  }

  /** Runs `work`, which moves refs of an original on the user's behalf: what it moves is not reported. */
  duringOwnMove(
    { id }: Project,
    updates: readonly RefUpdate[],
    work: () => Promise<boolean>,
  ): Promise<boolean> {
    return this.#of(id).check.duringOwnMove(updates, work);
  }

  #of(projectId: number): Watched {
    const known = this.#watched.get(projectId);
    if (known) return known;
    const check = new OriginalCheck({
      store: this.#store,
      changes: this.changes,
      follow: (project, branches) => this.#follow(project, branches),
      isUsed: () => this.#store.clock.now() - watched.usedAt < idleAfterMs,
      onChange: () => {
        // A folder may still change after the store was closed.
        if (this.#closing.signal.aborted) return;
        const project = findProject(this.#store, projectId);
        if (project) forgetRefsState(this.#store.git.open(project.repositoryPath));
        void this.#queue(projectId);
      },
      signal: this.#closing.signal,
    });
    const watched: Watched = {
      check,
      running: Promise.resolve(),
      waiting: undefined,
      following: Promise.resolve(),
      isChecking: false,
      usedAt: 0,
      checkedAt: 0,
      hang: null,
    };
    this.#watched.set(projectId, watched);
    return watched;
  }

  /** Checks an original without a request. */
  async #check(projectId: number): Promise<void> {
    const watched = this.#of(projectId);
    watched.isChecking = true;
    await this.#waitFor(this.#queue(projectId), projectId);
    watched.isChecking = false;
  }

  /** Waits for checks of an original, but not for those of a volume that does not respond any more. */
  async #waitFor(checks: Promise<unknown>, projectId: number): Promise<void> {
    while (!(await endsWithin(checks, slowCheckMs)) && !this.#closed) {
      const original = findOriginal(this.#store, projectId);
      const project = findProject(this.#store, projectId);
      if (!original || !project || (await this.#store.git.volumes.originalResponds(original))) continue;
      this.#of(projectId).check.settle(project, await checkOriginal(this.#store, original));
      return;
    }
  }

  /** One check at a time; callers during a running one share the next. */
  #queue(projectId: number): Promise<void> {
    const watched = this.#of(projectId);
    watched.waiting ??= watched.running.then(() => {
      watched.waiting = undefined;
      // The store closes right after the watch; a folder may still change then.
      if (this.#closing.signal.aborted) return undefined;
      watched.checkedAt = this.#store.clock.now();
      const original = findOriginal(this.#store, projectId);
      const project = findProject(this.#store, projectId);
      watched.running =
        original && project ? this.#runChecked(watched, original, project) : Promise.resolve();
      return watched.running;
    });
    return watched.waiting;
  }

  /** A failed check is repeated with the next one; requests meanwhile fail with the same error. */
  async #runChecked(watched: Watched, original: OriginalRow, project: Project): Promise<void> {
    try {
      await this.#run(watched, original, project);
      watched.hang = null;
    } catch (error) {
      const isHang = error instanceof GitRefusal && error.reason === "not_responding";
      watched.hang = isHang ? error : null;
    }
  }

  async #run(watched: Watched, original: OriginalRow, project: Project): Promise<void> {
    const followUp = await watched.check.run(original, project);
    if (followUp) watched.following = watched.following.then(followUp).catch(ignore);
  }
}

/** Ignores an error: the follow-up of a check is tried again after the next one. */
const ignore = (): void => undefined;

/** Returns the watch of a service, which follows nothing until {@link OriginalWatch.followWith}. */
export const watchOf = perService((store) => new OriginalWatch(store));

import { randomUUID } from "node:crypto";
import { ProblemError } from "../../../shared/errors.ts";
import type {
  MergeQueueState,
  NewQueued,
  QueuedMergeRequest,
  QueueLane,
} from "../../../shared/host/merge-queue.ts";
import { hasEnded, isInLane } from "../../../shared/merge-requests/queue-lanes.ts";
import { whereWritable } from "../../system/storage-error.ts";
import { type Decision, decide, decideRefusal, type QueuedFacts } from "./decide.ts";
import type { QueueStore, StoredEntry, StoredQueue } from "./queue-file.ts";
import type { QueueService } from "./queue-service.ts";

interface MergeQueueOptions {
  readonly store: QueueStore;
  readonly service: QueueService;
  /** Called after each change. */
  readonly onChange: (state: MergeQueueState) => void;
  /** Called with an entry that has ended. */
  readonly onEnd: (entry: QueuedMergeRequest) => void;
  readonly now?: () => number;
}

/** Ended entries that stay listed, and lines of a journal that are stored. */
const maxEnded = 50;
const maxLines = 100;

/** Codes of problems that pass by themselves. */
const passing: ReadonlySet<string> = new Set(["offline", "timeout", "unavailable", "rate_limited", "tls"]);

/**
 * The merge requests that are merged one after another. Before each write its intent is on the disk, and after a write without a
 * response, or a kill, the service is read before anything else is done.
 */
export class MergeQueue {
  readonly #options: MergeQueueOptions;
  #queue: StoredQueue;
  /** Keys of the entries that are being looked at. */
  readonly #busy = new Set<string>();

  constructor(options: MergeQueueOptions) {
    this.#options = options;
    this.#queue = options.store.load();
  }

  get state(): MergeQueueState {
    return { entries: this.#queue.entries.map(toShown), paused: this.#queue.paused };
  }

  /** Number of the entries that have not ended. */
  get pending(): number {
    return this.#queue.entries.filter((entry) => !hasEnded(entry)).length;
  }

  /**
   * Adds a merge request at the end. Throws ProblemError `conflict` where its head or target is another one than its reader saw,
   * and what the service says where it cannot be read.
   */
  async add(added: NewQueued): Promise<QueuedMergeRequest> {
    const known = this.#queue.entries.find((entry) => !hasEnded(entry) && isSame(entry, added));
    if (known) return toShown(known);
    const { sha, targetBranch, fingerprint, hasPipeline } = await this.#options.service.read(added);
    if (sha !== added.sha || targetBranch !== added.targetBranch) {
      const message = "This merge request changed meanwhile. Look at it again before you queue it.";
      throw new ProblemError({ code: "conflict", message });
    }
    const now = this.#now();
    const entry: StoredEntry = {
      ...added,
      key: randomUUID(),
      state: "queued",
      reason: "Waits for its turn.",
      journal: [],
      addedAt: new Date(now).toISOString(),
      endedAt: null,
      fingerprint,
      rebases: 0,
      refusals: 0,
      hadPipeline: hasPipeline,
      sentAt: 0,
      headSince: now,
    };
    const again = this.#queue.entries.find((other) => !hasEnded(other) && isSame(other, added));
    if (again) return toShown(again);
    const others = this.#queue.entries.filter((other) => !isSame(other, added));
    this.#store({
      ...this.#queue,
      entries: [...others, withLine(entry, now, `Queued at ${sha.slice(0, 8)}.`)],
    });
    return toShown(entry);
  }

  /** Puts entries in the order of their keys, in the places that they have together. */
  order(keys: readonly string[]): void {
    const chosen = keys.flatMap((key) => this.#queue.entries.find((entry) => entry.key === key) ?? []);
    const set = new Set(chosen);
    let next = 0;
    const entries = this.#queue.entries.map((entry) => (set.has(entry) ? (chosen[next++] ?? entry) : entry));
    this.#store({ ...this.#queue, entries });
  }

  /** Begins nothing new in a lane, or goes on. */
  pause({ accountId, project, targetBranch }: QueueLane, paused: boolean): void {
    const lane = { accountId, project, targetBranch };
    const others = this.#queue.paused.filter((other) => !isInLane(other, lane));
    this.#store({ ...this.#queue, paused: paused ? [...others, lane] : others });
  }

  remove(key: string): void {
    this.#keep((entry) => entry.key !== key);
  }

  removeEnded(): void {
    this.#keep((entry) => !hasEnded(entry));
  }

  forgetAccount(accountId: string): void {
    if (!this.#queue.entries.some((entry) => entry.accountId === accountId)) return;
    this.#keep((entry) => entry.accountId !== accountId);
  }

  /** Looks once at the first entry of each lane, of one account where it is named, and does what comes next. Never throws. */
  async step(accountId?: string): Promise<void> {
    const lanes: QueueLane[] = [];
    const first = this.#queue.entries.filter((entry) => {
      if (hasEnded(entry) || lanes.some((lane) => isInLane(entry, lane))) return false;
      lanes.push(entry);
      return accountId === undefined || entry.accountId === accountId;
    });
    await Promise.all(first.map(({ key }) => this.#stepEntry(key)));
  }

  async #stepEntry(key: string): Promise<void> {
    const before = this.#find(key);
    if (!before || this.#busy.has(key)) return;
    const isPaused = this.#isPaused(before);
    // What was sent is followed to its end.
    if (isPaused && before.state !== "rebasing" && before.state !== "merging") return;
    this.#busy.add(key);
    try {
      const seen = await this.#options.service.observe(before);
      const entry = this.#find(key);
      if (!entry || entry.state === "merged" || entry.state === "stopped") return;
      if (seen.mergeRequest.head_pipeline && !entry.hadPipeline) this.#change(key, { hadPipeline: true });
      const facts: QueuedFacts = { ...entry, state: entry.state };
      await this.#carryOut(entry, decide(facts, seen, this.#now()));
    } catch (error) {
      this.#fail(key, error);
    } finally {
      this.#busy.delete(key);
    }
  }

  async #carryOut(entry: StoredEntry, decision: Decision): Promise<void> {
    const { key } = entry;
    switch (decision.kind) {
      case "wait":
        return this.#settle(key, entry.state === "queued" ? "waiting" : entry.state, decision.reason);
      case "accept": {
        const more = { sha: decision.sha, headSince: this.#now() };
        return this.#settle(key, "waiting", `Rebased to ${decision.sha.slice(0, 8)}.`, more);
      }
      case "end":
        return this.#end(key, decision.state, decision.reason);
      case "rebase":
      case "merge":
        // It may have been paused while the service was read.
        if (this.#isPaused(entry)) return this.#settle(key, "waiting", "Paused.");
        return this.#write(entry, decision.kind);
    }
  }

  async #write(entry: StoredEntry, kind: "rebase" | "merge"): Promise<void> {
    const { key, sha, targetBranch } = entry;
    const { service } = this.#options;
    const intent =
      kind === "rebase"
        ? { state: "rebasing" as const, rebases: entry.rebases + 1 }
        : { state: "merging" as const };
    const reason = kind === "rebase" ? `Rebasing onto ${targetBranch}.` : `Merging ${sha.slice(0, 8)}.`;
    // Throws where the disk is full: nothing is sent that a kill would hide.
    this.#store(this.#changed(key, { ...intent, reason, sentAt: this.#now() }, reason));
    try {
      if (kind === "rebase") await service.rebase(entry);
      else await service.merge(entry, sha);
    } catch (error) {
      this.#failWrite(key, kind, error);
    }
  }

  /** A write was refused, was never sent, or nobody knows: then its state stays, and the service is read first. */
  #failWrite(key: string, kind: "rebase" | "merge", error: unknown): void {
    const entry = this.#find(key);
    if (!entry) return;
    if (!(error instanceof ProblemError)) throw error;
    const { code, status, message, changed } = error.problem;
    if (code === "uncertain_write" || changed !== "no") this.#settle(key, entry.state, message);
    else if (passing.has(code)) this.#settle(key, "waiting", message);
    else if (kind === "rebase") {
      const lacks = status === 404 || status === 405 || status === 501;
      const reason = lacks
        ? "This service does not rebase. Rebase it yourself, then add it again."
        : `The service refused the rebase: ${message}`;
      this.#end(key, "stopped", reason);
    } else {
      const decision = decideRefusal(entry.refusals, status, message);
      if (decision.kind === "end") this.#end(key, decision.state, decision.reason);
      else this.#settle(key, "waiting", message, { refusals: entry.refusals + 1 });
    }
  }

  /** A read failed: it is tried again, but where there is nothing to read. */
  #fail(key: string, error: unknown): void {
    const entry = this.#find(key);
    if (!entry) return;
    const { code, message } =
      error instanceof ProblemError ? error.problem : { code: "internal", message: String(error) };
    if (code === "not_found") this.#end(key, "stopped", "It is gone, or you no longer have access.");
    else this.#settle(key, entry.state, message);
  }

  #end(key: string, state: "merged" | "stopped", reason: string): void {
    this.#settle(key, state, reason, { endedAt: new Date(this.#now()).toISOString() });
    const entry = this.#find(key);
    if (entry) this.#options.onEnd(toShown(entry));
  }

  /** Changes an entry, with a line of the journal where its state or reason is new. */
  #settle(key: string, state: StoredEntry["state"], reason: string, more: Partial<StoredEntry> = {}): void {
    const entry = this.#find(key);
    if (!entry) return;
    const isNew = entry.state !== state || entry.reason !== reason;
    if (!isNew && Object.keys(more).length === 0) return;
    this.#save(this.#changed(key, { ...more, state, reason }, isNew ? reason : null));
  }

  #change(key: string, more: Partial<StoredEntry>): void {
    this.#save(this.#changed(key, more, null));
  }

  /** Returns the queue with a changed entry. */
  #changed(key: string, change: Partial<StoredEntry>, line: string | null): StoredQueue {
    const entries = this.#queue.entries.map((entry) => {
      if (entry.key !== key) return entry;
      const changed = { ...entry, ...change };
      return line === null ? changed : withLine(changed, this.#now(), line);
    });
    return { ...this.#queue, entries };
  }

  #find(key: string): StoredEntry | undefined {
    return this.#queue.entries.find((entry) => entry.key === key);
  }

  #isPaused(entry: QueueLane): boolean {
    return this.#queue.paused.some((lane) => isInLane(entry, lane));
  }

  #keep(fits: (entry: StoredEntry) => boolean): void {
    const entries = this.#queue.entries.filter(fits);
    const paused = this.#queue.paused.filter((lane) => entries.some((entry) => isInLane(entry, lane)));
    // A kill must not bring back what the user removed.
    this.#store({ entries, paused });
  }

  /** Changes the queue; where the disk is full, the one of this run is right all the same. */
  #save(next: StoredQueue): void {
    const ended = next.entries.filter(hasEnded).slice(0, -maxEnded);
    const queue = { ...next, entries: next.entries.filter((entry) => !ended.includes(entry)) };
    this.#queue = queue;
    whereWritable(() => this.#options.store.save(queue));
    this.#options.onChange(this.state);
  }

  /** Changes the queue once it is on the disk. Throws where it cannot be written. */
  #store(queue: StoredQueue): void {
    this.#options.store.save(queue);
    this.#queue = queue;
    this.#options.onChange(this.state);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

const isSame = (a: NewQueued, b: NewQueued): boolean =>
  a.accountId === b.accountId && a.project === b.project && a.iid === b.iid;

const withLine = (entry: StoredEntry, now: number, text: string): StoredEntry => ({
  ...entry,
  journal: [...entry.journal, { at: new Date(now).toISOString(), text }].slice(-maxLines),
});

/** Returns an entry without what only the queue needs. */
function toShown(entry: StoredEntry): QueuedMergeRequest {
  const {
    fingerprint: _,
    rebases: _a,
    refusals: _b,
    hadPipeline: _c,
    sentAt: _d,
    headSince: _e,
    ...shown
  } = entry;
  return shown;
}

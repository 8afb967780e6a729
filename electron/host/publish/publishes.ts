import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { NewPublish, Publish, PublishDetail } from "../../../shared/host/publishes.ts";
import { whereWritable } from "../../system/storage-error.ts";
import type { Confirmations } from "../confirmation/confirmations.ts";
import { notFoundError, toHostProblem } from "../diagnostics/problems.ts";
import type { Redactor } from "../diagnostics/redactor.ts";
import { checkTarget, matchPeople } from "./check-target.ts";
import { compareSides } from "./compare-sides.ts";
import { type PublishParts, PublishRun } from "./publish-run.ts";
import type { ItemKind, PublishStore, StoredPublish } from "./publish-store.ts";
import { readSource } from "./read-source.ts";
import { isPassing } from "./service-side.ts";
import { projectItem } from "./source-items.ts";
import { writeTarget } from "./write-target.ts";

interface PublishesOptions {
  readonly store: PublishStore;
  readonly parts: PublishParts;
  readonly confirmations: Confirmations;
  readonly redactor: Redactor;
  /** Called with all of them after each change. */
  readonly onChange: (publishes: readonly Publish[]) => void;
  /** Called with one that has ended. */
  readonly onEnd: (publish: Publish) => void;
  /** Milliseconds before a service is tried again the first time. */
  readonly retryMs: number;
}

const maxRetryMs = 300_000;
/** Publishes that are listed at once: each has a copy of its repository. */
const maxPublishes = 50;
/** Time between two events of progress, in ms. */
const emitIntervalMs = 250;

/** One that runs. */
interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Names of kinds as the plan shows them. */
const countedKinds: readonly (readonly [ItemKind, string])[] = [
  ["label", "Labels"],
  ["milestone", "Milestones"],
  ["issue", "Issues"],
  ["issue-thread", "Threads on issues"],
  ["merge-request", "Merge requests"],
  ["version", "Versions"],
  ["thread", "Threads on merge requests"],
  ["wiki-page", "Wiki pages"],
  ["snippet", "Snippets"],
  ["release", "Releases"],
  ["variable", "CI variables"],
  ["protected-branch", "Protected branches"],
  ["protected-tag", "Protected tags"],
];

/** Publishes of projects from one service to another. They go on after a restart, and once a service is back. */
export class Publishes {
  readonly #options: PublishesOptions;
  readonly #all = new Map<string, StoredPublish>();
  readonly #running = new Map<string, Running>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #retryMs = new Map<string, number>();
  readonly #uncertain = new Map<string, Map<string, number>>();
  #emitTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PublishesOptions) {
    this.#options = options;
    for (const stored of options.store.list()) this.#all.set(stored.id, stored);
    for (const { id, state } of this.#all.values())
      if (state === "running" || state === "waiting") this.#run(id);
  }

  /** The newest first. */
  list(): Publish[] {
    return [...this.#all.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).map(toShown);
  }

  /** Throws ProblemError `not_found`, as do all others. */
  detail(id: string): PublishDetail {
    const stored = this.#get(id);
    const { counts, bytes, people, obstacles, compared } = stored;
    const { store } = this.#options;
    const losses = store.losses(id);
    const listedDifferences = store.differences(id);
    return { ...toShown(stored), counts, bytes, people, obstacles, compared, losses, listedDifferences };
  }

  /** Begins to read a source. */
  create(created: NewPublish): Publish {
    // Throws for unknown accounts.
    for (const { accountId } of [created.source, created.target])
      this.#options.parts.connections.get(accountId);
    if (this.#all.size >= maxPublishes) {
      throw new ProblemError({
        code: "conflict",
        message: "There are too many publishes. Remove one first.",
      });
    }
    const stored: StoredPublish = {
      ...created,
      id: randomUUID(),
      phase: "read",
      state: "running",
      message: "Reading the project",
      done: 0,
      total: 0,
      createdAt: new Date().toISOString(),
      readAt: null,
      endedAt: null,
      targetUrl: null,
      differences: null,
      counts: [],
      bytes: 0,
      people: [],
      obstacles: [],
      compared: 0,
      namespaceId: null,
      isConfirmed: false,
    };
    this.#save(stored);
    this.#run(stored.id);
    return toShown(stored);
  }

  /** Makes the new project. Throws ProblemError `unconfirmed` where the user does not agree, and `conflict`. */
  async start(id: string, code: string | null): Promise<Publish> {
    this.#requirePlanned(id);
    await this.#options.confirmations.require({ details: this.#questionOf(this.#get(id)) }, code);
    const stored = this.#requirePlanned(id);
    this.#save({ ...stored, phase: "write", state: "running", isConfirmed: true, message: "Starting" });
    this.#run(id);
    return toShown(this.#get(id));
  }

  #requirePlanned(id: string): StoredPublish {
    const stored = this.#get(id);
    const [obstacle] = stored.obstacles;
    if (stored.state !== "planned" || obstacle !== undefined) {
      const message = obstacle ?? "It has been started, or the project is still being read.";
      throw new ProblemError({ code: "conflict", message });
    }
    return stored;
  }

  #questionOf({ source, target, parts }: StoredPublish): string[] {
    const { accounts } = this.#options.parts;
    const hostOf = (accountId: string) => new URL(accounts.get(accountId).url).host;
    const from = `${source.project} of ${hostOf(source.accountId)}`;
    const to = `${target.namespace}/${target.path} on ${hostOf(target.accountId)}`;
    const visible = {
      private: "its members",
      internal: "everybody with an account there",
      public: "everybody",
    };
    return [
      `Send the project ${from} to ${to}, as a new project that ${visible[target.visibility]} can see`,
      ...(parts.members ? ["Make people with the same name members of it there"] : []),
      ...(parts.variables ? ["Send the values of its CI variables, which are secrets"] : []),
    ];
  }

  pause(id: string): Publish {
    const stored = this.#get(id);
    if (stored.state === "running" || stored.state === "waiting") {
      this.#save({ ...stored, state: "paused", message: "Paused" });
      this.#halt(id);
    }
    return toShown(this.#get(id));
  }

  /** Goes on; one that was not started reads its source again. */
  resume(id: string): Publish {
    const stored = this.#get(id);
    if (stored.state === "running" || stored.state === "done") return toShown(stored);
    this.#save({ ...stored, state: "running", message: "Going on" });
    this.#retryMs.delete(id);
    this.#run(id);
    return toShown(this.#get(id));
  }

  async remove(id: string): Promise<void> {
    this.#get(id);
    const running = this.#running.get(id);
    this.#halt(id);
    this.#all.delete(id);
    await running?.ended;
    this.#options.store.remove(id);
    this.#emit();
  }

  async forgetAccount(accountId: string): Promise<void> {
    const uses = ({ source, target }: StoredPublish) =>
      [source.accountId, target.accountId].includes(accountId);
    for (const stored of [...this.#all.values()]) if (uses(stored)) await this.remove(stored.id);
  }

  /** Returns a JSON text with the old and new address of everything that has one. */
  map(id: string): string {
    const stored = this.#get(id);
    const { store, parts } = this.#options;
    const run = this.#createRun(stored, new AbortController().signal);
    const webUrl = (accountId: string, project: string) =>
      `${parts.accounts.get(accountId).url.replace(/\/$/, "")}/${project}`;
    const [from, to] = [
      webUrl(stored.source.accountId, run.sourceProject),
      webUrl(stored.target.accountId, run.targetProject),
    ];
    const numbered = z.object({ iid: z.int() });
    const snippetResult = z.object({ id: z.int() });
    const addresses = [{ from, to }];
    const add = (path: string, number: number, moved: number | null) => {
      if (moved !== null)
        addresses.push({ from: `${from}/-/${path}/${number}`, to: `${to}/-/${path}/${moved}` });
    };
    for (const { value } of store.items(id, "issue", numbered))
      add("issues", value.iid, run.moved.issue(value.iid));
    for (const { value } of store.items(id, "merge-request", numbered))
      add("merge_requests", value.iid, run.moved.mergeRequest(value.iid));
    for (const { key } of store.items(id, "snippet", z.unknown()))
      add("snippets", Number(key), run.resultOf(`snippet:${Number(key)}`, snippetResult)?.id ?? null);
    return JSON.stringify({ addresses }, null, 2);
  }

  /** Stops all of them; they go on with the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#emitTimer);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
    this.#options.store.close();
  }

  #halt(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#running.get(id)?.stop.abort();
  }

  #createRun(stored: StoredPublish, signal: AbortSignal): PublishRun {
    const { id } = stored;
    const uncertain = this.#uncertain.get(id) ?? new Map<string, number>();
    this.#uncertain.set(id, uncertain);
    const change = (changed: Partial<StoredPublish>) => {
      if (!signal.aborted) this.#change(id, changed);
    };
    return new PublishRun(this.#options.parts, this.#options.store, stored, signal, change, uncertain);
  }

  #run(id: string): void {
    this.#halt(id);
    const before = this.#running.get(id)?.ended ?? Promise.resolve();
    const stop = new AbortController();
    const ended = before.then(() => this.#work(id, stop.signal));
    const running = { stop, ended };
    this.#running.set(id, running);
    void ended.then(() => {
      if (this.#running.get(id) === running) this.#running.delete(id);
    });
  }

  /** Does one phase after the other. Never throws. */
  async #work(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const run = this.#createRun(this.#get(id), signal);
      const { phase } = this.#get(id);
      if (phase === "read") return await this.#plan(run);
      if (!this.#get(id).isConfirmed) throw new Error("nobody has confirmed it");
      if (phase === "write") {
        await writeTarget(run, this.#get(id));
        this.#save({
          ...this.#get(id),
          phase: "verify",
          done: 0,
          total: 0,
          targetUrl: this.#targetUrl(this.#get(id)),
        });
      }
      const { compared, differences } = await compareSides(run, this.#get(id).target.visibility);
      const message =
        differences === 0
          ? `All ${compared} fields are the same.`
          : `${differences} of ${compared} fields differ.`;
      const endedAt = new Date().toISOString();
      this.#save({ ...this.#get(id), state: "done", compared, differences, message, endedAt });
      this.#options.onEnd(toShown(this.#get(id)));
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error);
    }
  }

  async #plan(run: PublishRun): Promise<void> {
    const { store } = this.#options;
    const { id } = run;
    await readSource(run);
    const people = await matchPeople(run);
    const { namespaceId, obstacles } = await checkTarget(run, this.#get(id).target.namespace);
    const refs = Object.keys(store.item(id, "project", "", projectItem)?.refs ?? {});
    const branches = refs.filter((ref) => ref.startsWith("refs/heads/")).length;
    const counts = [
      { what: "Branches", count: branches },
      { what: "Tags", count: refs.length - branches },
      ...countedKinds.map(([kind, what]) => ({ what, count: store.count(id, kind) })),
    ].filter(({ count }) => count > 0);
    const bytes = (await run.code.size()) + (run.wiki.exists ? await run.wiki.size() : 0);
    this.#save({
      ...this.#get(id),
      state: "planned",
      message: obstacles[0] ?? "Read. Nothing has been sent.",
      readAt: new Date().toISOString(),
      counts,
      bytes,
      people,
      obstacles: [...obstacles],
      namespaceId,
    });
  }

  #targetUrl({ target }: StoredPublish): string {
    const { url } = this.#options.parts.accounts.get(target.accountId);
    return `${url.replace(/\/$/, "")}/${target.namespace}/${target.path}`;
  }

  #fail(id: string, error: unknown): void {
    const { message, detail, retryAfter } = this.#options.redactor.problem(toHostProblem(error));
    const stored = this.#get(id);
    if (!isPassing(error)) {
      const why = detail && detail !== message ? `${message} ${detail.slice(0, 300)}` : message;
      this.#save({ ...stored, state: "stopped", message: why });
      return;
    }
    const wait = Math.max(this.#retryMs.get(id) ?? this.#options.retryMs, (retryAfter ?? 0) * 1000);
    this.#retryMs.set(id, Math.min(maxRetryMs, wait * 2));
    this.#save({ ...stored, state: "waiting", message });
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#save({ ...this.#get(id), state: "running" });
      this.#run(id);
    }, wait);
    timer.unref();
    this.#timers.set(id, timer);
  }

  #get(id: string): StoredPublish {
    const stored = this.#all.get(id);
    if (!stored) throw notFoundError("This publish");
    return stored;
  }

  /** Changes what is shown; progress is counted again after a restart. */
  #change(id: string, change: Partial<StoredPublish>): void {
    const stored = this.#all.get(id);
    if (!stored) return;
    this.#all.set(id, { ...stored, ...change });
    if ((change.done ?? 0) > 0) this.#retryMs.delete(id);
    if (this.#emitTimer !== undefined || this.#isClosed) return;
    this.#emitTimer = setTimeout(() => this.#emit(), emitIntervalMs);
    this.#emitTimer.unref();
  }

  #save(stored: StoredPublish): void {
    this.#all.set(stored.id, stored);
    whereWritable(() => this.#options.store.save(stored));
    this.#emit();
  }

  #emit(): void {
    clearTimeout(this.#emitTimer);
    this.#emitTimer = undefined;
    if (!this.#isClosed) this.#options.onChange(this.list());
  }
}

/** Returns a publish without what only its detail and the host need. */
function toShown(stored: StoredPublish): Publish {
  const {
    counts: _,
    bytes: _b,
    people: _p,
    obstacles: _o,
    compared: _c,
    namespaceId: _n,
    isConfirmed: _i,
    ...shown
  } = stored;
  return shown;
}

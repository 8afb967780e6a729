import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import type { NewPublish } from "../../../shared/host/publishes.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Network } from "../network/network.ts";
import type { OperationParts } from "../operations/run-operation.ts";
import type { RelayedRepository } from "./git-relay.ts";
import type { PublishStore, StoredPublish } from "./publish-store.ts";
import { type MovedNumbers, markOf, rewriteText } from "./rewrite-text.ts";
import { createServiceSide, isPassing, isRefusal, type ServiceSide } from "./service-side.ts";
import type { Person } from "./source-items.ts";
import { StagedRepository } from "./staged-repository.ts";

export interface PublishParts extends OperationParts {
  readonly accounts: Accounts;
  readonly network: Network;
}

/** One write: how it is found again where nobody knows whether it happened, and how it is made. */
interface Step<T> {
  /** Kind and name, for the report where the target refuses it. */
  readonly what: string;
  readonly name: string;
  readonly find: () => Promise<T | null>;
  readonly write: () => Promise<T>;
}

/** Result of a step: what the target returned, or its reason not to. */
const outcome = z.union([z.object({ value: z.unknown() }), z.object({ refused: z.string() })]);

const userOf = z.object({ id: z.int(), username: z.string(), name: z.string() });
const personItem = z.object({ target: userOf.nullable() });
const numbered = z.object({ iid: z.int() });

/** Writes of one step whose outcome stays unknown, after which it is left out. */
const maxUncertain = 3;
/** Looks for what an unconfirmed attempt may still make, and milliseconds between two. */
const maxLooks = 20;
const lookMs = 250;

/** The services, repositories and store of a publish while it runs. */
export class PublishRun {
  readonly id: string;
  readonly store: PublishStore;
  readonly source: ServiceSide;
  readonly target: ServiceSide;
  readonly parts: NewPublish["parts"];
  readonly sourceProject: string;
  /** Full path of the new project. */
  readonly targetProject: string;
  readonly code: StagedRepository;
  readonly wiki: StagedRepository;
  readonly sourceCode: RelayedRepository;
  readonly sourceWiki: RelayedRepository;
  readonly targetCode: RelayedRepository;
  readonly targetWiki: RelayedRepository;
  readonly moved: MovedNumbers;
  readonly signal: AbortSignal;
  readonly #change: (change: Partial<StoredPublish>) => void;
  readonly #uncertain: Map<string, number>;
  #done = 0;

  constructor(
    services: PublishParts,
    store: PublishStore,
    stored: StoredPublish,
    signal: AbortSignal,
    change: (change: Partial<StoredPublish>) => void,
    uncertain: Map<string, number>,
  ) {
    const { id, source, target, parts } = stored;
    this.id = id;
    this.store = store;
    this.parts = parts;
    this.signal = signal;
    this.#change = change;
    this.#uncertain = uncertain;
    this.source = createServiceSide(services, source.accountId, signal);
    this.target = createServiceSide(services, target.accountId, signal);
    this.sourceProject = source.project;
    this.targetProject = `${target.namespace}/${target.path}`;
    const folder = store.folderOf(id);
    this.code = new StagedRepository(folder, "code.git", services.network, signal);
    this.wiki = new StagedRepository(folder, "wiki.git", services.network, signal);
    const repository = (accountId: string, path: string, writable: boolean): RelayedRepository => ({
      endpoint: services.connections.get(accountId).client.endpoint,
      path,
      writable,
    });
    this.sourceCode = repository(source.accountId, this.sourceProject, false);
    this.sourceWiki = repository(source.accountId, `${this.sourceProject}.wiki`, false);
    this.targetCode = repository(target.accountId, this.targetProject, true);
    this.targetWiki = repository(target.accountId, `${this.targetProject}.wiki`, true);
    const webUrl = (accountId: string) => services.accounts.get(accountId).url.replace(/\/$/, "");
    this.moved = {
      source: { project: this.sourceProject, webUrl: webUrl(source.accountId) },
      target: { project: this.targetProject, webUrl: webUrl(target.accountId) },
      issue: (number) => this.#numberOf("issue", number),
      mergeRequest: (number) => this.#numberOf("merge-request", number),
    };
  }

  /** Shows what is done now. */
  report(message: string): void {
    this.signal.throwIfAborted();
    this.#change({ message });
  }

  /** Begins to count the steps of a phase. */
  begin(total: number): void {
    this.#done = 0;
    this.#change({ done: 0, total });
  }

  /** One more step is done. */
  advance(message: string): void {
    this.signal.throwIfAborted();
    this.#done++;
    this.#change({ message, done: this.#done });
  }

  /** Records what is not kept. */
  lose(what: string, why: string, example = ""): void {
    this.store.addLoss(this.id, what, why, example);
  }

  /** Records a person who may be on the target, too. */
  meet(person: Person | null): void {
    if (person) this.store.putItem(this.id, "person", person.username, { person, target: null });
  }

  /** Returns the target's id of a user of the source; null for nobody. */
  userId(username: string): number | null {
    return this.store.item(this.id, "person", username, personItem)?.target?.id ?? null;
  }

  /** Returns the target's ids of users of the source, without those who are not there. */
  userIds(usernames: readonly string[]): number[] {
    return usernames.flatMap((username) => this.userId(username) ?? []);
  }

  /** Returns a text of the source as the target has it. */
  rewrite(text: string): string {
    return rewriteText(text, this.moved);
  }

  /** Does what the service may not have, or not show. */
  async optional(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.lose(what, error.problem.message);
    }
  }

  markOf(key: string): string {
    return markOf(this.id, key);
  }

  /**
   * Makes a write once and returns its result; null where the target refused it, which is recorded. Its intent is on the
   * disk before it is sent; where an earlier attempt may have arrived it is looked up first. Throws ProblemError where
   * nobody knows, and what passes.
   */
  async once<S extends z.ZodType>(
    key: string,
    schema: S,
    step: Step<z.input<S>>,
  ): Promise<z.output<S> | null> {
    this.signal.throwIfAborted();
    const known = this.store.step(this.id, key);
    if (known?.done) {
      const result = outcome.parse(known.result);
      return "value" in result ? schema.parse(result.value) : null;
    }
    if (known) {
      const found = await step.find();
      if (found !== null) return this.#finish(key, schema, found);
      const attempts = this.#uncertain.get(key) ?? 0;
      if (attempts >= maxUncertain) return this.#refuse(key, step, "The target did not confirm it.");
    }
    this.store.intendStep(this.id, key);
    try {
      return this.#finish(key, schema, await step.write());
    } catch (error) {
      if (isRefusal(error)) {
        // The service may have been at work on the first attempt while it was looked for.
        const found = known ? await this.#findLate(step) : null;
        return found === null
          ? this.#refuse(key, step, error.problem.message)
          : this.#finish(key, schema, found);
      }
      if (!isPassing(error)) throw error;
      if (error instanceof ProblemError && error.problem.code === "uncertain_write")
        this.#uncertain.set(key, (this.#uncertain.get(key) ?? 0) + 1);
      else if (error instanceof ProblemError && error.problem.changed === "no")
        this.store.forgetStep(this.id, key);
      throw error;
    }
  }

  /** Looks for what an unconfirmed attempt has made until it is there, for some seconds. */
  async #findLate<T>(step: Step<T>): Promise<T | null> {
    for (let looks = 0; looks < maxLooks; looks++) {
      const found = await step.find();
      if (found !== null) return found;
      await setTimeout(lookMs, undefined, { signal: this.signal });
    }
    return null;
  }

  #finish<S extends z.ZodType>(key: string, schema: S, value: z.input<S>): z.output<S> {
    const parsed = schema.parse(value);
    this.store.finishStep(this.id, key, { value: parsed });
    return parsed;
  }

  #refuse(key: string, { what, name }: Pick<Step<unknown>, "what" | "name">, why: string): null {
    this.lose(what, why, name);
    this.store.finishStep(this.id, key, { refused: why });
    return null;
  }

  /** Returns the result of an earlier step; null where it was refused or is still to be made. */
  resultOf<S extends z.ZodType>(key: string, schema: S): z.output<S> | null {
    const known = this.store.step(this.id, key);
    if (!known?.done) return null;
    const result = outcome.parse(known.result);
    return "value" in result ? schema.parse(result.value) : null;
  }

  #numberOf(kind: "issue" | "merge-request", number: number): number | null {
    return this.resultOf(`${kind}:${number}`, numbered)?.iid ?? null;
  }
}

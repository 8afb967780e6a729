import { setTimeout as delay } from "node:timers/promises";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { type Fields, findForeign } from "../../../shared/api/identity/identity.ts";
import { operationIdentity } from "../../../shared/api/identity/kinds.ts";
import { findWriteCheck } from "../../../shared/api/write-checks/find-write-check.ts";
import {
  type Judgement,
  type Known,
  showsResponseOf,
  undecided,
  type WriteCheck,
  type WriteCheckContext,
} from "../../../shared/api/write-checks/write-check.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { jsonKindOf } from "../checks/kind-check.ts";
import { ServiceRequestError } from "../client/network-error.ts";
import { readAllPages } from "./all-pages.ts";
import { encodeOperationCall, type OperationCall } from "./operation-call.ts";
import { type ReadContext, readOperation } from "./read-operation.ts";

/** Milliseconds that the check may take. */
const checkTimeoutMs = 30_000;
/** Milliseconds that a read before the write may take. */
const firstReadTimeoutMs = 5_000;
/** Delay of the second look, in first delays of the policy: caches and replicas of a service show a write a little later. */
const secondLook = 8;

/** Outcome of a write whose response is missing or wrong: done, provably not done, or unknown. */
export interface WriteOutcome {
  readonly changed: Judgement["changed"];
  /** JSON of what the write would have returned, where it is done and the service shows it. */
  readonly found?: unknown;
  /** Sentence for the user that says what is known. */
  readonly sentence: string;
}

interface CheckContext extends ReadContext {
  readonly user: WriteCheckContext["user"];
}

/** A check of a write that is about to be sent; it looks at the service when it is called, and never throws. */
type OutcomeSearch = () => Promise<WriteOutcome>;

const unchecked: WriteOutcome = { changed: "unknown", sentence: "Check on the service before you retry." };

/** Prepares the check of a write, which has to know what was there before. */
export async function prepareOutcomeSearch(
  context: CheckContext,
  call: OperationCall,
): Promise<OutcomeSearch> {
  const check = findWriteCheck(call.operation);
  if (!check || "unseen" in check) return async () => unchecked;
  const cached = await rememberKnown(context, check, call.input);
  const first = await readFirst(context, check, call.input, cached);
  const sentAt = Date.now();
  return () => search(context, check, call, { known: () => [...first, ...cached()], sentAt });
}

interface Sent {
  readonly known: KnownBefore;
  /** Time of sending by this machine's clock, which alone it is compared with. */
  readonly sentAt: number;
}

async function search(
  context: CheckContext,
  check: WriteCheck,
  call: OperationCall,
  sent: Sent,
): Promise<WriteOutcome> {
  const signal = AbortSignal.timeout(checkTimeoutMs);
  try {
    let judged = await checkOnce(context, check, call, sent, signal);
    if (judged.changed === "no") {
      // Only what is missing twice is missing: the service may still be at work, or show an older state.
      await delay(context.policy().firstDelayMs * secondLook, undefined, { signal });
      judged = await checkOnce(context, check, call, sent, signal);
    }
    const [yes, no] = check.sentences(call.input);
    switch (judged.changed) {
      case "unknown":
        return {
          changed: "unknown",
          sentence: "Helve checked, but the service does not show whether it happened.",
        };
      case "no":
        return { changed: "no", sentence: `Helve checked: ${no}` };
      case "yes": {
        const isShown = showsResponseOf(check.read, call.operation);
        return {
          changed: "yes",
          sentence: `Helve checked: ${yes}`,
          found: isShown ? judged.found : undefined,
        };
      }
    }
  } catch (error) {
    const why = error instanceof ProblemError ? error.problem.message : "The service did not respond.";
    return { changed: "unknown", sentence: `Helve could not check whether it happened: ${why}` };
  }
}

async function checkOnce(
  context: CheckContext,
  check: WriteCheck,
  { input }: OperationCall,
  { known, sentAt }: Sent,
  signal: AbortSignal,
): Promise<Judgement> {
  const { value, isComplete, ageMs } = await read(context, check, check.input(input), signal);
  const judged = check.judge(value, input, { user: context.user, before: known(), isComplete });
  // A response that a cache made before the write shows nothing of it.
  const isOlder = ageMs > Date.now() - sentAt;
  return isOlder && judged.changed === "no" ? undecided : judged;
}

interface Shown {
  /** The JSON of the read, null where the service says that there is no such thing. */
  readonly value: unknown;
  /** Whether it is all that there is. */
  readonly isComplete: boolean;
  /** Age of the response in a cache of the service, in ms. */
  readonly ageMs: number;
}

async function read(
  context: ReadContext,
  check: Pick<WriteCheck, "read" | "firstPageOnly">,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Shown> {
  const call = await encodeOperationCall(check.read, given(input));
  const options = { signal, fresh: true };
  const isWalked = jsonKindOf(check.read) === "array" && check.read.paged && !check.firstPageOnly;
  try {
    const response = isWalked
      ? await readAllPages(context, call, options)
      : await readOperation(context, call, options);
    const value: unknown = JSON.parse(await new Response(response.body).text());
    const isComplete = response.gap === undefined && isAll(value, response.headers);
    return { value, isComplete, ageMs: Number(response.headers.get("age") ?? 0) * 1000 };
  } catch (error) {
    if (!(error instanceof ProblemError) || !isMissing(error, check.read)) throw error;
    return { value: null, isComplete: true, ageMs: 0 };
  }
}

/** Returns whether a list has as many entries as the service counts, and no further page. */
function isAll(value: unknown, headers: Headers): boolean {
  const { total, nextPage, nextUrl } = readPaging(headers);
  const isLast = nextPage === null && nextUrl === null;
  return !Array.isArray(value) || (isLast && (total === null || total === value.length));
}

/**
 * Returns whether a problem says that the thing itself does not exist. Services say the same of a project that is hidden
 * from this account now, and the page of a gateway says nothing of either.
 */
function isMissing(error: ProblemError, { path }: AnyOperation): boolean {
  const { problem } = error;
  const isPage = error instanceof ServiceRequestError && error.webPage;
  if (problem.code !== "not_found" || isPage) return false;
  const other = /(project|group|user|merge request|issue) not found/i
    .exec(problem.detail)?.[1]
    ?.toLowerCase();
  if (other === undefined) return true;
  const collection = /([\w-]+)\/[:*]\w+$/.exec(path)?.[1]?.replaceAll("_", " ");
  return collection === `${other}s`;
}

interface Found {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Responses from before a write; parsed when they are needed, which is seldom. */
type KnownBefore = () => readonly Known[];

/** Returns what is cached now of the things that a check will read, also as entries of their lists. */
async function rememberKnown(
  { cache, account }: Pick<ReadContext, "cache" | "account">,
  check: WriteCheck,
  written: Fields,
): Promise<KnownBefore> {
  const reads = [{ read: check.read, input: check.input }, ...(check.known ?? [])];
  const taken = await Promise.all(
    reads.map(async ({ read, input }) => {
      const values = given(input(written));
      const path = await pathOf(read, values);
      if (path === null) return [];
      const isList = jsonKindOf(read) === "array";
      const own = cache.listBelow(account, path);
      const lists = isList ? [] : cache.listBelow(account, path.slice(0, path.lastIndexOf("/")));
      return [{ read, values, own, lists }];
    }),
  );
  return () =>
    taken
      .flat()
      .flatMap(({ read, values, own, lists }) => [...own.map(toKnown), ...entries(read, values, lists)]);
}

/** Sends the read that a check needs before the write, once; nothing is known where that fails. */
async function readFirst(
  context: ReadContext,
  { first }: WriteCheck,
  written: Fields,
  cached: KnownBefore,
): Promise<readonly Known[]> {
  if (!first?.isNeeded(written, cached())) return [];
  const once = { ...context, policy: () => ({ ...context.policy(), retries: 0 }) };
  try {
    const { value } = await read(once, first, first.input(written), AbortSignal.timeout(firstReadTimeoutMs));
    return [{ query: {}, value }];
  } catch {
    return [];
  }
}

/** Returns an input without what is not given. */
const given = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Returns the path of a read without its query, null where the input is not one of it. */
async function pathOf(read: AnyOperation, values: Record<string, unknown>): Promise<string | null> {
  try {
    return (await encodeOperationCall(read, values)).path.split("?")[0] ?? null;
  } catch {
    return null;
  }
}

function toKnown({ path, body }: Found): Known {
  const query = Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? ""));
  return { query, value: parseJson(Buffer.from(body).toString("utf8")) };
}

/** Returns the requested thing as the cached lists of its kind show it. */
function entries(read: AnyOperation, values: Record<string, unknown>, lists: readonly Found[]): Known[] {
  const identity = operationIdentity(read);
  if (!identity) return [];
  const exchange = { isRead: true, isRedirected: false };
  return lists
    .map(toKnown)
    .flatMap(({ query, value }) =>
      (Array.isArray(value) ? value : [])
        .filter((entry) => findForeign(read, identity, values, entry, exchange) === null)
        .map((entry) => ({ query, value: entry })),
    );
}

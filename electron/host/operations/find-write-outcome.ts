import { setTimeout as delay } from "node:timers/promises";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { writeCheckFor } from "../../../shared/api/write-checks/index.ts";
import type { Changed, WriteCheck, WriteCheckContext } from "../../../shared/api/write-checks/write-check.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { jsonKindOf } from "../checks/json-kind.ts";
import { ServiceRequestError } from "../client/service-request-error.ts";
import { readAllPages } from "./all-pages.ts";
import { given, type KnownBefore, rememberKnown } from "./known-before.ts";
import { encodeOperationCall, type OperationCall } from "./operation-call.ts";
import { type ReadContext, readOperation } from "./read-operation.ts";

/** Milliseconds that the check may take. */
const checkTimeoutMs = 30_000;
/** Delay of the second look, in first delays of the policy: caches and replicas of a service show a write a little later. */
const secondLook = 8;

/** The result of the check. */
export interface WriteOutcome {
  readonly changed: Changed;
  /** A sentence for the user. */
  readonly sentence: string;
}

interface CheckContext extends ReadContext {
  readonly user: WriteCheckContext["user"];
}

/** A check of a write that is about to be sent; it looks at the service when it is called, and never throws. */
export type OutcomeSearch = () => Promise<WriteOutcome>;

const unchecked: WriteOutcome = { changed: "unknown", sentence: "Check on the service before you retry." };

/** Prepares the check of a write, which has to know what was there before. */
export async function prepareOutcomeSearch(
  context: CheckContext,
  call: OperationCall,
): Promise<OutcomeSearch> {
  const check = writeCheckFor(call.operation);
  if (!check) return async () => unchecked;
  const sentAt = Date.now();
  const known = await rememberKnown(context, check, call.input);
  return () => search(context, check, call, { known, sentAt });
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
    let changed = await checkOnce(context, check, call, sent, signal);
    if (changed === "no") {
      // Only what is missing twice is missing: the service may still be at work, or show an older state.
      await delay(context.policy().firstDelayMs * secondLook, undefined, { signal });
      changed = await checkOnce(context, check, call, sent, signal);
    }
    const [yes, no] = check.sentences(call.input);
    if (changed === "unknown") {
      return { changed, sentence: "Helve checked, but the service does not show whether it happened." };
    }
    return { changed, sentence: `Helve checked: ${changed === "yes" ? yes : no}` };
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
): Promise<Changed> {
  const { value, isComplete, ageMs } = await read(context, check, check.input(input), signal);
  const changed = check.judge(value, input, { user: context.user, before: known(), isComplete });
  // A response that a cache made before the write shows nothing of it.
  const isOlder = ageMs > Date.now() - sentAt;
  return isOlder && changed === "no" ? "unknown" : changed;
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
  check: WriteCheck,
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

import { setTimeout as delay } from "node:timers/promises";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { writeCheckFor } from "../../../shared/api/write-checks/index.ts";
import type { Changed, WriteCheck, WriteCheckContext } from "../../../shared/api/write-checks/write-check.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { encodeOperationCall, type OperationCall } from "./operation-call.ts";
import { type ReadContext, readOperation } from "./read-operation.ts";

/** Milliseconds that the check may take. */
const checkTimeoutMs = 30_000;
/** A service's clock shows whole seconds. */
const clockGrainMs = 2000;

/** The result of the check. */
export interface WriteOutcome {
  readonly changed: Changed;
  /** A sentence for the user. */
  readonly sentence: string;
}

/** A write whose outcome is unknown. */
export interface UncertainWrite {
  readonly call: OperationCall;
  /** Time of sending, ms since 1970 by this machine's clock. */
  readonly sentAt: number;
  /** Whether a response arrived; without one the service may still be at work, so that it is checked twice. */
  readonly hasResponse: boolean;
}

/** Reads from the service whether an uncertain write was done. Never throws. */
export async function findWriteOutcome(
  context: ReadContext & { readonly username: string | null },
  { call, sentAt, hasResponse }: UncertainWrite,
): Promise<WriteOutcome> {
  const check = writeCheckFor(call.operation);
  if (!check) return { changed: "unknown", sentence: "Check on the service before you retry." };
  const signal = AbortSignal.timeout(checkTimeoutMs);
  try {
    let changed = await checkOnce(context, check, call, sentAt, signal);
    if (changed === "no" && !hasResponse) {
      await delay(context.policy().firstDelayMs * 4, undefined, { signal });
      changed = await checkOnce(context, check, call, sentAt, signal);
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
  context: ReadContext & { readonly username: string | null },
  check: WriteCheck,
  { input }: OperationCall,
  sentAt: number,
  signal: AbortSignal,
): Promise<Changed> {
  const { value, skewMs } = await read(context, check.read, check.input(input), signal);
  const seen: WriteCheckContext = { since: sentAt + skewMs - clockGrainMs, username: context.username };
  return check.judge(value, input, seen);
}

/** Returns the JSON of a read, null for a 404, and how far the service's clock is ahead. */
async function read(
  context: ReadContext,
  operation: AnyOperation,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<{ readonly value: unknown; readonly skewMs: number }> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  try {
    const response = await readOperation(context, await encodeOperationCall(operation, given), {
      signal,
      fresh: true,
    });
    const date = Date.parse(response.headers.get("date") ?? "");
    const value: unknown = JSON.parse(await new Response(response.body).text());
    return { value, skewMs: Number.isNaN(date) ? 0 : date - Date.now() };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "not_found") throw error;
    return { value: null, skewMs: 0 };
  }
}

import { collect } from "../client/body.ts";
import { discardBody } from "../client/discard-body.ts";
import { refusal } from "../client/refusal.ts";
import { type RetryPolicy, withRetries } from "../client/retry.ts";
import type { Incoming, ServiceClient } from "../client/service-client.ts";
import { ServiceFailure } from "../client/service-failure.ts";
import type { Answer } from "./answer.ts";
import { safeHeaders } from "./answer-headers.ts";
import type { OperationCall } from "./operation-call.ts";

const answerLimit = 64 * 1024 * 1024;
const answerDeadline = 120_000;

/**
 * Carries out a write once. It is repeated only while the connection was never made; any other failure on the way is
 * the problem `uncertain_write`. Throws ProblemError.
 */
export async function writeOperation(
  client: ServiceClient,
  call: OperationCall,
  signal: AbortSignal,
  policy: RetryPolicy,
): Promise<Answer> {
  const { method } = call.operation;
  const outgoing = {
    method,
    path: call.path,
    operation: call.key,
    body: call.body,
    ...(call.contentType ? { headers: { "content-type": call.contentType } } : {}),
  };
  let incoming: Incoming;
  try {
    incoming = await withRetries(
      () => client.send(outgoing, signal),
      (failure) => failure.unsent && failure.passing,
      signal,
      policy,
    );
  } catch (error) {
    throw error instanceof ServiceFailure ? doubt(error, call) : error;
  }
  if (incoming.status >= 300) throw await refusal(incoming, `${method} ${call.path.split("?")[0]}`, false);
  return { status: incoming.status, ...(await readAnswer(incoming)), source: "network", age: 0 };
}

/** What a failure without an answer means for a write. */
function doubt(failure: ServiceFailure, call: OperationCall): ServiceFailure {
  const { problem } = failure;
  if (failure.unsent || problem.code === "refused") {
    return new ServiceFailure({ ...problem, changed: "no" }, failure);
  }
  if (problem.code === "canceled") return failure;
  return new ServiceFailure({
    ...problem,
    code: "uncertain_write",
    message: `${problem.message} It may have happened or not: look before you repeat it.`,
    operation: call.key,
    changed: "unknown",
    retry: false,
  });
}

async function readAnswer(incoming: Incoming) {
  const headers = safeHeaders(incoming.headers, false);
  try {
    const { chunks, rest } = await collect(incoming.body, answerLimit, answerDeadline);
    if (rest) discardBody(incoming.body);
    else return { headers, body: Buffer.concat(chunks) };
  } catch {
    discardBody(incoming.body);
  }
  throw new ServiceFailure({
    code: "bad_response",
    message: "This was done, but the service's answer broke off. Look again to see the result.",
    detail: `HTTP ${incoming.status}`,
    changed: "yes",
  });
}

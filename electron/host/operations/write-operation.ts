import type { WriteCheckContext } from "../../../shared/api/write-checks/write-check.ts";
import { discardBody } from "../client/discard-body.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { withRetries } from "../client/retry.ts";
import type { ServiceRequest, ServiceResponse } from "../client/service-client.ts";
import { ServiceRequestError } from "../client/service-request-error.ts";
import { confirmWrite } from "./confirm-write.ts";
import { prepareOutcomeSearch, type WriteOutcome } from "./find-write-outcome.ts";
import type { OperationCall } from "./operation-call.ts";
import type { OperationResponse } from "./operation-response.ts";
import type { ReadContext } from "./read-operation.ts";

export interface WriteContext extends ReadContext {
  /** The account's user, null where unknown. */
  readonly user: WriteCheckContext["user"];
}

/**
 * Sends a write once. It is repeated only while no connection was made. Where its response is missing or not the
 * operation's, the problem is `uncertain_write`, with the outcome that was found on the service. Throws ProblemError.
 */
export async function writeOperation(
  context: WriteContext,
  call: OperationCall,
  signal: AbortSignal,
): Promise<OperationResponse> {
  const { client, policy } = context;
  const findOutcome = await prepareOutcomeSearch(context, call);
  const unsure = async (failure: ServiceRequestError, hasResponse: boolean) =>
    resolved(failure, call, hasResponse, await findOutcome());
  let incoming: ServiceResponse;
  try {
    incoming = await withRetries(
      () => client.send(toRequest(call), signal),
      (failure) => failure.notSent && failure.retryable,
      signal,
      policy(),
    );
  } catch (error) {
    if (!(error instanceof ServiceRequestError) || error.problem.code === "canceled") throw error;
    if (error.notSent) throw new ServiceRequestError({ ...error.problem, changed: "no" }, error);
    throw await unsure(error, error.webPage);
  }
  const { status } = incoming;
  const where = `${call.operation.method} ${call.path.split("?")[0]}`;
  if (status >= 400) {
    const failure = await readErrorResponse(incoming, where, false);
    if (failure.problem.changed === "no") throw failure;
    throw await unsure(failure, true);
  }
  if (status >= 300) {
    discardBody(incoming.body);
    throw await unsure(redirected(`${where}: HTTP ${status}`, incoming, client.endpoint.base), true);
  }
  const confirmation = await confirmWrite(call, incoming);
  if ("doubt" in confirmation) throw await unsure(unconfirmed(`${where}: ${confirmation.doubt}`), true);
  return { ...confirmation, source: "network", age: 0 };
}

const toRequest = ({ operation, path, key, body, contentType }: OperationCall): ServiceRequest => ({
  method: operation.method,
  path,
  operation: key,
  body,
  ...(contentType ? { headers: { "content-type": contentType } } : {}),
});

const unconfirmed = (detail: string): ServiceRequestError =>
  new ServiceRequestError({ code: "uncertain_write", message: "The service did not confirm this.", detail });

/**
 * Returns the problem of a redirected write, which is never followed: as another method, or a second time, it could do
 * something else. Whoever sent it may have forwarded the write first.
 */
function redirected(detail: string, { headers }: ServiceResponse, base: URL): ServiceRequestError {
  const location = headers.get("location");
  const target = location !== null && URL.canParse(location, base) ? new URL(location, base) : null;
  if (!target || target.origin === base.origin) return unconfirmed(detail);
  const message = `The service did not confirm this, but redirected it. If it has moved, change the account's URL to ${target.origin}.`;
  return new ServiceRequestError({ code: "uncertain_write", message, detail });
}

/** Returns the problem of an uncertain write, with the outcome that was found on the service. */
function resolved(
  { problem }: ServiceRequestError,
  call: OperationCall,
  hasResponse: boolean,
  { changed, sentence }: WriteOutcome,
): ServiceRequestError {
  return new ServiceRequestError({
    ...problem,
    code: "uncertain_write",
    message: `${problem.message} ${sentence}`,
    operation: call.key,
    changed,
    // Without a response the service may still be at work on the first one.
    retry: changed === "no" && hasResponse,
  });
}

import { ProblemError } from "../../../shared/errors.ts";
import { BodyDefect } from "../checks/body-defect.ts";
import { fileLimits } from "../checks/body-limits.ts";
import { discardBody } from "../client/discard-body.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { networkError } from "../client/network-error.ts";
import type { RetryPolicy } from "../client/retry.ts";
import type { ServiceClient, ServiceResponse } from "../client/service-client.ts";
import type { OperationCall } from "../operations/operation-call.ts";
import { unexpectedStatus, waitForGate } from "../operations/read-operation.ts";
import { defectFailure } from "../operations/receive-body.ts";
import type { RestHold } from "./rest-hold.ts";

/** A job's trace at its service. */
export interface ServiceTrace {
  readonly client: ServiceClient;
  readonly policy: () => RetryPolicy;
  call: OperationCall;
  /** Whether a part of the trace can be requested: false once the service sent something else than that part. */
  honoursRange: boolean;
  /** Delay of reading what follows the first lines. */
  readonly rest: RestHold;
}

/** Stored bytes that are requested again, to see that a part belongs to what is stored. */
export const overlapBytes = 4096;

/** Requests the trace. Returns null where there is none. Throws ServiceRequestError. */
export async function requestTrace(
  trace: ServiceTrace,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<ServiceResponse | null> {
  const { client, call } = trace;
  await waitForGate(trace, call.key, signal);
  const plain = "range" in headers;
  const incoming = await client.send(
    { method: "GET", path: call.path, operation: call.key, headers, plain, limits: fileLimits },
    signal,
  );
  const { status } = incoming;
  if (status === 204 || status === 404 || status === 410) {
    discardBody(incoming.body);
    return null;
  }
  if (status === 200 || status === 206 || status === 416) return incoming;
  if (status >= 400) throw await readErrorResponse(incoming, `GET ${call.path}`, true);
  discardBody(incoming.body);
  throw unexpectedStatus(status, client);
}

/** Returns the error of a body that failed while it was read. */
export function readFailure(
  { client }: ServiceTrace,
  incoming: ServiceResponse,
  error: unknown,
): ProblemError {
  const { host } = client.endpoint.base;
  if (error instanceof BodyDefect) return defectFailure(error, incoming, host);
  return error instanceof ProblemError ? error : networkError(error, host);
}

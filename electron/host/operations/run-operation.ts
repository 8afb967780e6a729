import { Readable } from "node:stream";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { type Mismatch, readResponse } from "../../../shared/api/contract/read-response.ts";
import type { WriteCheckContext } from "../../../shared/api/write-checks/write-check.ts";
import { type Problem, ProblemError } from "../../../shared/errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { discardBody } from "../client/body.ts";
import type { Connections } from "../client/connections.ts";
import { readErrorResponse } from "../client/error-response.ts";
import { ServiceRequestError } from "../client/network-error.ts";
import { withRetries } from "../client/retry.ts";
import type { ServiceRequest, ServiceResponse } from "../client/service-client.ts";
import type { Diagnostics } from "../diagnostics/diagnostics.ts";
import { toHostProblem } from "../diagnostics/problems.ts";
import type { Redactor } from "../diagnostics/redactor.ts";
import { readAllPages } from "./all-pages.ts";
import { confirmWrite } from "./confirm-write.ts";
import { inContractShape } from "./contract-shape.ts";
import { prepareOutcomeSearch, type WriteOutcome } from "./find-write-outcome.ts";
import type { OperationCall, StreamedBody } from "./operation-call.ts";
import { type ReadContext, readOperation } from "./read-operation.ts";
import type { OperationResponse } from "./response-headers.ts";

/** Parts of the host that an operation uses. */
export interface OperationParts {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly cache: ResponseCache;
  readonly diagnostics: Diagnostics;
}

interface RunOptions {
  readonly signal: AbortSignal;
  /** Returns every page of a list as one list. */
  readonly allPages: boolean;
  /** Reads from the disk alone. */
  readonly cacheOnly: boolean;
  /** Name under which the response is pinned in the cache, null where it is not pinned. */
  readonly pinAs: string | null;
}

/** Returns what a read of an account uses. Throws ProblemError `not_found`. */
export function readContextOf(
  { connections, cache }: Omit<OperationParts, "diagnostics">,
  account: string,
): ReadContext {
  const connection = connections.get(account);
  return { account, client: connection.client, cache, policy: () => connection.policy };
}

/**
 * Sends a checked call to the service of an account, or reads it from the cache. Its JSON is in the contract's shape;
 * where the service's was not, Diagnostics shows that. Throws ProblemError.
 */
export async function runOperation(
  parts: OperationParts,
  account: string,
  call: OperationCall,
  { signal, allPages, cacheOnly, pinAs }: RunOptions,
): Promise<OperationResponse> {
  const context = readContextOf(parts, account);
  const { operation, key } = call;
  const { method, paged } = operation;
  const report = (mismatches: readonly Mismatch[]) => {
    for (const one of mismatches)
      parts.diagnostics.add({ kind: "mismatch", accountId: account, operation: key, ...one });
  };
  if (method !== "GET" && method !== "HEAD") {
    const user = parts.accounts.get(account).check?.user ?? null;
    return inContractShape(operation, await writeOperation({ ...context, user }, call, signal), report);
  }
  const options = { signal, cacheOnly, isCancelable: true, pinAs: pinAs ?? undefined };
  if (allPages && paged) return readAllPages(context, call, options, report);
  return inContractShape(operation, await readOperation(context, call, options), report);
}

interface WriteContext extends ReadContext {
  /** The account's user, null where unknown. */
  readonly user: WriteCheckContext["user"];
}

/**
 * Sends a write once. It is repeated only while no connection was made. Where its response is missing or not the
 * operation's, the problem is `uncertain_write`, with the outcome that was found on the service. Throws ProblemError.
 */
async function writeOperation(
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
      // What was read of a stream is gone.
      (failure) => failure.notSent && failure.retryable && !isStreamed(call.body),
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

const isStreamed = (body: OperationCall["body"]): body is StreamedBody =>
  typeof body === "object" && "stream" in body;

const toRequest = ({ operation, path, key, body, contentType }: OperationCall): ServiceRequest => ({
  method: operation.method,
  path,
  operation: key,
  what: operation.summary,
  body: isStreamed(body) ? Readable.from(body.stream, { objectMode: false }) : body,
  headers: {
    ...(contentType ? { "content-type": contentType } : {}),
    ...(isStreamed(body) ? { "content-length": String(body.size) } : {}),
  },
});

const unconfirmed = (detail: string): ServiceRequestError =>
  new ServiceRequestError({ code: "uncertain_write", message: "The service did not confirm this.", detail });

/**
 * Returns the problem of a redirected write, which is never followed: as another method, or a second time, it could do
 * something else. Whoever sent it may have forwarded the write first.
 */
function redirected(detail: string, { headers }: ServiceResponse, base: URL): ServiceRequestError {
  const location = headers.get("location");
  const target = location !== null && URL.canParse(location, base.href) ? new URL(location, base) : null;
  if (!target || target.origin === base.origin) return unconfirmed(detail);
  const message = `The service did not confirm this, but redirected it. If it has moved, change the account's URL to ${target.origin}.`;
  return new ServiceRequestError({ code: "uncertain_write", message, detail });
}

/** Returns the problem of an uncertain write, with the outcome that was found on the service. */
function resolved(
  { problem }: ServiceRequestError,
  call: OperationCall,
  hasResponse: boolean,
  { changed, sentence, found }: WriteOutcome,
): ServiceRequestError {
  return new ServiceRequestError({
    ...problem,
    code: "uncertain_write",
    message: `${problem.message} ${sentence}`,
    operation: call.key,
    changed,
    ...(found === undefined ? {} : { found: foundInShape(call, found) }),
    // Without a response the service may still be at work on the first one.
    retry: changed === "no" && hasResponse,
  });
}

/** Returns what a write would have returned, as it was found, in the contract's shape. */
const foundInShape = ({ operation }: OperationCall, found: unknown): unknown =>
  operation.response.kind === "json" ? readResponse<AnyOperation>(operation, found).value : found;

export interface ReportParts {
  readonly diagnostics: Diagnostics;
  readonly redactor: Redactor;
}

/** Codes of problems that are recorded in Diagnostics: those with causes outside of the page. */
const recordedCodes: ReadonlySet<Problem["code"]> = new Set([
  "bad_response",
  "internal",
  "tls",
  "timeout",
  "unavailable",
  "uncertain_write",
]);

/**
 * Returns the response of `work` without any token that the service sent back; bytes of files stay as they are. Throws its
 * error as a ProblemError without tokens and with the operation's name, `received` until `work` has named it, and records
 * it in Diagnostics.
 */
export async function reportOperation(
  { diagnostics, redactor }: ReportParts,
  accountId: string,
  received: string,
  work: (name: (operation: string) => void) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  let key = received;
  try {
    const response = await work((operation) => {
      key = operation;
    });
    const { body } = response;
    const isJson = body instanceof Uint8Array && /json/.test(response.headers.get("content-type") ?? "");
    return {
      ...response,
      headers: redactor.headers(response.headers),
      body: isJson ? redactor.json(body) : body,
    };
  } catch (error) {
    const found = toHostProblem(error);
    const problem = { ...redactor.problem(found), operation: found.operation ?? key };
    if (recordedCodes.has(problem.code)) {
      const message = `${problem.message} ${problem.detail}`.trim();
      diagnostics.add({ kind: "failure", accountId, operation: problem.operation, message });
    }
    throw new ProblemError(problem);
  }
}

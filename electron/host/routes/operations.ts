import { Hono } from "hono";
import { type Problem, ProblemError } from "../../../shared/errors.ts";
import { hostParameters, operationsPath } from "../../../shared/host/accounts.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { checkCall, findOperation } from "../operations/operation-call.ts";
import { type OperationResponse, toResponse } from "../operations/operation-response.ts";
import { type OperationParts, runOperation } from "../operations/run-operation.ts";
import { toProblem } from "../problems.ts";
import type { Redactor } from "../redactor.ts";
import { readBytes } from "./request-body.ts";

export interface OperationRouteParts extends OperationParts {
  readonly diagnostics: Diagnostics;
  readonly redactor: Redactor;
  readonly closing: AbortSignal;
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

/** `/accounts/:id/operations/…`: the contract's operations and nothing else. */
export function operationRoutes(parts: OperationRouteParts): Hono {
  return new Hono().all("/accounts/:id/operations/*", async (context) => {
    const id = context.req.param("id");
    const request = context.req.raw;
    const url = new URL(request.url);
    // The raw path: `%2F` and `%2E` belong to their segment.
    const path = url.pathname.slice(operationsPath(id).length);
    let key = `${request.method} ${path}`;
    try {
      const account = parts.accounts.get(id);
      const found = findOperation(request.method, path, account.kind);
      key = `${found.operation.method} ${found.operation.path}`;
      const options = takeHostParameters(url.searchParams);
      const reads = request.method === "GET" || request.method === "HEAD";
      const body = reads ? undefined : await readBytes(request);
      const call = await checkCall(found, url.searchParams, body, request.headers.get("content-type"));
      const signal = AbortSignal.any([request.signal, parts.closing]);
      return toResponse(
        redactResponse(parts.redactor, await runOperation(parts, id, call, { ...options, signal })),
      );
    } catch (error) {
      throw recordFailure(parts, id, key, error);
    }
  });
}

/** Returns the parameters that are meant for the host, and removes them from the query. */
function takeHostParameters(search: URLSearchParams) {
  const options = {
    allPages: search.get(hostParameters.pages) === "all",
    cacheOnly: search.get(hostParameters.cache) === "only",
    pinAs: search.get(hostParameters.pin),
  };
  for (const name of Object.values(hostParameters)) search.delete(name);
  return options;
}

/** Returns the response without any token that the service sent back; bytes of files stay as they are. */
function redactResponse(redactor: Redactor, response: OperationResponse): OperationResponse {
  const { body } = response;
  const isJson = body instanceof Uint8Array && /json/.test(response.headers.get("content-type") ?? "");
  return {
    ...response,
    headers: redactor.headers(response.headers),
    body: isJson ? redactor.json(body) : body,
  };
}

/** Returns the problem of an error with its operation's name and without tokens, and records it in Diagnostics. */
function recordFailure(
  parts: OperationRouteParts,
  accountId: string,
  key: string,
  error: unknown,
): ProblemError {
  const found = toProblem(error);
  const problem = { ...parts.redactor.problem(found), operation: found.operation ?? key };
  if (recordedCodes.has(problem.code)) {
    const message = `${problem.message} ${problem.detail}`.trim();
    parts.diagnostics.add({ kind: "failure", accountId, operation: problem.operation, message });
  }
  return new ProblemError(problem);
}

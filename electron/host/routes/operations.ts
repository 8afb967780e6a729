import { Hono } from "hono";
import { type Problem, ProblemError } from "../../../shared/errors.ts";
import { hostParameters, operationsPath } from "../../../shared/host/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { Connections } from "../client/connections.ts";
import type { Diagnostics } from "../diagnostics.ts";
import { readAllPages } from "../operations/all-pages.ts";
import { checkCall, findOperation, type OperationCall } from "../operations/operation-call.ts";
import { type OperationResponse, toResponse } from "../operations/operation-response.ts";
import { readOperation } from "../operations/read-operation.ts";
import { writeOperation } from "../operations/write-operation.ts";
import { toProblem } from "../problems.ts";
import type { Redactor } from "../redactor.ts";
import { readBytes } from "./request-body.ts";

export interface OperationParts {
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly cache: ResponseCache;
  readonly diagnostics: Diagnostics;
  readonly redactor: Redactor;
  readonly closing: AbortSignal;
}

/** What the page cannot help and a developer may want to know. */
const noteworthy: ReadonlySet<Problem["code"]> = new Set([
  "bad_response",
  "internal",
  "tls",
  "timeout",
  "unavailable",
  "uncertain_write",
]);

/** `/accounts/:id/operations/…`: the contract's operations and nothing else. */
export function operationRoutes(parts: OperationParts): Hono {
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
      const wanted = takeHostParameters(url.searchParams);
      const reads = request.method === "GET" || request.method === "HEAD";
      const body = reads ? undefined : await readBytes(request);
      const call = await checkCall(found, url.searchParams, body, request.headers.get("content-type"));
      return toResponse(redacted(parts.redactor, await carryOut(parts, id, call, wanted, request.signal)));
    } catch (error) {
      throw told(parts, id, key, error);
    }
  });
}

interface Wanted {
  readonly allPages: boolean;
  readonly cacheOnly: boolean;
  readonly keep: string | null;
}

function takeHostParameters(search: URLSearchParams): Wanted {
  const wanted = {
    allPages: search.get(hostParameters.pages) === "all",
    cacheOnly: search.get(hostParameters.cache) === "only",
    keep: search.get(hostParameters.keep),
  };
  for (const name of Object.values(hostParameters)) search.delete(name);
  return wanted;
}

function carryOut(
  { accounts, connections, cache, closing }: OperationParts,
  account: string,
  call: OperationCall,
  { allPages, cacheOnly, keep }: Wanted,
  requestSignal: AbortSignal,
): Promise<OperationResponse> {
  const connection = connections.get(account);
  const { client } = connection;
  const signal = AbortSignal.any([requestSignal, closing]);
  const { method, paged } = call.operation;
  const context = { account, client, cache, policy: () => connection.policy };
  if (method !== "GET" && method !== "HEAD") {
    const username = accounts.get(account).check?.user.username ?? null;
    return writeOperation({ ...context, username }, call, signal);
  }
  const options = { signal, cacheOnly, ...(keep ? { keep } : {}) };
  return allPages && paged ? readAllPages(context, call, options) : readOperation(context, call, options);
}

/** The answer without any token that the service sent back; bytes of files stay as they are. */
function redacted(redactor: Redactor, answer: OperationResponse): OperationResponse {
  const { body } = answer;
  const isJson = body instanceof Uint8Array && /json/.test(answer.headers.get("content-type") ?? "");
  return { ...answer, headers: redactor.headers(answer.headers), body: isJson ? redactor.json(body) : body };
}

/** The problem with its operation named, noted where it is worth it, and no token anywhere. */
function told(parts: OperationParts, accountId: string, key: string, error: unknown): ProblemError {
  const found = toProblem(error);
  const problem = { ...parts.redactor.problem(found), operation: found.operation ?? key };
  if (noteworthy.has(problem.code)) {
    const message = `${problem.message} ${problem.detail}`.trim();
    parts.diagnostics.add({ kind: "failure", accountId, operation: problem.operation, message });
  }
  return new ProblemError(problem);
}

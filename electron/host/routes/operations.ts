import type { Hono } from "hono";
import { operationKey } from "../../../shared/api/contract/call-facts.ts";
import { accountRoutes, fileHeaders, operationsPath } from "../../../shared/host/accounts.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { typedCode } from "../confirmation/confirmations.ts";
import {
  checkCall,
  checkFileCall,
  findAllowedOperation,
  type SentFile,
  takeHostParameters,
} from "../operations/operation-call.ts";
import { toPageResponse } from "../operations/response-headers.ts";
import {
  type OperationParts,
  type ReportParts,
  readContextOf,
  reportOperation,
  runOperation,
} from "../operations/run-operation.ts";
import { handle, readRequestBody } from "../page/handle-route.ts";
import type { LocalQuestions } from "../questions/local-questions.ts";

interface OperationRouteParts extends OperationParts, ReportParts {
  readonly localQuestions: LocalQuestions;
  readonly closing: AbortSignal;
}

/** Returns the file that is the body of a request; null where that is something else. */
function sentFile({ headers, body }: Request): SentFile | null {
  const name = headers.get(fileHeaders.name);
  const size = headers.get(fileHeaders.size);
  if (name === null || size === null || !/^\d{1,15}$/.test(size)) return null;
  return { name: decodePercent(name), size: Number(size), stream: body ?? emptyFile() };
}

async function* emptyFile() {}

/** Serves the contract's operations and nothing else. */
export function serveOperations(app: Hono, parts: OperationRouteParts): void {
  handle(app, accountRoutes.operations, async ({ id }, request) => {
    const url = new URL(request.url);
    // The raw path: `%2F` and `%2E` belong to their segment.
    const path = url.pathname.slice(operationsPath(id).length);
    const response = await reportOperation(parts, id, `${request.method} ${path}`, async (name) => {
      const account = parts.accounts.get(id);
      const found = findAllowedOperation(request.method, path, url.searchParams, account.kind);
      name(operationKey(found.operation));
      const options = takeHostParameters(url.searchParams);
      const reads = request.method === "GET" || request.method === "HEAD";
      const file = reads ? null : sentFile(request);
      const body = reads || file ? undefined : await readRequestBody(request);
      const asked = file
        ? await checkFileCall(found, url.searchParams, file)
        : await checkCall(found, url.searchParams, body, request.headers.get("content-type"));
      const signal = AbortSignal.any([request.signal, parts.closing]);
      const call =
        account.kind === "local"
          ? await parts.localQuestions.confirm({
              call: asked,
              code: typedCode(request),
              context: readContextOf(parts, id),
              signal,
            })
          : asked;
      return runOperation(parts, id, call, { ...options, signal });
    });
    return toPageResponse(response);
  });
}

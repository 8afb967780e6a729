import { Hono } from "hono";
import { operationsPath } from "../../../shared/host/accounts.ts";
import { typedCode } from "../confirmation/typed-code.ts";
import { takeHostParameters } from "../operations/host-parameters.ts";
import { checkCall, findAllowedOperation } from "../operations/operation-call.ts";
import { toPageResponse } from "../operations/operation-response.ts";
import { type ReportParts, reportOperation } from "../operations/report-operation.ts";
import { type OperationParts, readContextOf, runOperation } from "../operations/run-operation.ts";
import { readRequestBody } from "../page/request-body.ts";
import type { LocalQuestions } from "../questions/local-questions.ts";

export interface OperationRouteParts extends OperationParts, ReportParts {
  readonly localQuestions: LocalQuestions;
  readonly closing: AbortSignal;
}

/** `/accounts/:id/operations/…`: the contract's operations and nothing else. */
export function operationRoutes(parts: OperationRouteParts): Hono {
  return new Hono().all("/accounts/:id/operations/*", async (context) => {
    const id = context.req.param("id");
    const request = context.req.raw;
    const url = new URL(request.url);
    // The raw path: `%2F` and `%2E` belong to their segment.
    const path = url.pathname.slice(operationsPath(id).length);
    const response = await reportOperation(parts, id, `${request.method} ${path}`, async (name) => {
      const account = parts.accounts.get(id);
      const found = findAllowedOperation(request.method, path, account.kind);
      name(`${found.operation.method} ${found.operation.path}`);
      const options = takeHostParameters(url.searchParams);
      const reads = request.method === "GET" || request.method === "HEAD";
      const body = reads ? undefined : await readRequestBody(request);
      const asked = await checkCall(found, url.searchParams, body, request.headers.get("content-type"));
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

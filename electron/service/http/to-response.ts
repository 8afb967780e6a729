import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { writePaging } from "../../../shared/api/contract/paging.ts";
import type { Context } from "./context.ts";
import type { HttpError } from "./http-error.ts";
import { Paged } from "./paging.ts";

/** Returns the response to what a handler returned: an empty one, JSON, or a page of a list with its paging headers. */
export function toResponse(result: unknown, operation: AnyOperation, context: Context): Response {
  if (operation.response.kind === "none" || result === undefined) {
    return new Response(operation.status === 202 ? '{"message":"202 Accepted"}' : null, {
      status: operation.status,
      headers: operation.status === 202 ? { "content-type": "application/json" } : {},
    });
  }
  const headers = new Headers();
  if (!(result instanceof Paged)) return jsonResponse(result, operation.status, headers);
  const { number, perPage } = context.page;
  const more = result.total === undefined ? (result.more ?? false) : number * perPage < result.total;
  writePaging(headers, context.pageUrl, { page: number, perPage, total: result.total, more });
  return jsonResponse(result.items, operation.status, headers);
}

/** Returns the response to an error; a HEAD request gets no body. */
export function errorResponse({ status, body, headers }: HttpError, request: Request): Response {
  const response = jsonResponse(body, status, new Headers(headers));
  return request.method === "HEAD" ? new Response(null, response) : response;
}

/** Returns a JSON body with its type and length, which HEAD sends too. */
function jsonResponse(value: unknown, status: number, headers: Headers): Response {
  const body = Buffer.from(JSON.stringify(value));
  headers.set("content-type", "application/json");
  headers.set("content-length", String(body.byteLength));
  return new Response(body, { status, headers });
}

import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { writePaging } from "../../../shared/api/contract/paging.ts";
import { Paged } from "../domain/paged.ts";
import type { HttpError } from "./http-error.ts";
import type { Context } from "./implement.ts";

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

/**
 * Returns a redirect where something is read under a path that its group or project had before it moved (as services do
 * since 16.4), else null. Writes act on what has moved.
 */
export function movedResponse(
  operation: AnyOperation,
  context: Context,
  findNewPath: (kind: "group" | "project") => string | null,
): Response | null {
  const [, kind] = /^\/(group|project)s\/:id(?:\/|$)/.exec(operation.path) ?? [];
  if (!kind || (operation.method !== "GET" && operation.method !== "HEAD")) return null;
  const path = findNewPath(kind === "group" ? "group" : "project");
  if (path === null) return null;
  const location = new URL(context.pageUrl);
  location.pathname = location.pathname.replace(
    /(\/(?:group|project)s\/)[^/]+/,
    `$1${encodeURIComponent(path)}`,
  );
  return new Response(JSON.stringify({ message: "Moved Permanently", location: location.href }), {
    status: 301,
    headers: { "content-type": "application/json", location: location.href },
  });
}

import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import type { Context } from "./context.ts";

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

import { createMatcher, type Match } from "../../../shared/api/contract/match.ts";
import { type Method, methods } from "../../../shared/api/contract/operation.ts";
import { operations } from "../../../shared/api/index.ts";
import { HttpError } from "./http-error.ts";

const match = createMatcher(Object.values(operations));

/** Returns the operation of a method at a path: HEAD is GET without its body where it has no operation of its own. */
const findMatch = (method: Method, path: string, search?: URLSearchParams): Match | undefined =>
  match(method, path, search) ?? (method === "HEAD" ? match("GET", path, search) : undefined);

/**
 * Returns the operation of a request. Throws 404 for a path of no operation, and 405 with the methods that are
 * `Allow`ed for a path of others.
 */
export function findOperation(method: string, path: string, search: URLSearchParams): Match {
  const known = methods.find((one) => one === method);
  const found = known && findMatch(known, path, search);
  if (found) return found;
  const allowed = methods.filter((one) => findMatch(one, path));
  if (allowed.length === 0) throw new HttpError(404, { error: "404 Not Found" });
  throw new HttpError(405, { error: "405 Not Allowed" }, { allow: allowed.join(", ") });
}

/** Returns the response of HEAD: a GET's, whose body is not read. */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

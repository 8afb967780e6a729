import type { Match } from "../../../shared/api/contract/match.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import {
  acceptMergeRequest,
  approveMergeRequest,
  unapproveMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import { HttpError, unauthorized } from "../http/http-error.ts";
import type { Caller } from "./access/access-level.ts";
import { requireGroup, requireProject } from "./access/require-project.ts";
import { requireOwnSnippet } from "./snippets/snippets.ts";

/** Kind of the thing that the path of an operation names first. */
const subject = /^(?:\/local)?\/(project|group|snippet)s\/:id(?=\/|$)/;

/** Operations that are 401 for members without the role, as the interface documents them. */
const unauthorizedWithoutRole: ReadonlySet<AnyOperation> = new Set<AnyOperation>([
  acceptMergeRequest,
  approveMergeRequest,
  unapproveMergeRequest,
]);

/**
 * Checks before the body of a write is read that its caller sees the project or group which the path names, has the
 * operation's role there, and may change the personal snippet which it names. Throws 404, 403 and 401. What follows from the
 * body or from the state of things is checked by the operation itself.
 */
export function admitWrite(caller: Caller, { operation, params: { id } }: Match): void {
  if (operation.method === "GET" || operation.method === "HEAD" || id === undefined) return;
  const { store, user } = caller;
  const [, kind] = subject.exec(operation.path) ?? [];
  try {
    if (kind === "project") requireProject(caller, id, operation.role);
    if (kind === "group") requireGroup(caller, id, operation.role);
    if (kind === "snippet" && user && /^\d+$/.test(id)) requireOwnSnippet(store, user, null, Number(id));
  } catch (error) {
    const isForbidden = error instanceof HttpError && error.status === 403;
    throw isForbidden && unauthorizedWithoutRole.has(operation) ? unauthorized() : error;
  }
}

import type { Match } from "../../../shared/api/contract/match.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import {
  approveMergeRequest,
  unapproveMergeRequest,
} from "../../../shared/api/resources/merge-request-approvals.ts";
import { acceptMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import type { Caller } from "./access/access-level.ts";
import { requireGroup, requireProject } from "./access/require-access.ts";
import { Refusal, unauthorized } from "./refusal.ts";
import { requireOwnSnippet } from "./snippets/snippets.ts";

/** Kind of the thing that the path of an operation names first. */
const subject = /^(?:\/local)?\/(project|group|snippet)s\/:id(?=\/|$)/;

/** Operations that are `unauthorized` for members without the role, as the interface documents them. */
const unauthorizedWithoutRole: ReadonlySet<AnyOperation> = new Set<AnyOperation>([
  acceptMergeRequest,
  approveMergeRequest,
  unapproveMergeRequest,
]);

/**
 * Checks before the body of a write is read that its caller sees the project or group which the path names, has the
 * operation's role there, and may change the personal snippet which it names. Throws `notFound`, `forbidden` and `unauthorized`. What follows from the
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
    const isForbidden = error instanceof Refusal && error.kind === "forbidden";
    throw isForbidden && unauthorizedWithoutRole.has(operation) ? unauthorized() : error;
  }
}

import type { Match } from "../../../shared/api/contract/match.ts";
import type { Caller } from "./access/access-level.ts";
import { requireGroup, requireProject } from "./access/require-project.ts";
import { requireOwnSnippet } from "./snippets/snippets.ts";

/** Kind of the thing that the path of an operation names first. */
const subject = /^(?:\/local)?\/(project|group|snippet)s\/:id(?=\/|$)/;

/**
 * Checks before the body of a write is read that its caller sees the project or group which the path names, has the
 * operation's role there, and may change the personal snippet which it names. Throws 404 and 403. What follows from the
 * body or from the state of things is checked by the operation itself.
 */
export function admitWrite(caller: Caller, { operation, params: { id } }: Match): void {
  if (operation.method === "GET" || operation.method === "HEAD" || id === undefined) return;
  const { store, user } = caller;
  const [, kind] = subject.exec(operation.path) ?? [];
  if (kind === "project") requireProject(caller, id, operation.role);
  if (kind === "group") requireGroup(caller, id, operation.role);
  if (kind === "snippet" && user && /^\d+$/.test(id)) requireOwnSnippet(store, user, null, Number(id));
}

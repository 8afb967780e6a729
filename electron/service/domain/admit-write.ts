import type { Match } from "../../../shared/api/contract/match.ts";
import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { deleteDeployKey } from "../../../shared/api/resources/deploy-keys.ts";
import { deleteInvitation, removeProjectMember } from "../../../shared/api/resources/members.ts";
import {
  approveMergeRequest,
  unapproveMergeRequest,
} from "../../../shared/api/resources/merge-request-approvals.ts";
import { acceptMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { updateProjectNotificationSettings } from "../../../shared/api/resources/notification-settings.ts";
import { revokeProjectAccessToken } from "../../../shared/api/resources/project-access-tokens.ts";
import {
  archiveProject,
  deleteProject,
  forkProject,
  moveProject,
  starProject,
  unarchiveProject,
  unstarProject,
} from "../../../shared/api/resources/project-actions.ts";
import { updateProject } from "../../../shared/api/resources/projects.ts";
import type { Caller } from "./access/access-level.ts";
import { requireGroup, requireProject } from "./access/require-access.ts";
import { forbidden, Refusal, unauthorized } from "./refusal.ts";
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
 * Operations that an archived project takes: those that end that or concern the project as a whole, those of the caller alone,
 * and those that take somebody's access away.
 */
const worksArchived: ReadonlySet<AnyOperation> = new Set<AnyOperation>([
  ...[archiveProject, unarchiveProject, deleteProject, moveProject, forkProject],
  // Name and path alone: see `changeProject`.
  updateProject,
  ...[starProject, unstarProject, updateProjectNotificationSettings],
  ...[removeProjectMember, deleteInvitation, revokeProjectAccessToken, deleteDeployKey],
]);

/**
 * Checks before the body of a write is read that its caller sees the project or group which the path names, has the
 * operation's role there, that the project is not archived, and that the caller may change the personal snippet which it names. Throws `notFound`, `forbidden` and `unauthorized`. What follows from the
 * body or from the state of things is checked by the operation itself.
 */
export function admitWrite(caller: Caller, { operation, params: { id } }: Match): void {
  if (operation.method === "GET" || operation.method === "HEAD" || id === undefined) return;
  const { store, user } = caller;
  let isBlocked = false;
  const [, kind] = subject.exec(operation.path) ?? [];
  try {
    if (kind === "project") {
      const { archived } = requireProject(caller, id, operation.role);
      isBlocked = archived && !worksArchived.has(operation);
    }
    if (kind === "group") requireGroup(caller, id, operation.role);
    if (kind === "snippet" && user && /^\d+$/.test(id)) requireOwnSnippet(store, user, null, Number(id));
  } catch (error) {
    const isForbidden = error instanceof Refusal && error.kind === "forbidden";
    throw isForbidden && unauthorizedWithoutRole.has(operation) ? unauthorized() : error;
  }
  if (isBlocked) throw forbidden("The project is archived: unarchive it to change something in it");
}

import {
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { accessLevel } from "../../domain/access/access-level.ts";
import { addSystemNote } from "../../domain/merge-requests/follow-merge-request.ts";
import { emitMergeRequestChanged } from "../../domain/merge-requests/merge-request-events.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { httpError, unauthorized } from "../../http/http-error.ts";
import { type Context, implement } from "../../http/implement.ts";
import { userOf } from "../../presenters/merge-request.ts";
import { accessLevels } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { approve, approversOf, type MergeRequest, unapprove } from "../../store/review/merge-requests.ts";

function toApprovals(context: Context, project: Project, mergeRequest: MergeRequest) {
  const approvers = approversOf(context.store, mergeRequest.id);
  const mine = context.user !== null && approvers.includes(context.user.id);
  return {
    approved: approvers.length > 0,
    approvals_required: 0,
    approvals_left: 0,
    approved_by: approvers.flatMap((id) => {
      const user = userOf(context, id);
      return user ? [{ user }] : [];
    }),
    user_has_approved: mine,
    user_can_approve:
      !mine &&
      mergeRequest.state === "opened" &&
      accessLevel(context.store, context.user, project) >= accessLevels.developer,
  };
}

export const approvalRoutes = [
  implement(getMergeRequestApprovals, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toApprovals(context, project, mergeRequest);
  }),
  implement(approveMergeRequest, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    if (!context.user) throw unauthorized();
    if (
      accessLevel(context.store, context.user, project) < accessLevels.developer ||
      mergeRequest.state !== "opened"
    )
      throw httpError(401, "401 Unauthorized");
    const head = latestVersion(context.store, mergeRequest.id)?.headSha;
    if (input.sha !== undefined && input.sha !== head)
      throw httpError(409, `SHA does not match HEAD of source branch: ${head}`);
    if (approversOf(context.store, mergeRequest.id).includes(context.user.id))
      throw httpError(401, "401 Unauthorized");
    approve(context.store, mergeRequest.id, context.user.id);
    addSystemNote(context.store, mergeRequest, context.user.id, "approved this merge request");
    emitMergeRequestChanged(context.store, {
      mergeRequestId: mergeRequest.id,
      userId: context.user.id,
      action: "approved",
    });
    return toApprovals(context, project, mergeRequest);
  }),
  implement(unapproveMergeRequest, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    if (!context.user) throw unauthorized();
    if (!approversOf(context.store, mergeRequest.id).includes(context.user.id))
      throw httpError(404, "404 Not found");
    unapprove(context.store, mergeRequest.id, context.user.id);
    addSystemNote(context.store, mergeRequest, context.user.id, "unapproved this merge request");
    emitMergeRequestChanged(context.store, {
      mergeRequestId: mergeRequest.id,
      userId: context.user.id,
      action: "unapproved",
    });
    return toApprovals(context, project, mergeRequest);
  }),
];

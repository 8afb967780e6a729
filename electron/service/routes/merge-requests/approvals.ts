import {
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { requireCaller } from "../../domain/access/require-user.ts";
import {
  addApproval,
  mayApprove,
  removeApproval,
} from "../../domain/merge-requests/approve-merge-request.ts";
import {
  type MergeRequestInProject,
  requireMergeRequest,
} from "../../domain/merge-requests/require-merge-request.ts";
import type { Context } from "../../http/context.ts";
import { implement } from "../../http/implement.ts";
import { userOf } from "../../presenters/merge-request.ts";
import { approversOf } from "../../store/review/merge-requests.ts";

function toApprovals(context: Context, found: MergeRequestInProject) {
  const approvers = approversOf(context.store, found.mergeRequest.id);
  return {
    approved: approvers.length > 0,
    approvals_required: 0,
    approvals_left: 0,
    approved_by: approvers.flatMap((id) => {
      const user = userOf(context, id);
      return user ? [{ user }] : [];
    }),
    user_has_approved: context.user !== null && approvers.includes(context.user.id),
    user_can_approve: mayApprove(context, found),
  };
}

export const approvalRoutes = [
  implement(getMergeRequestApprovals, (input, context) =>
    toApprovals(context, requireMergeRequest(context, input.id, input.merge_request_iid)),
  ),
  implement(approveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    addApproval(context.store, requireCaller(context), found, input.sha);
    return toApprovals(context, found);
  }),
  implement(unapproveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    removeApproval(context.store, requireCaller(context), found);
    return toApprovals(context, found);
  }),
];

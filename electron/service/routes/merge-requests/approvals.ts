import {
  approveMergeRequest,
  getMergeRequestApprovals,
  unapproveMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import {
  addApproval,
  approvalsOf,
  removeApproval,
} from "../../domain/merge-requests/approve-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { implement } from "../../http/implement.ts";
import { toApprovals } from "../../presenters/merge-request.ts";

export const approvalRoutes = [
  implement(getMergeRequestApprovals, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
  implement(approveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    addApproval(context, found, input.sha);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
  implement(unapproveMergeRequest, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    removeApproval(context, found);
    return toApprovals(context, found, approvalsOf(context, found));
  }),
];

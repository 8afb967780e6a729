import {
  addSpentTime,
  getTimeStats,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import {
  estimateTime,
  removeEstimate,
  removeSpentTime,
  spendTime,
} from "../../domain/merge-requests/track-time.ts";
import { implement } from "../../http/implement.ts";
import { toTimeStats } from "../../presenters/merge-request.ts";

export const timeRoutes = [
  implement(getTimeStats, (input, context) =>
    toTimeStats(requireMergeRequest(context, input.id, input.merge_request_iid).mergeRequest),
  ),
  implement(setTimeEstimate, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toTimeStats(estimateTime(context, found, input.duration));
  }),
  implement(resetTimeEstimate, (input, context) =>
    toTimeStats(removeEstimate(context, requireMergeRequest(context, input.id, input.merge_request_iid))),
  ),
  implement(addSpentTime, (input, context) => {
    const found = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toTimeStats(spendTime(context, found, input.duration));
  }),
  implement(resetSpentTime, (input, context) =>
    toTimeStats(removeSpentTime(context, requireMergeRequest(context, input.id, input.merge_request_iid))),
  ),
];

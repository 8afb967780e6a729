import {
  addIssueSpentTime,
  createIssue,
  deleteIssue,
  getIssue,
  getIssueTimeStats,
  moveIssue,
  reorderIssue,
  resetIssueSpentTime,
  resetIssueTimeEstimate,
  setIssueTimeEstimate,
  subscribeToIssue,
  unsubscribeFromIssue,
  updateIssue,
} from "../../../../shared/api/resources/issues.ts";
import { describeSingleIssue, subscribe } from "../../domain/issues/describe-issue.ts";
import { moveTo } from "../../domain/issues/move-issue.ts";
import { reorder } from "../../domain/issues/order-issues.ts";
import { requireIssue } from "../../domain/issues/require-issue.ts";
import { createIssueIn, removeIssue, updateIssueFields } from "../../domain/issues/write-issue.ts";
import {
  estimateTime,
  removeEstimate,
  removeSpentTime,
  spendTime,
  type Tracked,
} from "../../domain/planning/track-time.ts";
import { type Context, implement } from "../../http/implement.ts";
import { toIssueDetail } from "../../presenters/issue.ts";
import { toTimeStats } from "../../presenters/merge-request.ts";
import type { Issue } from "../../store/review/issues.ts";

interface OfIssue {
  readonly id: string | number;
  readonly issue_iid: number;
}

const find = (context: Context, { id, issue_iid: iid }: OfIssue) => requireIssue(context, id, iid);
const show = (context: Context, issue: Issue) => toIssueDetail(context, describeSingleIssue(context, issue));

/** Subscribes the caller or ends that; 304 where nothing changes, as real services respond. */
function setSubscribed(context: Context, input: OfIssue, wanted: boolean) {
  const { issue } = find(context, input);
  return subscribe(context, issue, wanted) ? show(context, issue) : new Response(null, { status: 304 });
}

export const issueRoutes = [
  implement(getIssue, (input, context) => show(context, find(context, input).issue)),
  implement(createIssue, (input, context) => show(context, createIssueIn(context, input.id, input))),
  implement(updateIssue, (input, context) =>
    show(context, updateIssueFields(context, find(context, input), input)),
  ),
  implement(deleteIssue, (input, context) => {
    removeIssue(context, find(context, input));
    return undefined;
  }),
  implement(moveIssue, (input, context) =>
    show(context, moveTo(context, find(context, input), input.to_project_id)),
  ),
  implement(reorderIssue, (input, context) => {
    const found = find(context, input);
    reorder(context, found, { after: input.move_after_id, before: input.move_before_id });
    return show(context, found.issue);
  }),
  implement(subscribeToIssue, (input, context) => setSubscribed(context, input, true)),
  implement(unsubscribeFromIssue, (input, context) => setSubscribed(context, input, false)),
];

/** Returns an issue whose time is tracked. */
function tracked(context: Context, input: OfIssue): Tracked {
  const { project, issue } = find(context, input);
  const { id, timeEstimate, timeSpent } = issue;
  return { project, issuable: { type: "Issue", id }, timeEstimate, timeSpent };
}

export const issueTimeRoutes = [
  implement(getIssueTimeStats, (input, context) => toTimeStats(tracked(context, input))),
  implement(setIssueTimeEstimate, (input, context) =>
    toTimeStats(estimateTime(context, tracked(context, input), input.duration)),
  ),
  implement(resetIssueTimeEstimate, (input, context) =>
    toTimeStats(removeEstimate(context, tracked(context, input))),
  ),
  implement(addIssueSpentTime, (input, context) =>
    toTimeStats(spendTime(context, tracked(context, input), input.duration)),
  ),
  implement(resetIssueSpentTime, (input, context) =>
    toTimeStats(removeSpentTime(context, tracked(context, input))),
  ),
];

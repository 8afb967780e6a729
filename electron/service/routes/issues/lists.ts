import {
  listGroupIssues,
  listIssueClosingMergeRequests,
  listIssueParticipants,
  listIssueRelatedMergeRequests,
  listIssues,
  listProjectIssues,
} from "../../../../shared/api/resources/issues.ts";
import { listClosedIssues } from "../../../../shared/api/resources/merge-requests.ts";
import { requireGroup, requireProject } from "../../domain/access/require-access.ts";
import { closedIssues, mergeRequestsOf } from "../../domain/issues/close-issues.ts";
import { describeIssue, participantsOf } from "../../domain/issues/describe-issue.ts";
import { findIssues } from "../../domain/issues/list-issues.ts";
import { requireIssue } from "../../domain/issues/require-issue.ts";
import { describeMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { mapPage, Paged, pageOf } from "../../domain/paged.ts";
import { type Context, implement } from "../../http/implement.ts";
import { toIssue } from "../../presenters/issue.ts";
import { toMergeRequest } from "../../presenters/merge-request.ts";
import { toUserSummary } from "../../presenters/user.ts";

/** Returns a page of issues. */
export const toIssuePage = (context: Context, { issues, total }: ReturnType<typeof findIssues>) =>
  new Paged(
    issues.map((issue) => toIssue(context, describeIssue(context.store, issue))),
    { total },
  );

interface OfIssue {
  readonly id: string | number;
  readonly issue_iid: number;
}

/** Returns a page of the merge requests that close an issue, or of all that are linked with it. */
async function showMergeRequests(context: Context, input: OfIssue, which: "closing" | "all") {
  const found = mergeRequestsOf(context, requireIssue(context, input.id, input.issue_iid), which);
  const { items } = pageOf(context, found);
  const shown = items.map(async (each) =>
    toMergeRequest(context, await describeMergeRequest(context.store, each)),
  );
  return new Paged(await Promise.all(shown), { total: found.length });
}

export const issueListRoutes = [
  implement(listIssues, (input, context) => toIssuePage(context, findIssues(context, input, context.page))),
  implement(listProjectIssues, (input, context) => {
    const project = requireProject(context, input.id);
    return toIssuePage(context, findIssues(context, input, context.page, { project }));
  }),
  implement(listGroupIssues, (input, context) => {
    const group = requireGroup(context, input.id);
    return toIssuePage(context, findIssues(context, input, context.page, { group }));
  }),
  implement(listIssueParticipants, (input, context) => {
    const found = requireIssue(context, input.id, input.issue_iid);
    const people = participantsOf(context.store, found);
    return mapPage(pageOf(context, people), (user) => toUserSummary(context, user));
  }),
  implement(listIssueRelatedMergeRequests, (input, context) => showMergeRequests(context, input, "all")),
  implement(listIssueClosingMergeRequests, (input, context) => showMergeRequests(context, input, "closing")),
  implement(listClosedIssues, (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    const page = pageOf(context, closedIssues(context, mergeRequest));
    return mapPage(page, (issue) => toIssue(context, describeIssue(context.store, issue)));
  }),
];

import {
  listCommitMergeRequests,
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireGroup, requireReadableProject } from "../../domain/access/require-access.ts";
import { describeMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import { findMergeRequests, mergeRequestsOfCommit } from "../../domain/merge-requests/list-merge-requests.ts";
import { Paged, pageOf } from "../../domain/paged.ts";
import { requireCommit } from "../../domain/repository/read-commits.ts";
import { type Context, implement } from "../../http/implement.ts";
import { toMergeRequest, toSimpleMergeRequest } from "../../presenters/merge-request.ts";

/** Returns a page of merge requests in the requested form. */
export async function toMergeRequestPage(
  context: Context,
  view: string | undefined,
  { found, total }: ReturnType<typeof findMergeRequests>,
) {
  const items = await Promise.all(
    found.map(async (each) =>
      view === "simple"
        ? toSimpleMergeRequest(context, each)
        : toMergeRequest(context, await describeMergeRequest(context.store, each.mergeRequest)),
    ),
  );
  return new Paged(items, { total });
}

export const mergeRequestListRoutes = [
  implement(listMergeRequests, (input, context) =>
    toMergeRequestPage(context, input.view, findMergeRequests(context, input, context.page)),
  ),
  implement(listProjectMergeRequests, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return toMergeRequestPage(
      context,
      input.view,
      findMergeRequests(context, input, context.page, { project }),
    );
  }),
  implement(listCommitMergeRequests, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const commit = await requireCommit(context.store, project, input.sha);
    const all = await mergeRequestsOfCommit(context.store, project, commit, context.request.signal);
    const found = all
      .filter(({ state }) => input.state === undefined || state === input.state)
      .map((mergeRequest) => ({ project, mergeRequest }));
    const { items, total } = pageOf(context, found);
    return toMergeRequestPage(context, undefined, { found: [...items], total: total ?? found.length });
  }),
  implement(listGroupMergeRequests, (input, context) => {
    const group = requireGroup(context, input.id);
    return toMergeRequestPage(
      context,
      input.view,
      findMergeRequests(context, input, context.page, { group }),
    );
  }),
];

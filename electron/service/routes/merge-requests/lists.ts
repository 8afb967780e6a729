import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireGroup, requireReadableProject } from "../../domain/access/require-project.ts";
import { describeMergeRequest } from "../../domain/merge-requests/describe-merge-request.ts";
import { findMergeRequests } from "../../domain/merge-requests/list-merge-requests.ts";
import type { Context } from "../../http/context.ts";
import { implement } from "../../http/implement.ts";
import { Paged } from "../../http/paging.ts";
import { toMergeRequest, toSimpleMergeRequest } from "../../presenters/merge-request.ts";

/** Returns a page of merge requests in the requested form. */
async function show(
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
    show(context, input.view, findMergeRequests(context, input, context.page)),
  ),
  implement(listProjectMergeRequests, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return show(context, input.view, findMergeRequests(context, input, context.page, { project }));
  }),
  implement(listGroupMergeRequests, (input, context) => {
    const group = requireGroup(context, input.id);
    return show(context, input.view, findMergeRequests(context, input, context.page, { group }));
  }),
];

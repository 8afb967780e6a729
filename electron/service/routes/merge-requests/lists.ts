import type { z } from "zod";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireReadableProject } from "../../domain/access/require-project.ts";
import type { Context } from "../../http/context.ts";
import { unauthorized } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { Paged } from "../../http/paging.ts";
import { toMergeRequest, toSimpleMergeRequest } from "../../presenters/merge-request.ts";
import { findProject } from "../../store/projects/projects.ts";
import { readableProjects } from "../../store/projects/readable-projects.ts";
import { listMergeRequestRows, type MergeRequestFilters } from "../../store/review/merge-request-list.ts";
import type { User } from "../../store/users/users.ts";

type Input = z.output<(typeof listMergeRequests)["input"]> & { readonly iids?: number[] | undefined };
type Scope = "created_by_me" | "assigned_to_me" | "all";

/** Returns the requested merge requests of projects. `scope` is the default of the list. */
async function list(
  context: Context,
  input: Input,
  scope: Scope,
  projectsFor: (user: User) => MergeRequestFilters["projects"],
) {
  const { user, page } = context;
  if (!user) throw unauthorized();
  const asked = (input.scope?.replaceAll("-", "_") ?? scope) as Scope;
  const filters = {
    projects: projectsFor(user),
    iids: input.iids,
    state: input.state,
    orderBy: input.order_by ?? "created_at",
    sort: input.sort ?? "desc",
    milestone: input.milestone,
    labels: input.labels,
    createdAfter: instant(input.created_after),
    createdBefore: instant(input.created_before),
    updatedAfter: instant(input.updated_after),
    updatedBefore: instant(input.updated_before),
    authorId: asked === "created_by_me" ? user.id : input.author_id,
    assigneeId: asked === "assigned_to_me" ? user.id : input.assignee_id,
    userId: user.id,
    reaction: input.my_reaction_emoji,
    sourceBranch: input.source_branch,
    targetBranch: input.target_branch,
    search: input.search,
    searchIn: (["title", "description"] as const).filter((column) =>
      (input.in ?? "title,description").split(",").includes(column),
    ),
    wip: input.wip,
    limit: page.perPage,
    offset: (page.number - 1) * page.perPage,
  } as const;
  const { rows, total } = listMergeRequestRows(context.store, filters);
  const items = await Promise.all(
    rows.map(async (row) => {
      const project = input.view === "simple" ? findProject(context.store, row.projectId) : null;
      return project ? toSimpleMergeRequest(context, project, row) : toMergeRequest(context, row);
    }),
  );
  return new Paged(items, { total });
}

/** Returns a time in UTC, as the database stores it. */
const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

export const mergeRequestListRoutes = [
  implement(listMergeRequests, (input, context) =>
    list(context, input, "created_by_me", (user) => readableProjects(user)),
  ),
  implement(listProjectMergeRequests, (input, context) => {
    const { id } = requireReadableProject(context, input.id);
    return list(context, input, "all", () => id);
  }),
  implement(listGroupMergeRequests, (input, context) => {
    const group = context.group(input.id);
    return list(context, input, "all", (user) => readableProjects(user, group));
  }),
];

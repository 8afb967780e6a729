import type { z } from "zod";
import {
  listGroupMergeRequests,
  listMergeRequests,
  listProjectMergeRequests,
} from "../../../../shared/api/resources/merge-requests.ts";
import { requireReadableProject } from "../../domain/access/require-readable-project.ts";
import { maySeeProject } from "../../domain/access.ts";
import { unauthorized } from "../../http/http-error.ts";
import { type Context, implement, Paged } from "../../http/implement.ts";
import { levelOf, toMergeRequest, toSimpleMergeRequest } from "../../presenters/merge-request.ts";
import { listGroupTree, listProjectsOf } from "../../store/groups/group-tree.ts";
import { accessLevels } from "../../store/groups/members.ts";
import { findProject, listProjects, type Project } from "../../store/projects/projects.ts";
import { listMergeRequestRows } from "../../store/review/merge-request-list.ts";

type Input = z.output<(typeof listMergeRequests)["input"]> & { readonly iids?: number[] | undefined };
type Scope = "created_by_me" | "assigned_to_me" | "all";

/** The merge requests of projects that a list asks for. `scope` holds where the list is not told one. */
async function list(context: Context, input: Input, projects: readonly Project[], scope: Scope) {
  const { user, page } = context;
  if (!user) throw unauthorized();
  const asked = (input.scope?.replaceAll("-", "_") ?? scope) as Scope;
  const filters = {
    projectIds: projects.map(({ id }) => id),
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

/** Times are kept in UTC, and asked for with any offset. */
const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** Projects whose merge requests the caller may see: those whose code they may read. */
function visible(context: Context, projects: readonly Project[]): Project[] {
  return projects.filter(
    (project) =>
      maySeeProject(context.store, context.user, project) &&
      (project.visibility !== "private" || levelOf(context, project) >= accessLevels.reporter),
  );
}

export const mergeRequestListRoutes = [
  implement(listMergeRequests, (input, context) => {
    return list(context, input, visible(context, listProjects(context.store)), "created_by_me");
  }),
  implement(listProjectMergeRequests, (input, context) =>
    list(context, input, [requireReadableProject(context, input.id)], "all"),
  ),
  implement(listGroupMergeRequests, (input, context) => {
    const group = context.group(input.id);
    const projects = listProjectsOf(context.store, listGroupTree(context.store, group));
    return list(context, input, visible(context, projects), "all");
  }),
];

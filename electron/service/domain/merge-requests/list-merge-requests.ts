import type { DecodedInput } from "../../../../shared/api/contract/operation.ts";
import type { listMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { countAheadBehind } from "../../git/count-ahead-behind.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { readableProjects } from "../../store/projects/readable-projects.ts";
import { listMergeRequestRows } from "../../store/review/merge-request-list.ts";
import { listLatestVersions } from "../../store/review/merge-request-versions.ts";
import { listMergeRequestsOf, type MergeRequest } from "../../store/review/merge-requests.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { projectRepository } from "../originals/original-state.ts";
import type { PageRequest } from "../paged.ts";
import { requireProjectOf } from "./describe-merge-request.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

type Query = DecodedInput<typeof listMergeRequests> & { readonly iids?: number[] };
type Scope = "created_by_me" | "assigned_to_me" | "all";

/**
 * Returns the requested page of the merge requests of a project or of the readable projects of a group, and their number;
 * without either, of all readable projects, those that the caller created unless the query says otherwise. Throws `unauthorized`.
 */
export function findMergeRequests(
  caller: Caller,
  query: Query,
  { number, perPage }: PageRequest,
  within: { readonly project?: Project; readonly group?: Group; readonly milestoneId?: number } = {},
): { readonly found: MergeRequestInProject[]; readonly total: number } {
  const { store } = caller;
  const user = requireCaller(caller);
  const { id: userId } = user;
  const { project, group } = within;
  const scope = (query.scope?.replaceAll("-", "_") ?? (project || group ? "all" : "created_by_me")) as Scope;
  const { rows, total } = listMergeRequestRows(store, {
    projects: project ? project.id : readableProjects(store, user, group),
    iids: query.iids,
    state: query.state,
    orderBy: query.order_by ?? "created_at",
    sort: query.sort ?? "desc",
    milestone: query.milestone,
    milestoneId: within.milestoneId,
    labels: query.labels,
    createdAfter: instant(query.created_after),
    createdBefore: instant(query.created_before),
    updatedAfter: instant(query.updated_after),
    updatedBefore: instant(query.updated_before),
    authorId: scope === "created_by_me" ? userId : query.author_id,
    assigneeId: scope === "assigned_to_me" ? userId : query.assignee_id,
    reviewerId: query.reviewer_id,
    userId,
    reaction: query.my_reaction_emoji,
    sourceBranch: query.source_branch,
    targetBranch: query.target_branch,
    search: query.search,
    searchIn: (["title", "description"] as const).filter((column) =>
      (query.in ?? "title,description").split(",").includes(column),
    ),
    wip: query.wip,
    limit: perPage,
    offset: (number - 1) * perPage,
  });
  const found = rows.map((mergeRequest) => ({
    mergeRequest,
    project: project ?? requireProjectOf(store, mergeRequest),
  }));
  return { found, total };
}

/** Returns a time in UTC, as the database stores it. */
const instant = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/**
 * Returns the merge requests of a project whose changes have a commit, and those that were merged by it, newest first. One
 * walk of git compares all of them. `signal` ends it.
 */
export async function mergeRequestsOfCommit(
  store: ServiceStore,
  project: Project,
  commit: string,
  signal: AbortSignal,
): Promise<MergeRequest[]> {
  const versions = listLatestVersions(store, project.id);
  const tips = versions.flatMap(({ baseSha, headSha }) => [baseSha, headSha]);
  const compared = await countAheadBehind(projectRepository(store, project), tips, commit, signal);
  const has = (tip: string) => compared.get(tip)?.behind === 0;
  const changed = new Set(
    versions
      .filter(({ baseSha, headSha }) => has(headSha) && !has(baseSha))
      .map(({ mergeRequestId }) => mergeRequestId),
  );
  return listMergeRequestsOf(store, project.id).filter(
    ({ id, mergeCommitSha }) => changed.has(id) || mergeCommitSha === commit,
  );
}

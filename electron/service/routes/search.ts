import {
  searchBlobs,
  searchCommits,
  searchGroupBlobs,
  searchGroupCommits,
  searchGroupIssues,
  searchGroupMergeRequests,
  searchGroupMilestones,
  searchGroupNotes,
  searchGroupProjects,
  searchGroupUsers,
  searchGroupWikis,
  searchIssues,
  searchMergeRequests,
  searchMilestones,
  searchNotes,
  searchProjectBlobs,
  searchProjectCommits,
  searchProjectIssues,
  searchProjectMergeRequests,
  searchProjectMilestones,
  searchProjectNotes,
  searchProjects,
  searchProjectUsers,
  searchProjectWiki,
  searchUsers,
  searchWikis,
} from "../../../shared/api/resources/search.ts";
import {
  requireFeature,
  requireGroup,
  requireProject,
  requireReadableProject,
} from "../domain/access/require-access.ts";
import { searchNotes as findNotes } from "../domain/discussions/search-notes.ts";
import { findProjectsOfGroup } from "../domain/groups/read-groups.ts";
import { findIssues } from "../domain/issues/list-issues.ts";
import { findMergeRequests } from "../domain/merge-requests/list-merge-requests.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { findGroupMembers } from "../domain/people/group-members.ts";
import { findUsers } from "../domain/people/read-users.ts";
import { searchMilestones as findMilestones } from "../domain/planning/milestones.ts";
import { findProjects } from "../domain/projects/find-projects.ts";
import { findMembers } from "../domain/projects/members.ts";
import {
  describeFoundCommit,
  type Findings,
  type Found,
  type FoundLines,
  searchCommits as findCommits,
  newestFirst,
  projectsToSearch,
  searchEach,
  searchFiles,
  searchWiki,
  wikisToSearch,
} from "../domain/repository/search-repositories.ts";
import { type Context, implement } from "../http/implement.ts";
import { toSingleCommit } from "../presenters/commit.ts";
import { toMilestone } from "../presenters/merge-request.ts";
import { toFoundNote } from "../presenters/note.ts";
import { toUserSummary } from "../presenters/user.ts";
import type { Group } from "../store/groups/groups.ts";
import type { Project } from "../store/projects/projects.ts";
import { toIssuePage } from "./issues/lists.ts";
import { toMergeRequestPage } from "./merge-requests/lists.ts";
import { toProjectPage } from "./projects.ts";

/** The project or group that a search is limited to; neither, where it is not. */
interface Within {
  readonly project?: Project;
  readonly group?: Group;
}

interface Query {
  readonly search: string;
}

const everywhere: Within = {};
const inGroup = (context: Context, { id }: { readonly id: string | number }): Within => ({
  group: requireGroup(context, id),
});
const inProject = (context: Context, { id }: { readonly id: string | number }): Within => ({
  project: requireProject(context, id),
});
const inCode = (context: Context, { id }: { readonly id: string | number }): Within => ({
  project: requireReadableProject(context, id),
});

type IssueQuery = Parameters<typeof findIssues>[1];
const showIssues = (context: Context, query: Omit<IssueQuery, "scope">, within: Within) =>
  toIssuePage(
    context,
    findIssues(context, { ...query, scope: "all", non_archived: false }, context.page, within),
  );

type MergeRequestQuery = Parameters<typeof findMergeRequests>[1];
const showMergeRequests = (context: Context, query: Omit<MergeRequestQuery, "scope">, within: Within) =>
  toMergeRequestPage(
    context,
    undefined,
    findMergeRequests(context, { ...query, scope: "all" }, context.page, within),
  );

const showMilestones = (context: Context, { search }: Query, within: Within) =>
  mapPage(findMilestones(context, search, context.page, within), (each) => toMilestone(context, each));

const showNotes = (context: Context, { search }: Query, within: Within) =>
  mapPage(findNotes(context, search, context.page, within), ({ details, projectId }) =>
    toFoundNote(context, details, projectId),
  );

/** Returns the requested page of what was found; without a total where there may be more. */
function toFoundPage<T, U>(context: Context, { items, isCut }: Findings<T>, map: (found: Found<T>) => U) {
  const page = mapPage(pageOf(context, items), map);
  const more = context.page.number * context.page.perPage < items.length;
  return isCut ? new Paged(page.items, { more }) : page;
}

/** Returns a path without the extension of its last part. */
const withoutExtension = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, "");

/** Returns lines of a file that match; `id` is the blob of a file that was found by its path. */
const toBlobMatch = ({ project, found: { path, start, data, blob, ref } }: Found<FoundLines>) => ({
  basename: withoutExtension(path),
  data,
  path,
  filename: path,
  id: blob ?? null,
  ref,
  startline: start,
  project_id: project.id,
});

async function showCommits(context: Context, query: Query, group?: Group) {
  const { store, request } = context;
  const found = await searchEach(
    projectsToSearch(context, group),
    (project, signal) => findCommits(store, project, { search: query.search }, signal),
    request.signal,
  );
  return toFoundPage(context, newestFirst(found), (each) =>
    toSingleCommit(context, each.project, describeFoundCommit(store, each)),
  );
}

async function showFiles(context: Context, { search }: Query, group?: Group) {
  const { store, request } = context;
  const found = await searchEach(
    projectsToSearch(context, group),
    (project, signal) => searchFiles(store, project, { search }, signal),
    request.signal,
  );
  return toFoundPage(context, found, toBlobMatch);
}

async function showWikis(context: Context, { search }: Query, group?: Group) {
  const { store, request } = context;
  const found = await searchEach(
    wikisToSearch(context, group),
    (project, signal) => searchWiki(store, project, search, signal),
    request.signal,
  );
  return toFoundPage(context, found, toBlobMatch);
}

export const searchRoutes = [
  implement(searchProjects, async (input, context) => {
    const found = await findProjects(context, { search: input.search }, context.request.signal);
    return toProjectPage(context, found, { simple: true });
  }),
  implement(searchGroupProjects, async (input, context) => {
    const group = requireGroup(context, input.id);
    const query = { search: input.search, include_subgroups: true, with_shared: false };
    const found = await findProjectsOfGroup(context, group, query, context.request.signal);
    return toProjectPage(context, found, { simple: true });
  }),
  implement(searchIssues, (input, context) => showIssues(context, input, everywhere)),
  implement(searchGroupIssues, (input, context) => showIssues(context, input, inGroup(context, input))),
  implement(searchProjectIssues, (input, context) => showIssues(context, input, inProject(context, input))),
  implement(searchMergeRequests, (input, context) => showMergeRequests(context, input, everywhere)),
  implement(searchGroupMergeRequests, (input, context) =>
    showMergeRequests(context, input, inGroup(context, input)),
  ),
  implement(searchProjectMergeRequests, (input, context) =>
    showMergeRequests(context, input, inCode(context, input)),
  ),
  implement(searchMilestones, (input, context) => showMilestones(context, input, everywhere)),
  implement(searchGroupMilestones, (input, context) =>
    showMilestones(context, input, inGroup(context, input)),
  ),
  implement(searchProjectMilestones, (input, context) =>
    showMilestones(context, input, inProject(context, input)),
  ),
  implement(searchNotes, (input, context) => showNotes(context, input, everywhere)),
  implement(searchGroupNotes, (input, context) => showNotes(context, input, inGroup(context, input))),
  implement(searchProjectNotes, (input, context) => showNotes(context, input, inProject(context, input))),
  implement(searchUsers, (input, context) => {
    const { users, total } = findUsers(context, { search: input.search }, context.page);
    return mapPage(new Paged(users, { total }), (user) => toUserSummary(context, user));
  }),
  implement(searchGroupUsers, (input, context) => {
    const found = findGroupMembers(context.store, requireGroup(context, input.id), input.search);
    return mapPage(pageOf(context, found), (user) => toUserSummary(context, user));
  }),
  implement(searchProjectUsers, (input, context) => {
    const found = findMembers(context.store, requireProject(context, input.id), input.search);
    return mapPage(pageOf(context, found), ({ user }) => toUserSummary(context, user));
  }),
  implement(searchCommits, (input, context) => showCommits(context, input)),
  implement(searchGroupCommits, (input, context) =>
    showCommits(context, input, requireGroup(context, input.id)),
  ),
  implement(searchProjectCommits, async (input, context) => {
    const { store, request } = context;
    const project = requireReadableProject(context, input.id);
    const found = await findCommits(store, project, input, request.signal);
    return toFoundPage(context, found, (each) =>
      toSingleCommit(context, project, describeFoundCommit(store, each)),
    );
  }),
  implement(searchWikis, (input, context) => showWikis(context, input)),
  implement(searchGroupWikis, (input, context) => showWikis(context, input, requireGroup(context, input.id))),
  implement(searchProjectWiki, async (input, context) => {
    const project = requireProject(context, input.id);
    requireFeature(project, "wiki");
    const found = await searchWiki(context.store, project, input.search, context.request.signal);
    return toFoundPage(context, found, toBlobMatch);
  }),
  implement(searchBlobs, (input, context) => showFiles(context, input)),
  implement(searchGroupBlobs, (input, context) => showFiles(context, input, requireGroup(context, input.id))),
  implement(searchProjectBlobs, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const found = await searchFiles(context.store, project, input, context.request.signal);
    return toFoundPage(context, found, toBlobMatch);
  }),
];

import { closingReferencesIn, type Reference, referencesIn } from "../../../../shared/issues/references.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, findProjectByPath, type Project } from "../../store/projects/projects.ts";
import type { Issuable } from "../../store/review/issuables.ts";
import { linkIssue, setClosedIssues } from "../../store/review/issue-merge-requests.ts";
import { findIssue, type Issue } from "../../store/review/issues.ts";
import { findMergeRequest, type MergeRequest } from "../../store/review/merge-requests.ts";
import { addSystemNoteTo, hasSystemNote } from "../../store/review/notes.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { mayReadCode, maySeeProject } from "../access/access-level.ts";
import { mayReadIssue } from "../access/issue-access.ts";

/** References that count of one text. */
const maxReferences = 100;

/** Merge request or issue that a text is of. */
export type TextTarget =
  | { readonly type: "MergeRequest"; readonly row: MergeRequest }
  | { readonly type: "Issue"; readonly row: Issue };

/** Returns the project that a reference leads to: its own, one of the full path, or one of the name in the same namespace. */
function projectOf(store: ServiceStore, from: Project, { project: path }: Reference): Project | null {
  if (path === null) return from;
  const namespace = from.fullPath.slice(0, from.fullPath.lastIndexOf("/") + 1);
  return findProjectByPath(store, path.includes("/") ? path : `${namespace}${path}`);
}

/** Returns the issues that references of a project's text lead to and that a user may read. */
function issuesOf(
  store: ServiceStore,
  user: User | null,
  from: Project,
  references: readonly Reference[],
): Issue[] {
  return references.slice(0, maxReferences).flatMap((reference) => {
    const project = projectOf(store, from, reference);
    const issue = project && findIssue(store, project.id, reference.iid);
    return project && issue && mayReadIssue(store, user, project, issue) ? [issue] : [];
  });
}

/** Returns the merge requests that references of a project's text lead to and that a user may read. */
function mergeRequestsOf(
  store: ServiceStore,
  user: User,
  from: Project,
  references: readonly Reference[],
): MergeRequest[] {
  return references.slice(0, maxReferences).flatMap((reference) => {
    const project = projectOf(store, from, reference);
    if (!project || !maySeeProject(store, user, project) || !mayReadCode(store, user, project)) return [];
    return findMergeRequest(store, project.id, reference.iid) ?? [];
  });
}

/**
 * Returns how a text of one project names something of another, which is `short` within it; null where some who read the
 * text may not see that project: its path would tell that it exists.
 */
export function referenceTo(project: Project, short: string, reader: Project): string | null {
  if (project.id === reader.id) return short;
  const isSeen =
    project.visibility === "public" ||
    (project.visibility === "internal" && reader.visibility !== "public") ||
    (project.groupId !== null && project.groupId === reader.groupId && reader.visibility === "private");
  return isSeen ? `${project.fullPath}${short}` : null;
}

/**
 * Adds a system note to every issue and merge request that a text refers to and did not before, and links issues with
 * merge requests.
 */
export function addCrossReferences(
  store: ServiceStore,
  source: TextTarget,
  author: User,
  { body, before = "" }: { readonly body: string; readonly before?: string },
): void {
  const from = findProject(store, source.row.projectId);
  if (!from) return;
  const known = new Set(referencesIn(before).map((each) => JSON.stringify(each)));
  const added = referencesIn(body).filter((each) => !known.has(JSON.stringify(each)));
  const isIssue = source.type === "Issue";
  const itself = `${isIssue ? "#" : "!"}${source.row.iid}`;
  const tell = (target: Issuable, projectId: number) => {
    if (target.type === source.type && target.id === source.row.id) return;
    const reader = findProject(store, projectId);
    // A confidential issue is not named where others read it.
    if (!reader || (isIssue && source.row.confidential)) return;
    const name = referenceTo(from, itself, reader);
    const note = `mentioned in ${isIssue ? "issue" : "merge request"} ${name}`;
    if (name !== null && !hasSystemNote(store, target, note)) addSystemNoteTo(store, target, author.id, note);
  };
  const signed = (sign: "#" | "!") => added.filter((each) => each.sign === sign);
  for (const { id, projectId } of issuesOf(store, author, from, signed("#"))) {
    tell({ type: "Issue", id }, projectId);
    if (!isIssue) linkIssue(store, id, source.row.id, "mention");
  }
  for (const { id, projectId } of mergeRequestsOf(store, author, from, signed("!"))) {
    tell({ type: "MergeRequest", id }, projectId);
    if (isIssue) linkIssue(store, source.row.id, id, "mention");
  }
}

/** Records which issues a merge request closes by its title and description; those that its author may read. */
export function closeByDescription(
  store: ServiceStore,
  { id, projectId, authorId, title, description }: MergeRequest,
): void {
  const from = findProject(store, projectId);
  const author = authorId === null ? null : findUser(store, authorId);
  if (!from) return;
  const closed = issuesOf(store, author, from, closingReferencesIn(`${title}\n\n${description}`));
  setClosedIssues(
    store,
    id,
    "description",
    closed.map((issue) => issue.id),
  );
}

/** Records which issues the commits of a merge request close and mention, with a note of each commit in the issue. */
export function closeByCommits(
  store: ServiceStore,
  { id, projectId, authorId }: MergeRequest,
  userId: number | null,
  commits: readonly { readonly id: string; readonly message: string }[],
): void {
  const from = findProject(store, projectId);
  const author = authorId === null ? null : findUser(store, authorId);
  if (!from) return;
  const closed = commits.flatMap(({ message }) => closingReferencesIn(message));
  setClosedIssues(
    store,
    id,
    "commits",
    issuesOf(store, author, from, closed).map((issue) => issue.id),
  );
  const named = commits
    .flatMap((commit) => referencesIn(commit.message).map((reference) => ({ commit, reference })))
    .filter(({ reference }) => reference.sign === "#")
    .slice(0, maxReferences);
  for (const { commit, reference } of named) {
    for (const issue of issuesOf(store, author, from, [reference])) {
      const target = { type: "Issue", id: issue.id } as const;
      linkIssue(store, issue.id, id, "mention");
      const name = referenceTo(from, `@${commit.id}`, findProject(store, issue.projectId) ?? from);
      const note = `mentioned in commit ${name?.replace(/^@/, "")}`;
      if (name !== null && !hasSystemNote(store, target, note)) addSystemNoteTo(store, target, userId, note);
    }
  }
}

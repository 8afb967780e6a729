import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { listClosedIssueRows, listLinkedMergeRequests } from "../../store/review/issue-merge-requests.ts";
import { changeIssue, type Issue } from "../../store/review/issues.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import { addSystemNoteTo } from "../../store/review/notes.ts";
import { finishTodos } from "../../store/review/todos.ts";
import { findUser } from "../../store/users/users.ts";
import { type Caller, mayReadCode, maySeeProject } from "../access/access-level.ts";
import { mayReadIssue, mayUpdateIssue } from "../access/issue-access.ts";
import { referenceTo } from "../events/cross-references.ts";
import { issueChanged } from "../events/events.ts";
import type { IssueInProject } from "./require-issue.ts";

/**
 * Closes the open issues that a merge request closes and that the user who merged may change, with a note in each; call in
 * the transaction of the merge. A user who is not known has written to the repository itself.
 */
export function closeIssuesOf(
  store: ServiceStore,
  from: Project,
  mergeRequest: MergeRequest,
  userId: number | null,
): void {
  const user = userId === null ? null : findUser(store, userId);
  for (const issue of listClosedIssueRows(store, mergeRequest.id)) {
    const project = findProject(store, issue.projectId);
    if (!project || issue.state !== "opened") continue;
    if (user && !mayUpdateIssue(store, user, project, issue)) continue;
    const name = referenceTo(from, `!${mergeRequest.iid}`, project);
    closeIssue(store, issue, userId, name === null ? "closed" : `closed via merge request ${name}`);
  }
}

/** Closes an issue with a system note, and ends what its closer had to do about it. */
export function closeIssue(store: ServiceStore, { id }: Issue, userId: number | null, note: string): void {
  const now = timeNow(store);
  changeIssue(store, id, { state: "closed", closedAt: now, closedById: userId }, now);
  addSystemNoteTo(store, { type: "Issue", id }, userId, note, now);
  if (userId !== null) finishTodos(store, userId, { target: { type: "Issue", id } });
  issueChanged.emit(store, { issueId: id, userId, action: "close" });
}

/** Returns the issues that a merge request closes and that the caller may read. */
export const closedIssues = ({ store, user }: Caller, mergeRequest: MergeRequest): Issue[] =>
  listClosedIssueRows(store, mergeRequest.id).filter((issue) => {
    const project = findProject(store, issue.projectId);
    return project !== null && mayReadIssue(store, user, project, issue);
  });

/** Returns the merge requests that close an issue, or all that are linked with it, of those that the caller may read. */
export const mergeRequestsOf = (
  { store, user }: Caller,
  { issue }: IssueInProject,
  which: "closing" | "all",
): MergeRequest[] =>
  listLinkedMergeRequests(store, issue.id, which).filter(({ projectId }) => {
    const project = findProject(store, projectId);
    return project !== null && maySeeProject(store, user, project) && mayReadCode(store, user, project);
  });

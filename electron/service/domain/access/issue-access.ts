import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { projectsOfReporter, type Reader, visibleProjects } from "../../store/projects/readable-projects.ts";
import { assigneesOf } from "../../store/review/issuables.ts";
import { readableIssues } from "../../store/review/issue-list.ts";
import type { Issue } from "../../store/review/issues.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, maySeeProject } from "./access-level.ts";

/** Returns whether a user wrote an issue or is assigned to it. */
const isInvolved = (store: ServiceStore, user: User, issue: Issue): boolean =>
  issue.authorId === user.id || assigneesOf(store, { type: "Issue", id: issue.id }).includes(user.id);

/**
 * Returns whether a user may read an issue: who sees the project, guests of a private one too. Confidential ones are for
 * reporters, their author and assignees. {@link issuesReadableBy} has to agree.
 */
export function mayReadIssue(
  store: ServiceStore,
  user: User | null,
  project: Project,
  issue: Issue,
): boolean {
  if (!project.issuesEnabled || !maySeeProject(store, user, project)) return false;
  if (!issue.confidential || accessLevel(store, user, project) >= accessLevels.reporter) return true;
  return user !== null && isInvolved(store, user, issue);
}

/** Returns whether a user may change an issue's text and state: reporters, its author and its assignees. */
export function mayUpdateIssue(store: ServiceStore, user: User, project: Project, issue: Issue): boolean {
  if (!mayReadIssue(store, user, project, issue)) return false;
  return accessLevel(store, user, project) >= accessLevels.reporter || isInvolved(store, user, issue);
}

/** Returns the condition by which lists find the issues that a user may read, of one group and those below it where given. */
export const issuesReadableBy = (
  store: ServiceStore,
  reader: Reader,
  below?: { readonly id: number; readonly fullPath: string },
) => readableIssues(reader.id, visibleProjects(store, reader, below), projectsOfReporter(store, reader));

import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { assigneesOf } from "../../store/review/issuables.ts";
import type { Issue } from "../../store/review/issues.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, maySeeProject } from "./access-level.ts";

/** Returns whether a user wrote an issue or is assigned to it. */
const isInvolved = (store: ServiceStore, user: User, issue: Issue): boolean =>
  issue.authorId === user.id || assigneesOf(store, { type: "Issue", id: issue.id }).includes(user.id);

/**
 * Returns whether a user may read an issue: who sees the project, guests of a private one too. Confidential ones are for
 * reporters, their author and assignees. The query of lists, which has to agree, is compared in `readable-projects.test.ts`.
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

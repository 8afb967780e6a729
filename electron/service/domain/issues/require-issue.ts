import type { Project } from "../../store/projects/projects.ts";
import { findIssue, type Issue } from "../../store/review/issues.ts";
import type { User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { mayReadIssue, mayUpdateIssue } from "../access/issue-access.ts";
import { requireCaller, requireProject } from "../access/require-access.ts";
import { forbidden, notFound } from "../refusal.ts";

/** An issue with its project. */
export interface IssueInProject {
  readonly project: Project;
  readonly issue: Issue;
}

/** Returns an issue of a project. Throws `notFound`, also where the caller may not read it or the project has no issues. */
export function requireIssue(caller: Caller, id: string | number, iid: number): IssueInProject {
  const project = requireProject(caller, id);
  const issue = findIssue(caller.store, project.id, iid);
  if (!issue || !mayReadIssue(caller.store, caller.user, project, issue)) throw notFound();
  return { project, issue };
}

/** Returns the caller. Throws `unauthorized`, and `forbidden` unless they may change the issue's text and state. */
export function requireIssueEditor(caller: Caller, { project, issue }: IssueInProject): User {
  const user = requireCaller(caller);
  if (!mayUpdateIssue(caller.store, user, project, issue)) throw forbidden();
  return user;
}

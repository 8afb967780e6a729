import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { withProjectPath } from "../../../../shared/issues/references.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { assigneesOf, labelsOf, setAssignees, setLabels } from "../../store/review/issuables.ts";
import { changeIssue, type Issue, insertIssue } from "../../store/review/issues.ts";
import { knownLabels, scopeOfProject } from "../../store/review/labels.ts";
import { findMilestone, listMilestoneRows } from "../../store/review/milestones.ts";
import { addSystemNoteTo, allNotes, insertNote, newDiscussionId } from "../../store/review/notes.ts";
import { addReaction, listReactionRows, type ReactionParent } from "../../store/review/reactions.ts";
import { finishTodos } from "../../store/review/todos.ts";
import { findUser } from "../../store/users/users.ts";
import { accessLevel, type Caller, maySeeProject } from "../access/access-level.ts";
import { requireCaller, requireProject, requireRole } from "../access/require-access.ts";
import { referenceTo } from "../events/cross-references.ts";
import { invalid } from "../refusal.ts";
import type { IssueInProject } from "./require-issue.ts";

/**
 * Continues an issue in another project, with its comments, and closes it; a system note at each end leads to the other.
 * Labels and the milestone stay where the other project has them by name. Throws `unauthorized`, `forbidden` below
 * reporter, `notFound` for a project that the caller does not see, and `invalid` where they are no reporter there, it has
 * no issues, or the issue was moved before.
 */
export function moveTo(caller: Caller, { project, issue }: IssueInProject, targetId: number): Issue {
  const { store } = caller;
  const user = requireCaller(caller);
  requireRole(caller, project, "reporter");
  const target = requireProject(caller, targetId);
  if (target.id === project.id) throw invalid("Cannot move issue to project it originates from!");
  const mayMove = accessLevel(store, user, target) >= accessLevels.reporter;
  if (!mayMove || !target.issuesEnabled || target.archived || issue.movedToId !== null)
    throw invalid("Cannot move issue due to insufficient permissions!");
  return store.transaction(() => {
    const made = copyIssue(store, { project, issue }, target);
    const now = timeNow(store);
    const closing = issue.state === "opened" ? { closedAt: now, closedById: user.id } : {};
    changeIssue(store, issue.id, { state: "closed", movedToId: made.id, ...closing }, now);
    finishTodos(store, user.id, { target: { type: "Issue", id: issue.id } });
    const note = (on: Issue, reader: Project, from: Project, { iid }: Issue, way: "to" | "from") => {
      const name = referenceTo(from, `#${iid}`, reader) ?? "another project";
      addSystemNoteTo(store, { type: "Issue", id: on.id }, user.id, `moved ${way} ${name}`, now);
    };
    note(issue, project, target, made, "to");
    note(made, target, project, issue, "from");
    return made;
  });
}

/** Adds an issue with all of another one to a project. */
function copyIssue(store: ServiceStore, { project, issue }: IssueInProject, target: Project): Issue {
  const milestone = issue.milestoneId === null ? null : findMilestone(store, issue.milestoneId);
  const same = listMilestoneRows(store, scopeOfProject(store, target.id)).find(
    ({ title }) => title === milestone?.title,
  );
  const { title, authorId, type, confidential, dueDate, weight, timeEstimate, timeSpent } = issue;
  const made = insertIssue(store, {
    projectId: target.id,
    description: withProjectPath(issue.description, project.fullPath),
    milestoneId: same?.id ?? null,
    discussionLocked: issue.discussionLocked,
    createdAt: issue.createdAt,
    ...{ title, authorId, type, confidential, dueDate, weight, timeEstimate, timeSpent },
  });
  const [from, to] = [issue, made].map(({ id }) => ({ type: "Issue", id }) as const);
  if (!from || !to) throw new Error("there are two issues");
  setLabels(store, target.id, to, knownLabels(store, target.id, labelsOf(store, from)));
  const assignees = assigneesOf(store, from).filter((id) => {
    const user = findUser(store, id);
    return user !== null && maySeeProject(store, user, target);
  });
  setAssignees(store, to, assignees);
  copyReactions(store, "Issue", issue.id, made.id);
  const discussions = new Map<string, string>();
  for (const note of allNotes(store, "Issue", issue.id)) {
    const discussionId = discussions.get(note.discussionId) ?? newDiscussionId();
    discussions.set(note.discussionId, discussionId);
    const body = withProjectPath(note.body, project.fullPath);
    const copy = insertNote(store, { ...note, parentId: made.id, discussionId, body });
    copyReactions(store, "Note", note.id, copy.id);
  }
  return made;
}

function copyReactions(store: ServiceStore, type: ReactionParent, from: number, to: number): void {
  for (const { userId, name, createdAt } of listReactionRows(store, type, from))
    addReaction(store, type, to, userId, name, createdAt);
}

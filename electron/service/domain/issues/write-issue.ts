import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { timeNow } from "../../clock.ts";
import {
  changeIssue,
  deleteIssueRow,
  findIssueById,
  type Issue,
  insertIssue,
} from "../../store/review/issues.ts";
import { addSystemNoteTo } from "../../store/review/notes.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller, requireProject, requireRole } from "../access/require-access.ts";
import { handleText, ofIssue } from "../events/add-todos.ts";
import { issueChanged } from "../events/events.ts";
import { forbidden } from "../refusal.ts";
import { closeIssue } from "./close-issues.ts";
import { type IssueInProject, requireIssueEditor } from "./require-issue.ts";
import { checkIssueFields, checkTitle, type IssueFields, setIssueFields } from "./set-issue-fields.ts";

interface NewIssueInput extends IssueFields {
  readonly title: string;
  readonly description?: string;
  readonly iid?: number;
  readonly created_at?: string;
}

/**
 * Creates an issue in a project that the caller sees. Throws `unauthorized`, `notFound`, `forbidden` where the project has
 * no issues or is archived, `invalidFields` for a wrong title and `badParameter` for an unknown user or milestone.
 */
export function createIssueIn(caller: Caller, id: string | number, input: NewIssueInput): Issue {
  const { store } = caller;
  const user = requireCaller(caller);
  const project = requireProject(caller, id);
  if (!project.issuesEnabled || project.archived) throw forbidden();
  checkTitle(input.title);
  const fields = checkIssueFields({ store, user }, project, null, input);
  // Ignored for others, as real services do.
  const isOwner = accessLevel(store, user, project) >= accessLevels.owner;
  const createdAt = isOwner && input.created_at ? new Date(input.created_at).toISOString() : undefined;
  const { columns } = fields;
  return store.transaction(() => {
    const made = insertIssue(store, {
      projectId: project.id,
      iid: isOwner ? input.iid : undefined,
      title: input.title.trim(),
      description: input.description,
      authorId: user.id,
      type: columns.type,
      milestoneId: columns.milestoneId,
      confidential: columns.confidential,
      dueDate: columns.dueDate,
      weight: columns.weight,
      createdAt,
    });
    setIssueFields({ store, user }, made, { ...fields, columns: {} });
    handleText(store, ofIssue(made), user, { body: made.description });
    issueChanged.emit(store, { issueId: made.id, userId: user.id, action: "open" });
    return made;
  });
}

interface IssueChanges extends IssueFields {
  readonly title?: string;
  readonly description?: string;
  readonly state_event?: "close" | "reopen";
  readonly updated_at?: string;
}

/**
 * Changes an issue, with a system note of each change, and returns it. An event that its state is the result of changes
 * nothing. Throws `unauthorized`, `forbidden`, `invalidFields` for a wrong title and `badParameter` for an unknown user or
 * milestone.
 */
export function updateIssueFields(caller: Caller, found: IssueInProject, input: IssueChanges): Issue {
  const { store } = caller;
  const user = requireIssueEditor(caller, found);
  const { project, issue } = found;
  checkTitle(input.title);
  const title = input.title?.trim();
  const fields = checkIssueFields({ store, user }, project, issue, input);
  const isOwner = accessLevel(store, user, project) >= accessLevels.owner;
  const at = isOwner && input.updated_at ? new Date(input.updated_at).toISOString() : timeNow(store);
  store.transaction(() => {
    const notes = [
      ...setIssueFields({ store, user }, issue, fields),
      ...describeTexts(issue, title, input.description),
    ];
    changeIssue(store, issue.id, { ...fields.columns, title, description: input.description }, at);
    if (input.description !== undefined) {
      const text = { body: input.description, before: issue.description };
      handleText(store, ofIssue(findIssueById(store, issue.id) ?? issue), user, text);
    }
    for (const text of notes) addSystemNoteTo(store, { type: "Issue", id: issue.id }, user.id, text);
    if (input.state_event === "close" && issue.state === "opened")
      closeIssue(store, issue, user.id, "closed");
    if (input.state_event === "reopen" && issue.state === "closed") {
      changeIssue(store, issue.id, { state: "opened", closedAt: null, closedById: null }, at);
      addSystemNoteTo(store, { type: "Issue", id: issue.id }, user.id, "reopened");
      issueChanged.emit(store, { issueId: issue.id, userId: user.id, action: "reopen" });
    }
    // Its state has an event of its own.
    if (input.state_event === undefined)
      issueChanged.emit(store, { issueId: issue.id, userId: user.id, action: "update" });
  });
  return findIssueById(store, issue.id) ?? issue;
}

function describeTexts(before: Issue, title: string | undefined, description: string | undefined): string[] {
  return [
    ...(title !== undefined && title !== before.title
      ? [`changed title from **${before.title}** to **${title}**`]
      : []),
    ...(description !== undefined && description !== before.description ? ["changed the description"] : []),
  ];
}

/** Deletes an issue. Throws `forbidden` below owner. */
export function removeIssue(caller: Caller, { project, issue }: IssueInProject): void {
  const { store } = caller;
  requireRole(caller, project, "owner");
  store.transaction(() => deleteIssueRow(store, issue.id));
}

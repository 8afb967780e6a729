import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { labelsOf } from "../../store/review/issuables.ts";
import type { Issue, IssueChange, IssueType } from "../../store/review/issues.ts";
import { knownLabels } from "../../store/review/labels.ts";
import type { Milestone } from "../../store/review/milestones.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, maySeeProject } from "../access/access-level.ts";
import { ofIssue } from "../events/add-todos.ts";
import {
  checkMilestone,
  checkUsers,
  describeMilestone,
  milestoneIdOf,
  setAssigneesOf,
  setLabelsOf,
  splitNames,
} from "../planning/set-fields.ts";
import { invalidFields } from "../refusal.ts";

/** Fields that creating and updating an issue set alike. */
export interface IssueFields {
  readonly confidential?: boolean;
  readonly assignee_id?: number;
  readonly assignee_ids?: readonly number[];
  /** 0 for none. */
  readonly milestone_id?: number;
  /** Names, separated by commas, as are the next two. */
  readonly labels?: string;
  readonly add_labels?: string;
  readonly remove_labels?: string;
  /** ISO day, empty for none. */
  readonly due_date?: string;
  readonly weight?: number | null;
  readonly issue_type?: IssueType;
  readonly discussion_locked?: boolean;
}

/** Values of {@link IssueFields} that were checked; undefined ones stay. */
interface CheckedFields {
  readonly assignees: readonly number[] | undefined;
  readonly milestone: Milestone | null | undefined;
  readonly labels: readonly string[] | undefined;
  readonly columns: IssueChange;
}

/** Throws `invalidFields` for a title that is empty or longer than 255 characters. */
export function checkTitle(title: string | undefined): void {
  if (title === undefined) return;
  if (title.trim() === "") throw invalidFields({ title: ["can't be blank"] });
  if (title.length > 255) throw invalidFields({ title: ["is too long (maximum is 255 characters)"] });
}

/**
 * Reads the fields of an issue of a project, null for a new one, and writes nothing. Throws `badParameter` for an unknown
 * user or milestone. Members set them for a new issue, reporters for one that is there; those of others are ignored, as
 * are new labels of guests and assignees who do not see the project.
 */
export function checkIssueFields(
  { store, user }: { readonly store: ServiceStore; readonly user: User },
  project: Project,
  issue: Issue | null,
  fields: IssueFields,
): CheckedFields {
  const level = accessLevel(store, user, project);
  const isReporter = level >= accessLevels.reporter;
  if (!isReporter && (issue || level === 0)) {
    const { confidential } = fields;
    // Everybody may report what should not be seen.
    return { ...nothing, columns: issue ? {} : { confidential } };
  }
  const { assignee_id: single, assignee_ids = single === undefined ? undefined : [single] } = fields;
  const labels = labelNames(store, issue, fields);
  const milestone = checkMilestone(store, project.id, fields.milestone_id);
  return {
    assignees: checkUsers(store, assignee_ids, "assignee_ids")?.filter((id) => {
      const assignee = findUser(store, id);
      return assignee !== null && maySeeProject(store, assignee, project);
    }),
    milestone,
    labels: isReporter ? labels : labels && knownLabels(store, project.id, labels),
    columns: {
      milestoneId: milestoneIdOf({ milestone }),
      confidential: fields.confidential,
      discussionLocked: fields.discussion_locked,
      dueDate: fields.due_date === "" ? null : fields.due_date,
      weight: fields.weight,
      type: fields.issue_type,
    },
  };
}

const nothing = { assignees: undefined, milestone: undefined, labels: undefined };

/** Returns the names of an issue's labels as they are to be; undefined where they stay. */
function labelNames(
  store: ServiceStore,
  issue: Issue | null,
  { labels, add_labels: add, remove_labels: remove }: IssueFields,
): string[] | undefined {
  if (labels === undefined && add === undefined && remove === undefined) return undefined;
  const before = issue ? labelsOf(store, { type: "Issue", id: issue.id }) : [];
  const removed = new Set(splitNames(remove)?.map((name) => name.toLowerCase()));
  return [...(splitNames(labels) ?? before), ...(splitNames(add) ?? [])].filter(
    (name) => !removed.has(name.toLowerCase()),
  );
}

/** Sets assignees and labels of an issue, with to-dos for those who are new, and returns the texts of system notes about all fields. */
export function setIssueFields(
  { store, user }: { readonly store: ServiceStore; readonly user: User },
  issue: Issue,
  { assignees, milestone, labels, columns }: CheckedFields,
): string[] {
  return [
    ...setAssigneesOf(store, user, ofIssue(issue), assignees),
    ...describeMilestone(issue, milestone),
    ...setLabelsOf(store, issue.projectId, { type: "Issue", id: issue.id }, labels),
    ...describeColumns(issue, columns),
  ];
}

/** Returns the texts of system notes about columns that change. */
function describeColumns(before: Issue, after: IssueChange): string[] {
  const changed = <K extends keyof IssueChange & keyof Issue>(name: K): boolean =>
    after[name] !== undefined && after[name] !== before[name];
  const { dueDate, weight, type } = after;
  return [
    ...(changed("confidential")
      ? [after.confidential ? "made the issue confidential" : "made the issue visible to everyone"]
      : []),
    ...(changed("dueDate")
      ? [dueDate ? `changed due date to ${longDate(dueDate)}` : "removed due date"]
      : []),
    ...(changed("weight")
      ? [typeof weight === "number" ? `changed weight to **${weight}**` : "removed the weight"]
      : []),
    ...(changed("type") ? [`changed type from ${before.type} to ${type}`] : []),
    ...(changed("discussionLocked")
      ? [`${after.discussionLocked ? "locked" : "unlocked"} the discussion in this issue`]
      : []),
  ];
}

/** Returns a day such as `March 9, 2026`. */
const longDate = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

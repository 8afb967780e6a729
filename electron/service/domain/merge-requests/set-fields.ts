import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { scopeOfProject, setLabels } from "../../store/review/labels.ts";
import { assigneesOf, labelsOf, type MergeRequest, setAssignees } from "../../store/review/merge-requests.ts";
import { findMilestone, type Milestone } from "../../store/review/milestones.ts";
import { reviewersOf, setReviewers } from "../../store/review/reviewers.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { addTodos } from "../events/add-todos.ts";
import { badParameter } from "../refusal.ts";

/** Fields that creating and updating a merge request set alike. */
export interface CommonFields {
  readonly assignee_id?: number;
  readonly assignee_ids?: readonly number[];
  readonly reviewer_ids?: readonly number[];
  /** 0 for none. */
  readonly milestone_id?: number;
  /** Names, separated by commas. */
  readonly labels?: string;
}

/** Values of {@link CommonFields} that were checked; undefined ones stay. */
interface CommonChanges {
  readonly assignees: readonly number[] | undefined;
  readonly reviewers: readonly number[] | undefined;
  /** Null for none. */
  readonly milestone: Milestone | null | undefined;
  readonly labels: readonly string[] | undefined;
}

/**
 * Reads the fields of a merge request in a project and writes nothing. Throws `badParameter` for an unknown user or milestone. Of a
 * caller who is no developer there, such as the author of a fork, they are ignored, as real services do: labels would be
 * added to the project.
 */
export function checkCommonFields(
  { store, user }: Caller,
  project: Project,
  fields: CommonFields,
): CommonChanges {
  if (accessLevel(store, user, project) < accessLevels.developer) return noChanges;
  const { id: projectId } = project;
  const { assignee_id: single, assignee_ids = single === undefined ? undefined : [single] } = fields;
  return {
    assignees: checkUsers(store, assignee_ids, "assignee_ids"),
    reviewers: checkUsers(store, fields.reviewer_ids, "reviewer_ids"),
    milestone: checkMilestone(store, projectId, fields.milestone_id),
    labels: fields.labels
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

const noChanges: CommonChanges = {
  assignees: undefined,
  reviewers: undefined,
  milestone: undefined,
  labels: undefined,
};

function checkUsers(
  store: ServiceStore,
  ids: readonly number[] | undefined,
  name: string,
): readonly number[] | undefined {
  const users = ids?.filter((id) => id !== 0);
  if (users?.some((id) => !findUser(store, id))) throw badParameter(name, "is invalid");
  return users;
}

function checkMilestone(
  store: ServiceStore,
  projectId: number,
  id: number | undefined,
): Milestone | null | undefined {
  if (id === undefined) return undefined;
  if (id === 0) return null;
  const milestone = findMilestone(store, id);
  const { groupIds } = scopeOfProject(store, projectId);
  const isKnown =
    milestone?.projectId === projectId || (milestone?.groupId && groupIds.includes(milestone.groupId));
  if (!milestone || !isKnown) throw badParameter("milestone_id", "is invalid");
  return milestone;
}

/** Returns the column of a checked milestone; undefined where it stays. */
export const milestoneIdOf = ({ milestone }: CommonChanges): number | null | undefined =>
  milestone === undefined ? undefined : (milestone?.id ?? null);

/**
 * Sets assignees, reviewers and labels of a merge request, with to-dos for those who are new, and returns the texts of system notes about what changed, the
 * milestone included, which is written with the other columns.
 */
export function setCommonFields(
  { store, user }: { readonly store: ServiceStore; readonly user: User },
  mergeRequest: MergeRequest,
  changes: CommonChanges,
): string[] {
  return [
    ...setAssigneesOf(store, user, mergeRequest, changes.assignees),
    ...setReviewersOf(store, user, mergeRequest, changes.reviewers),
    ...describeMilestone(mergeRequest, changes.milestone),
    ...setLabelsOf(store, mergeRequest, changes.labels),
  ];
}

function setAssigneesOf(
  store: ServiceStore,
  { id: authorId }: User,
  mergeRequest: MergeRequest,
  after: readonly number[] | undefined,
): string[] {
  if (!after) return [];
  const before = assigneesOf(store, mergeRequest.id);
  setAssignees(store, mergeRequest.id, after);
  const added = after.filter((each) => !before.includes(each));
  addTodos(store, added, { mergeRequest, action: "assigned", authorId });
  return describePeople(store, before, after, ["assigned to", "unassigned"]);
}

function setReviewersOf(
  store: ServiceStore,
  { id: authorId }: User,
  mergeRequest: MergeRequest,
  after: readonly number[] | undefined,
): string[] {
  if (!after) return [];
  const before = reviewersOf(store, mergeRequest.id);
  setReviewers(store, mergeRequest.id, after);
  const added = after.filter((each) => !before.includes(each));
  addTodos(store, added, { mergeRequest, action: "review_requested", authorId });
  return describePeople(store, before, after, ["requested review from", "removed review request for"]);
}

function describeMilestone(before: MergeRequest, milestone: Milestone | null | undefined): string[] {
  if (milestone === undefined || (milestone?.id ?? null) === before.milestoneId) return [];
  return [milestone ? `changed milestone to %"${milestone.title}"` : "removed milestone"];
}

function describePeople(
  store: ServiceStore,
  before: readonly number[],
  after: readonly number[],
  [add, remove]: readonly [add: string, remove: string],
): string[] {
  const names = (people: readonly number[]) =>
    people.map((each) => `@${findUser(store, each)?.username}`).join(", ");
  const added = after.filter((each) => !before.includes(each));
  const removed = before.filter((each) => !after.includes(each));
  return [
    ...(added.length > 0 ? [`${add} ${names(added)}`] : []),
    ...(removed.length > 0 ? [`${remove} ${names(removed)}`] : []),
  ];
}

function setLabelsOf(
  store: ServiceStore,
  { id, projectId }: MergeRequest,
  labels: readonly string[] | undefined,
): string[] {
  if (!labels) return [];
  const before = labelsOf(store, id);
  setLabels(store, projectId, id, labels);
  const after = labelsOf(store, id);
  const describe = (verb: string, changed: readonly string[]) =>
    changed.length === 0
      ? []
      : [
          `${verb} ${changed.map((name) => `~"${name}"`).join(" ")} ${changed.length === 1 ? "label" : "labels"}`,
        ];
  return [
    ...describe(
      "added",
      after.filter((name) => !before.includes(name)),
    ),
    ...describe(
      "removed",
      before.filter((name) => !after.includes(name)),
    ),
  ];
}

import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { Milestone } from "../../store/review/milestones.ts";
import { reviewersOf, setReviewers } from "../../store/review/reviewers.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { addTodos, ofMergeRequest } from "../events/add-todos.ts";
import {
  checkMilestone,
  checkUsers,
  describeMilestone,
  describePeople,
  setAssigneesOf,
  setLabelsOf,
  splitNames,
} from "../planning/set-fields.ts";

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
    labels: splitNames(fields.labels),
  };
}

const noChanges: CommonChanges = {
  assignees: undefined,
  reviewers: undefined,
  milestone: undefined,
  labels: undefined,
};

/**
 * Sets assignees, reviewers and labels of a merge request, with to-dos for those who are new, and returns the texts of system notes about what changed, the
 * milestone included, which is written with the other columns.
 */
export function setCommonFields(
  { store, user }: { readonly store: ServiceStore; readonly user: User },
  mergeRequest: MergeRequest,
  changes: CommonChanges,
): string[] {
  const { id, projectId } = mergeRequest;
  return [
    ...setAssigneesOf(store, user, ofMergeRequest(mergeRequest), changes.assignees),
    ...setReviewersOf(store, user, mergeRequest, changes.reviewers),
    ...describeMilestone(mergeRequest, changes.milestone),
    ...setLabelsOf(store, projectId, { type: "MergeRequest", id }, changes.labels),
  ];
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
  addTodos(store, added, { target: ofMergeRequest(mergeRequest), action: "review_requested", authorId });
  return describePeople(store, before, after, ["requested review from", "removed review request for"]);
}

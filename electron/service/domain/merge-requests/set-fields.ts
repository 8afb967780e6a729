import { badParameter } from "../../http/http-error.ts";
import { setLabels } from "../../store/review/labels.ts";
import {
  assigneesOf,
  changeMergeRequest,
  labelsOf,
  type MergeRequest,
  reviewersOf,
  setAssignees,
  setReviewers,
} from "../../store/review/merge-requests.ts";
import { findMilestone } from "../../store/review/milestones.ts";
import type { Store } from "../../store/store.ts";
import { findUser } from "../../store/users/users.ts";

/** Fields that creating and updating a merge request set alike. */
export interface CommonFields {
  readonly assignee_id?: number | undefined;
  readonly assignee_ids?: readonly number[] | undefined;
  readonly reviewer_ids?: readonly number[] | undefined;
  /** 0 for none. */
  readonly milestone_id?: number | undefined;
  /** Names, separated by commas. */
  readonly labels?: string | undefined;
}

/**
 * Sets assignees, reviewers, milestone and labels of a merge request, and returns the texts of system notes about what changed.
 * Throws 400 for an unknown user or milestone.
 */
export function setCommonFields(store: Store, mergeRequest: MergeRequest, fields: CommonFields): string[] {
  return [
    ...setAssigneesOf(store, mergeRequest, fields),
    ...setReviewersOf(store, mergeRequest, fields.reviewer_ids),
    ...setMilestone(store, mergeRequest, fields.milestone_id),
    ...setLabelsOf(store, mergeRequest, fields.labels),
  ];
}

function setAssigneesOf(store: Store, { id }: MergeRequest, fields: CommonFields): string[] {
  const { assignee_id: single, assignee_ids: ids = single === undefined ? undefined : [single] } = fields;
  if (!ids) return [];
  const before = assigneesOf(store, id);
  const after = ids.filter((each) => each !== 0);
  if (after.some((each) => !findUser(store, each))) throw badParameter("assignee_ids is invalid");
  setAssignees(store, id, after);
  return describePeople(store, before, after, ["assigned to", "unassigned"]);
}

function setReviewersOf(store: Store, { id }: MergeRequest, ids: readonly number[] | undefined): string[] {
  if (!ids) return [];
  const before = reviewersOf(store, id);
  const after = ids.filter((each) => each !== 0);
  if (after.some((each) => !findUser(store, each))) throw badParameter("reviewer_ids is invalid");
  setReviewers(store, id, after);
  return describePeople(store, before, after, ["requested review from", "removed review request for"]);
}

function describePeople(
  store: Store,
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

function setMilestone(store: Store, mergeRequest: MergeRequest, id: number | undefined): string[] {
  if (id === undefined || id === (mergeRequest.milestoneId ?? 0)) return [];
  const milestone = id === 0 ? null : findMilestone(store, id);
  if (id !== 0 && milestone?.projectId !== mergeRequest.projectId) {
    throw badParameter("milestone_id is invalid");
  }
  changeMergeRequest(store, mergeRequest.id, { milestoneId: milestone?.id ?? null });
  return [milestone ? `changed milestone to %"${milestone.title}"` : "removed milestone"];
}

function setLabelsOf(store: Store, { id, projectId }: MergeRequest, labels: string | undefined): string[] {
  if (labels === undefined) return [];
  const before = labelsOf(store, id);
  const names = labels.split(",").map((name) => name.trim());
  setLabels(store, projectId, id, names.filter(Boolean));
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

import type { ServiceStore } from "../../service-store.ts";
import {
  assigneesOf,
  type Issuable,
  labelsOf,
  setAssignees,
  setLabels,
} from "../../store/review/issuables.ts";
import { scopeOfProject } from "../../store/review/labels.ts";
import { findMilestone, type Milestone } from "../../store/review/milestones.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { addTodos } from "../events/add-todos.ts";
import type { TextTarget } from "../events/cross-references.ts";
import { badParameter } from "../refusal.ts";

/** Returns ids of users without 0, which stands for none. Throws `badParameter` for one of nobody. */
export function checkUsers(
  store: ServiceStore,
  ids: readonly number[] | undefined,
  name: string,
): readonly number[] | undefined {
  const users = ids?.filter((id) => id !== 0);
  if (users?.some((id) => !findUser(store, id))) throw badParameter(name, "is invalid");
  return users;
}

/** Returns the milestone of an id in a project or its groups, null for 0 and undefined for none. Throws `badParameter`. */
export function checkMilestone(
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

/** Returns names that are separated by commas. */
export const splitNames = (names: string | undefined): string[] | undefined =>
  names
    ?.split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns the column of a checked milestone; undefined where it stays. */
export const milestoneIdOf = ({
  milestone,
}: {
  readonly milestone: Milestone | null | undefined;
}): number | null | undefined => (milestone === undefined ? undefined : (milestone?.id ?? null));

/** Sets the assignees, with to-dos for those who are new, and returns the texts of system notes. */
export function setAssigneesOf(
  store: ServiceStore,
  { id: authorId }: User,
  target: TextTarget,
  after: readonly number[] | undefined,
): string[] {
  if (!after) return [];
  const issuable: Issuable = { type: target.type, id: target.row.id };
  const before = assigneesOf(store, issuable);
  setAssignees(store, issuable, after);
  const added = after.filter((each) => !before.includes(each));
  addTodos(store, added, { target, action: "assigned", authorId });
  return describePeople(store, before, after, ["assigned to", "unassigned"]);
}

/** Returns the text of the system note about another milestone. */
export function describeMilestone(
  before: { readonly milestoneId: number | null },
  milestone: Milestone | null | undefined,
): string[] {
  if (milestone === undefined || (milestone?.id ?? null) === before.milestoneId) return [];
  return [milestone ? `changed milestone to %"${milestone.title}"` : "removed milestone"];
}

/** Returns the texts of system notes about people who were added and removed. */
export function describePeople(
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

/** Sets the labels and returns the texts of system notes. */
export function setLabelsOf(
  store: ServiceStore,
  projectId: number,
  issuable: Issuable,
  labels: readonly string[] | undefined,
): string[] {
  if (!labels) return [];
  const before = labelsOf(store, issuable);
  setLabels(store, projectId, issuable, labels);
  const after = labelsOf(store, issuable);
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

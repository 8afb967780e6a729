import type { ServiceStore } from "../../service-store.ts";
import { listGroupTree } from "../../store/groups/group-tree.ts";
import { findGroup, type Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  countLabelled,
  deleteLabelRow,
  findLabel,
  insertGroupLabel,
  insertLabel,
  type Label,
  listLabelRows,
  listLabelsBelow,
  type PlanningScope,
  replaceLabel,
  scopeOfGroup,
  scopeOfProject,
  setPriority,
  updateLabelRow,
} from "../../store/review/labels.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { Caller } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { badParameter, conflict, invalid, invalidFields, notFound } from "../refusal.ts";

/** Project or group that labels and milestones belong to. */
export type PlanningHolder =
  | { readonly project: Project; readonly group?: never }
  | { readonly group: Group; readonly project?: never };

/** Returns the scope of a holder, with the groups above it unless they are left out. */
export function scopeOf(
  store: ServiceStore,
  { project, group }: PlanningHolder,
  withAncestors = true,
): PlanningScope {
  if (!withAncestors)
    return project ? { projectId: project.id, groupIds: [] } : { projectId: null, groupIds: [group.id] };
  return project ? scopeOfProject(store, project.id) : scopeOfGroup(store, group.id);
}

/** Returns the labels of a project or group whose names match. */
export const findLabels = (
  store: ServiceStore,
  holder: PlanningHolder,
  query: { readonly search?: string; readonly include_ancestor_groups?: boolean },
): Label[] =>
  listLabelRows(store, scopeOf(store, holder, query.include_ancestor_groups)).filter(
    ({ name }) => !query.search || matchesWords(query.search, [name]),
  );

/** Counts what has a label in a project, or in all projects of a group and of the groups below it. */
export function countLabel(store: ServiceStore, holder: PlanningHolder, label: Label) {
  const scope = holder.project
    ? { projectId: holder.project.id, groupIds: [] }
    : { projectId: null, groupIds: listGroupTree(store, holder.group).map(({ id }) => id) };
  return countLabelled(store, label.id, scope);
}

/** Returns the label of an id or name. Throws `notFound`. */
export function requireLabel(
  store: ServiceStore,
  holder: PlanningHolder,
  idOrName: string | number,
  { withAncestors = false } = {},
): Label {
  const labels = listLabelRows(store, scopeOf(store, holder, withAncestors));
  const name = String(idOrName);
  const found =
    labels.find(({ id }) => String(id) === name) ??
    labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  if (!found) throw notFound("Label");
  return found;
}

interface LabelFields {
  readonly color?: string;
  readonly description?: string;
  readonly priority?: number | null;
}

/** Adds a label and returns it. Throws `conflict` for a name that is taken, and `invalidFields` for what cannot be used. */
export function addLabel(
  store: ServiceStore,
  holder: PlanningHolder,
  {
    name: given,
    color,
    description,
    priority,
  }: LabelFields & { readonly name: string; readonly color: string },
): Label {
  const name = given.trim();
  const own = listLabelRows(store, scopeOf(store, holder, false));
  if (own.some((label) => isNamed(label, name))) throw conflict("Label already exists");
  checkFields(store, holder, { name, color }, null);
  return store.transaction(() => {
    const fields = { name, color, description: description?.trim() || null };
    const id = holder.project
      ? insertLabel(store, holder.project.id, fields)
      : insertGroupLabel(store, holder.group.id, fields);
    if (holder.project && priority !== undefined) setPriority(store, holder.project.id, id, priority);
    return stored(store, holder, id);
  });
}

/** Changes a label and returns it. Throws `notFound`, `badParameter` for no change, and `invalidFields` for what cannot be used. */
export function changeLabel(
  store: ServiceStore,
  holder: PlanningHolder,
  idOrName: string | number,
  changes: LabelFields & { readonly new_name?: string },
): Label {
  const label = requireLabel(store, holder, idOrName);
  const given = [changes.new_name, changes.color, changes.description, changes.priority];
  if (given.every((value) => value === undefined)) {
    throw badParameter(
      "new_name, color, description, priority",
      "are missing, at least one parameter must be provided",
    );
  }
  const name = changes.new_name?.trim() ?? label.name;
  const color = changes.color ?? label.color;
  checkFields(store, holder, { name, color }, label.id);
  return store.transaction(() => {
    const description =
      changes.description === undefined ? label.description : changes.description.trim() || null;
    updateLabelRow(store, { id: label.id, name, color, description });
    if (holder.project && changes.priority !== undefined)
      setPriority(store, holder.project.id, label.id, changes.priority);
    return stored(store, holder, label.id);
  });
}

/** Deletes a label, and takes it off everything that has it. Throws `notFound`. */
export const removeLabel = (store: ServiceStore, holder: PlanningHolder, idOrName: string | number): void =>
  deleteLabelRow(store, requireLabel(store, holder, idOrName).id);

/**
 * Makes a label one of the project's group, in place of all labels of its name in the group's projects, and returns it.
 * Throws `notFound`, `invalid` for a personal project, and `forbidden` where the caller may not do so in the group.
 */
export function promoteLabelOf(caller: Caller, project: Project, idOrName: string | number): Label {
  const { store } = caller;
  const label = requireLabel(store, { project }, idOrName);
  const group = project.groupId === null ? null : findGroup(store, project.groupId);
  if (!group) throw invalid("Failed to promote project label to group label");
  requireRole(caller, group, "reporter");
  return store.transaction(() => {
    const above = listLabelRows(store, scopeOfGroup(store, group.id));
    const kept =
      above.find((other) => isNamed(other, label.name))?.id ?? insertGroupLabel(store, group.id, label);
    const groups = listGroupTree(store, group).map(({ id }) => id);
    for (const { id } of listLabelsBelow(store, groups, label.name))
      if (id !== kept) replaceLabel(store, id, kept);
    return stored(store, { project }, kept);
  });
}

const isNamed = (label: Label, name: string): boolean => label.name.toLowerCase() === name.toLowerCase();

function stored(store: ServiceStore, { project }: PlanningHolder, id: number): Label {
  const label = findLabel(store, id, project?.id ?? null);
  if (!label) throw notFound("Label");
  return label;
}

function checkFields(
  store: ServiceStore,
  holder: PlanningHolder,
  { name, color }: { readonly name: string; readonly color: string },
  self: number | null,
): void {
  const namesake = listLabelRows(store, scopeOf(store, holder)).find(
    (label) => label.id !== self && isNamed(label, name),
  );
  const group = namesake?.groupId ? findGroup(store, namesake.groupId) : null;
  const title =
    name === ""
      ? "can't be blank"
      : name.includes(",")
        ? "is invalid"
        : group
          ? `already exists at group level for ${group.name}. Please choose another one.`
          : namesake
            ? "has already been taken"
            : null;
  const isColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color);
  if (title !== null || !isColor) {
    throw invalidFields({
      ...(title === null ? {} : { title: [title] }),
      ...(isColor ? {} : { color: ["must be a valid color code"] }),
    });
  }
}

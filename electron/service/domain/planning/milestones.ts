import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import { listGroupTree } from "../../store/groups/group-tree.ts";
import { findGroup, type Group } from "../../store/groups/groups.ts";
import type { Project } from "../../store/projects/projects.ts";
import { onlyProject, visibleProjects } from "../../store/projects/readable-projects.ts";
import { scopeOfGroup } from "../../store/review/labels.ts";
import {
  deleteMilestoneRow,
  findMilestone,
  insertGroupMilestone,
  insertMilestone,
  listMilestoneRows,
  listMilestonesBelow,
  type Milestone,
  replaceMilestone,
  searchMilestoneRows,
  updateMilestoneRow,
} from "../../store/review/milestones.ts";
import { matchesWords } from "../../store/search-words.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller, requireRole } from "../access/require-access.ts";
import { Paged, type PageRequest } from "../paged.ts";
import { invalid, invalidFields, notFound } from "../refusal.ts";
import { type PlanningHolder, scopeOf } from "./labels.ts";

/** Returns the milestones of a project or group whose titles match, in any state or in one. */
export const findMilestones = (
  store: ServiceStore,
  holder: PlanningHolder,
  query: {
    readonly iids?: readonly number[];
    readonly search?: string;
    readonly state?: string;
    readonly include_ancestors?: boolean;
  },
): Milestone[] =>
  listMilestoneRows(store, scopeOf(store, holder, query.include_ancestors === true)).filter(
    ({ iid, title, state }) =>
      (!query.iids || query.iids.includes(iid)) &&
      (!query.search || matchesWords(query.search, [title])) &&
      (!query.state || query.state === state),
  );

/** Returns the requested page of the milestones that match of a project, or of the visible projects of a group or of all. Throws `unauthorized`. */
export function searchMilestones(
  caller: Caller,
  search: string,
  page: PageRequest,
  { project, group }: { readonly project?: Project; readonly group?: Group },
): Paged<Milestone> {
  const { store } = caller;
  const projects = project ? onlyProject(project.id) : visibleProjects(store, requireCaller(caller), group);
  const { rows, total } = searchMilestoneRows(store, projects, search, page);
  return new Paged(rows, { total });
}

/** Returns a milestone of a project or group itself. Throws `notFound`. */
export function requireMilestone(
  store: ServiceStore,
  { project, group }: PlanningHolder,
  id: number,
): Milestone {
  const found = findMilestone(store, id);
  const isOwn = project ? found?.projectId === project.id : found?.groupId === group.id;
  if (!found || !isOwn) throw notFound("Milestone");
  return found;
}

interface MilestoneFields {
  readonly title?: string;
  readonly description?: string;
  /** ISO days; empty for none. */
  readonly start_date?: string;
  readonly due_date?: string;
  readonly state_event?: "close" | "activate";
}

/** Adds a milestone and returns it. Throws `invalidFields` for a title that is taken, and for days that cannot be. */
export function addMilestone(
  store: ServiceStore,
  holder: PlanningHolder,
  input: MilestoneFields & { readonly title: string },
): Milestone {
  const fields = {
    title: input.title.trim(),
    description: input.description ?? "",
    state: "active",
    startDate: input.start_date || null,
    dueDate: input.due_date || null,
    createdAt: timeNow(store),
  };
  checkFields(store, holder, fields, null);
  const id = holder.project
    ? insertMilestone(store, { ...fields, projectId: holder.project.id })
    : insertGroupMilestone(store, holder.group.id, fields);
  return requireMilestone(store, holder, id);
}

const states = { close: "closed", activate: "active" } as const;

/** Changes a milestone and returns it. Throws `notFound`, and `invalidFields` as {@link addMilestone} does. */
export function changeMilestone(
  store: ServiceStore,
  holder: PlanningHolder,
  id: number,
  changes: MilestoneFields,
): Milestone {
  const milestone = requireMilestone(store, holder, id);
  const next = {
    ...milestone,
    title: changes.title?.trim() ?? milestone.title,
    description: changes.description ?? milestone.description,
    state: changes.state_event ? states[changes.state_event] : milestone.state,
    startDate: changes.start_date === undefined ? milestone.startDate : changes.start_date || null,
    dueDate: changes.due_date === undefined ? milestone.dueDate : changes.due_date || null,
  };
  checkFields(store, holder, next, id);
  updateMilestoneRow(store, next);
  return requireMilestone(store, holder, id);
}

/** Deletes a milestone; what was planned for it stays. Throws `notFound`. */
export const removeMilestone = (store: ServiceStore, holder: PlanningHolder, id: number): void =>
  deleteMilestoneRow(store, requireMilestone(store, holder, id).id);

/**
 * Makes a milestone one of the project's group, in place of all milestones of its title in the group's projects. Throws
 * `notFound`, `invalid` for a personal project, and `forbidden` where the caller may not do so in the group.
 */
export function promoteMilestoneOf(caller: Caller, project: Project, id: number): void {
  const { store } = caller;
  const milestone = requireMilestone(store, { project }, id);
  const group = project.groupId === null ? null : findGroup(store, project.groupId);
  if (!group) throw invalid("Project does not belong to a group.");
  requireRole(caller, group, "reporter");
  store.transaction(() => {
    const above = listMilestoneRows(store, scopeOfGroup(store, group.id));
    const kept =
      above.find(({ title }) => title === milestone.title)?.id ??
      insertGroupMilestone(store, group.id, milestone);
    const groups = listGroupTree(store, group).map((each) => each.id);
    for (const below of listMilestonesBelow(store, groups, milestone.title))
      replaceMilestone(store, below.id, kept);
  });
}

function checkFields(
  store: ServiceStore,
  holder: PlanningHolder,
  fields: Pick<Milestone, "title" | "startDate" | "dueDate">,
  self: number | null,
): void {
  const { title, startDate, dueDate } = fields;
  const isTaken = listMilestoneRows(store, scopeOf(store, holder)).some(
    (other) => other.id !== self && other.title === title,
  );
  const titleProblem =
    title === ""
      ? "can't be blank"
      : isTaken
        ? "already being used for another group or project milestone."
        : null;
  const problems = {
    ...(titleProblem === null ? {} : { title: [titleProblem] }),
    ...(startDate === null || isDay(startDate) ? {} : { start_date: ["is invalid"] }),
    ...(dueDate === null || isDay(dueDate)
      ? startDate !== null && dueDate !== null && dueDate < startDate
        ? { due_date: ["must be greater than start date"] }
        : {}
      : { due_date: ["is invalid"] }),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** Returns whether a text is a day of the calendar: the 31st of February is none. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

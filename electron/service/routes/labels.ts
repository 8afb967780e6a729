import {
  createGroupLabel,
  createLabel,
  deleteGroupLabel,
  deleteLabel,
  getGroupLabel,
  getLabel,
  listGroupLabels,
  listLabels,
  promoteLabel,
  updateGroupLabel,
  updateLabel,
} from "../../../shared/api/resources/labels.ts";
import { requireGroup, requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  addLabel,
  changeLabel,
  countLabel,
  findLabels,
  type PlanningHolder,
  promoteLabelOf,
  removeLabel,
  requireLabel,
} from "../domain/planning/labels.ts";
import { type Context, implement } from "../http/implement.ts";
import type { Label } from "../store/review/labels.ts";

interface ListQuery {
  readonly search?: string;
  readonly with_counts?: boolean;
  readonly include_ancestor_groups?: boolean;
}

/** Returns a page of the labels of a project or group. */
function toLabelPage(context: Context, holder: PlanningHolder, query: ListQuery) {
  const { store } = context;
  return mapPage(pageOf(context, findLabels(store, holder, query)), (label) => {
    const shown = toLabel(holder, label);
    if (!query.with_counts) return shown;
    const counts = countLabel(store, holder, label);
    return {
      ...shown,
      open_issues_count: counts.openIssues,
      closed_issues_count: counts.closedIssues,
      open_merge_requests_count: counts.openMergeRequests,
    };
  });
}

export const labelRoutes = [
  implement(listLabels, (input, context) =>
    toLabelPage(context, { project: requireProject(context, input.id) }, input),
  ),
  implement(getLabel, (input, context) => {
    const holder = { project: requireProject(context, input.id) };
    return toLabel(holder, requireLabel(context.store, holder, input.label_id, { withAncestors: true }));
  }),
  implement(createLabel, (input, context) => {
    const holder = { project: requireProject(context, input.id, "reporter") };
    return toLabel(holder, addLabel(context.store, holder, input));
  }),
  implement(updateLabel, (input, context) => {
    const holder = { project: requireProject(context, input.id, "reporter") };
    return toLabel(holder, changeLabel(context.store, holder, input.label_id, input));
  }),
  implement(deleteLabel, (input, context) => {
    removeLabel(context.store, { project: requireProject(context, input.id, "reporter") }, input.label_id);
    return undefined;
  }),
  implement(promoteLabel, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    return toLabel({ project }, promoteLabelOf(context, project, input.label_id));
  }),
  implement(listGroupLabels, (input, context) =>
    toLabelPage(context, { group: requireGroup(context, input.id) }, input),
  ),
  implement(getGroupLabel, (input, context) => {
    const holder = { group: requireGroup(context, input.id) };
    return toLabel(holder, requireLabel(context.store, holder, input.label_id, { withAncestors: true }));
  }),
  implement(createGroupLabel, (input, context) => {
    const holder = { group: requireGroup(context, input.id, "reporter") };
    return toLabel(holder, addLabel(context.store, holder, input));
  }),
  implement(updateGroupLabel, (input, context) => {
    const holder = { group: requireGroup(context, input.id, "reporter") };
    return toLabel(holder, changeLabel(context.store, holder, input.label_id, input));
  }),
  implement(deleteGroupLabel, (input, context) => {
    removeLabel(context.store, { group: requireGroup(context, input.id, "reporter") }, input.label_id);
    return undefined;
  }),
];

/** Returns a label; one of a project or seen from it has its place in the project's order. */
const toLabel = (
  { project }: PlanningHolder,
  { id, name, color, description, projectId, priority }: Label,
) => ({
  id,
  name,
  color,
  text_color: textColor(color),
  description,
  ...(project ? { priority, is_project_label: projectId !== null } : {}),
});

/** Returns the colour of a text that is legible on a colour. */
function textColor(color: string): string {
  const digits = color.slice(1).length === 3 ? color.slice(1).replace(/./g, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 160 ? "#1f1e24" : "#ffffff";
}

import { listLabels } from "../../../shared/api/resources/labels.ts";
import { getProjectMember, listProjectMembers } from "../../../shared/api/resources/members.ts";
import { listMilestones } from "../../../shared/api/resources/milestones.ts";
import { requireProject } from "../domain/access/require-access.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  findLabels,
  findMembers,
  findMilestones,
  requireMember,
} from "../domain/projects/labels-milestones-members.ts";
import { implement } from "../http/implement.ts";
import { toLabel, toMilestone } from "../presenters/merge-request.ts";
import { toMember } from "../presenters/user.ts";

export const projectListRoutes = [
  implement(listLabels, (input, context) => {
    const labels = findLabels(context.store, requireProject(context, input.id), input.search);
    return mapPage(pageOf(context, labels), toLabel);
  }),
  implement(listMilestones, (input, context) => {
    const project = requireProject(context, input.id);
    const page = pageOf(context, findMilestones(context.store, project, input));
    return mapPage(page, (milestone) => toMilestone(context, project, milestone));
  }),
  implement(listProjectMembers, (input, context) => {
    const members = findMembers(context.store, requireProject(context, input.id), input.query);
    return mapPage(pageOf(context, members), (member) => toMember(context, member));
  }),
  implement(getProjectMember, (input, context) => {
    const project = requireProject(context, input.id);
    return toMember(context, requireMember(context.store, project, input.user_id));
  }),
];

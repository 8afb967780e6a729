import {
  createGroupMilestone,
  createMilestone,
  deleteGroupMilestone,
  deleteMilestone,
  getGroupMilestone,
  getMilestone,
  listGroupMilestoneIssues,
  listGroupMilestoneMergeRequests,
  listGroupMilestones,
  listMilestoneIssues,
  listMilestoneMergeRequests,
  listMilestones,
  promoteMilestone,
  updateGroupMilestone,
  updateMilestone,
} from "../../../shared/api/resources/milestones.ts";
import { requireGroup, requireProject, requireReadableProject } from "../domain/access/require-access.ts";
import { findIssues } from "../domain/issues/list-issues.ts";
import { findMergeRequests } from "../domain/merge-requests/list-merge-requests.ts";
import { mapPage, pageOf } from "../domain/paged.ts";
import {
  addMilestone,
  changeMilestone,
  findMilestones,
  promoteMilestoneOf,
  removeMilestone,
  requireMilestone,
} from "../domain/planning/milestones.ts";
import { implement } from "../http/implement.ts";
import { toMilestone } from "../presenters/merge-request.ts";
import { toIssuePage } from "./issues/lists.ts";
import { toMergeRequestPage } from "./merge-requests/lists.ts";

export const milestoneRoutes = [
  implement(listMilestones, (input, context) => {
    const found = findMilestones(context.store, { project: requireProject(context, input.id) }, input);
    return mapPage(pageOf(context, found), (milestone) => toMilestone(context, milestone));
  }),
  implement(getMilestone, (input, context) => {
    const project = requireProject(context, input.id);
    return toMilestone(context, requireMilestone(context.store, { project }, input.milestone_id));
  }),
  implement(listMilestoneIssues, (input, context) => {
    const project = requireProject(context, input.id);
    const { id: milestoneId } = requireMilestone(context.store, { project }, input.milestone_id);
    return toIssuePage(context, findIssues(context, {}, context.page, { project, milestoneId }));
  }),
  implement(listMilestoneMergeRequests, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const { id } = requireMilestone(context.store, { project }, input.milestone_id);
    const found = findMergeRequests(context, {}, context.page, { project, milestoneId: id });
    return toMergeRequestPage(context, undefined, found);
  }),
  implement(createMilestone, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    return toMilestone(context, addMilestone(context.store, { project }, input));
  }),
  implement(updateMilestone, ({ id, milestone_id, ...changes }, context) => {
    const project = requireProject(context, id, "reporter");
    return toMilestone(context, changeMilestone(context.store, { project }, milestone_id, changes));
  }),
  implement(deleteMilestone, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    removeMilestone(context.store, { project }, input.milestone_id);
    return undefined;
  }),
  implement(promoteMilestone, (input, context) => {
    promoteMilestoneOf(context, requireProject(context, input.id, "reporter"), input.milestone_id);
    return undefined;
  }),
  implement(listGroupMilestones, (input, context) => {
    const found = findMilestones(context.store, { group: requireGroup(context, input.id) }, input);
    return mapPage(pageOf(context, found), (milestone) => toMilestone(context, milestone));
  }),
  implement(getGroupMilestone, (input, context) => {
    const group = requireGroup(context, input.id);
    return toMilestone(context, requireMilestone(context.store, { group }, input.milestone_id));
  }),
  implement(listGroupMilestoneIssues, (input, context) => {
    const group = requireGroup(context, input.id);
    const { id: milestoneId } = requireMilestone(context.store, { group }, input.milestone_id);
    return toIssuePage(context, findIssues(context, {}, context.page, { group, milestoneId }));
  }),
  implement(listGroupMilestoneMergeRequests, (input, context) => {
    const group = requireGroup(context, input.id);
    const { id } = requireMilestone(context.store, { group }, input.milestone_id);
    const found = findMergeRequests(context, {}, context.page, { group, milestoneId: id });
    return toMergeRequestPage(context, undefined, found);
  }),
  implement(createGroupMilestone, (input, context) => {
    const group = requireGroup(context, input.id, "reporter");
    return toMilestone(context, addMilestone(context.store, { group }, input));
  }),
  implement(updateGroupMilestone, ({ id, milestone_id, ...changes }, context) => {
    const group = requireGroup(context, id, "reporter");
    return toMilestone(context, changeMilestone(context.store, { group }, milestone_id, changes));
  }),
  implement(deleteGroupMilestone, (input, context) => {
    const group = requireGroup(context, input.id, "reporter");
    removeMilestone(context.store, { group }, input.milestone_id);
    return undefined;
  }),
];

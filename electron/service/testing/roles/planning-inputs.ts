import { insertGroupLabel, insertLabel } from "../../store/review/labels.ts";
import { insertGroupMilestone, insertMilestone } from "../../store/review/milestones.ts";
import type { RoleCall, roleInputs } from "./role-inputs.ts";

const inProject = ({ project }: RoleCall) => ({ id: project.id });
const inGroup = ({ group }: RoleCall) => ({ id: group.id });
const label = (call: RoleCall) => ({
  ...inProject(call),
  label_id: insertLabel(call.service.store, call.project.id, { name: call.unused() }),
});
const groupLabel = (call: RoleCall) => ({
  ...inGroup(call),
  label_id: insertGroupLabel(call.service.store, call.group.id, { name: call.unused() }),
});
const newMilestone = (call: RoleCall) => ({
  title: call.unused(),
  description: "",
  state: "active",
  startDate: null,
  dueDate: null,
  createdAt: new Date().toISOString(),
});
const milestone = (call: RoleCall) => ({
  ...inProject(call),
  milestone_id: insertMilestone(call.service.store, { ...newMilestone(call), projectId: call.project.id }),
});
const groupMilestone = (call: RoleCall) => ({
  ...inGroup(call),
  milestone_id: insertGroupMilestone(call.service.store, call.group.id, newMilestone(call)),
});

/** Inputs of the operations on labels and milestones. */
export const planningInputs: typeof roleInputs = {
  listLabels: inProject,
  getLabel: label,
  createLabel: (call) => ({ ...inProject(call), name: call.unused(), color: "#102030" }),
  updateLabel: (call) => ({ ...label(call), color: "#102030" }),
  deleteLabel: label,
  promoteLabel: label,
  listGroupLabels: inGroup,
  getGroupLabel: groupLabel,
  createGroupLabel: (call) => ({ ...inGroup(call), name: call.unused(), color: "#102030" }),
  updateGroupLabel: (call) => ({ ...groupLabel(call), color: "#102030" }),
  deleteGroupLabel: groupLabel,
  listMilestones: inProject,
  getMilestone: milestone,
  listMilestoneIssues: milestone,
  listMilestoneMergeRequests: milestone,
  createMilestone: (call) => ({ ...inProject(call), title: call.unused() }),
  updateMilestone: (call) => ({ ...milestone(call), state_event: "close" }),
  deleteMilestone: milestone,
  promoteMilestone: milestone,
  listGroupMilestones: inGroup,
  getGroupMilestone: groupMilestone,
  listGroupMilestoneIssues: groupMilestone,
  listGroupMilestoneMergeRequests: groupMilestone,
  createGroupMilestone: (call) => ({ ...inGroup(call), title: call.unused() }),
  updateGroupMilestone: (call) => ({ ...groupMilestone(call), state_event: "close" }),
  deleteGroupMilestone: groupMilestone,
};

import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import { addsNamed } from "../write-checks/added-entry.ts";
import {
  creates,
  deletes,
  done,
  isFields,
  isSame,
  notDone,
  pickFields,
  sets,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import {
  createGroupLabel,
  createLabel,
  deleteGroupLabel,
  deleteLabel,
  getGroupLabel,
  getLabel,
  promoteLabel,
  updateGroupLabel,
  updateLabel,
} from "./labels.ts";
import {
  createGroupMilestone,
  createMilestone,
  deleteGroupMilestone,
  deleteMilestone,
  getGroupMilestone,
  getMilestone,
  listGroupMilestones,
  listMilestones,
  promoteMilestone,
  updateGroupMilestone,
  updateMilestone,
} from "./milestones.ts";

const label = ({ name, new_name }: Fields) => (new_name || name ? `Label ${new_name ?? name}` : "The label");
const milestone = ({ title }: Fields) => (title ? `Milestone ${title}` : "The milestone");
const oneLabel = pickFields("id", "label_id");
const oneMilestone = pickFields("id", "milestone_id");

const createsLabel = (read: AnyOperation): WriteCheck =>
  creates(read, ({ id, name }) => ({ id, label_id: name }), label, ["name", "color"]);

const createsMilestone = (read: AnyOperation): WriteCheck =>
  addsNamed(
    read,
    ({ id, title }) => ({ id, search: title, per_page: 100 }),
    (entry, { title }) => isSame(entry.title, title),
    milestone,
  );

/** {@link sets} for a write that names fields in other words than the read. */
const setsRenamed = (check: WriteCheck, rename: (written: Fields) => Fields): WriteCheck => ({
  ...check,
  judge: (found, written, context) => check.judge(found, { ...written, ...rename(written) }, context),
});

const setsLabel = (read: AnyOperation): WriteCheck =>
  setsRenamed(sets(read, oneLabel, ["name", "color", "description", "priority"], label), ({ new_name }) => ({
    name: new_name,
  }));

const states: Readonly<Record<string, string>> = { close: "closed", activate: "active" };
const setsMilestone = (read: AnyOperation): WriteCheck =>
  setsRenamed(
    sets(read, oneMilestone, ["title", "description", "start_date", "due_date", "state"], milestone),
    ({ state_event }) => ({ state: states[String(state_event)] }),
  );

/** A thing that is promoted gets another id: the project has none of the old one any more, or one of its group. */
const promotes = (read: AnyOperation, input: WriteCheck["input"], what: string): WriteCheck => ({
  read,
  input,
  judge: (found) =>
    found === null || (isFields(found) && found.is_project_label === false) ? done(found) : notDone,
  sentences: () => [`The ${what} is one of the group.`, `The ${what} is still one of the project.`],
});

/** Checks of the writes of labels and milestones. */
export const planningWriteChecks: WriteChecks = [
  [createLabel, createsLabel(getLabel)],
  [createGroupLabel, createsLabel(getGroupLabel)],
  [updateLabel, setsLabel(getLabel)],
  [updateGroupLabel, setsLabel(getGroupLabel)],
  [deleteLabel, deletes(getLabel, oneLabel, label)],
  [deleteGroupLabel, deletes(getGroupLabel, oneLabel, label)],
  [promoteLabel, promotes(getLabel, oneLabel, "label")],
  [createMilestone, createsMilestone(listMilestones)],
  [createGroupMilestone, createsMilestone(listGroupMilestones)],
  [updateMilestone, setsMilestone(getMilestone)],
  [updateGroupMilestone, setsMilestone(getGroupMilestone)],
  [deleteMilestone, deletes(getMilestone, oneMilestone, milestone)],
  [deleteGroupMilestone, deletes(getGroupMilestone, oneMilestone, milestone)],
  [promoteMilestone, promotes(getMilestone, oneMilestone, "milestone")],
];

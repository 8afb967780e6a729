import type { Fields } from "../identity/identity.ts";
import { adds, addsNamed, isMine } from "../write-checks/added-entry.ts";
import {
  creates,
  deletes,
  hundredOf,
  isFields,
  isSame,
  isSameText,
  makes,
  pickFields,
  sets,
  unseen,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { lintCi } from "./ci-lint.ts";
import { updateCiSettings } from "./ci-settings.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  stopStaleEnvironments,
  updateEnvironment,
} from "./environments.ts";
import { cancelJob, eraseJob, getJob, playJob, retryJob } from "./jobs.ts";
import {
  createPipelineSchedule,
  createPipelineScheduleVariable,
  deletePipelineSchedule,
  deletePipelineScheduleVariable,
  getPipelineSchedule,
  listPipelineSchedules,
  playPipelineSchedule,
  takePipelineScheduleOwnership,
  updatePipelineSchedule,
  updatePipelineScheduleVariable,
} from "./pipeline-schedules.ts";
import { cancelPipeline, createMergeRequestPipeline, createPipeline, retryPipeline } from "./pipelines.ts";
import { createVariable, deleteVariable, getVariable, updateVariable } from "./variables.ts";

const variable = ({ key }: Fields) => `The variable ${key}`;
const environment = ({ name }: Fields) => (name ? `Environment ${name}` : "The environment");
const schedule = ({ description }: Fields) =>
  description ? `The schedule “${description}”` : "The schedule";
const oneSchedule = pickFields("id", "pipeline_schedule_id");
/** Returns the variable of a schedule that a write names, null where it has none; undefined where they are not shown. */
const scheduleVariable = ({ variables }: Fields, { key }: Fields): Fields | null | undefined =>
  Array.isArray(variables)
    ? (variables.find((entry): entry is Fields => isFields(entry) && entry.key === key) ?? null)
    : undefined;
/** A write after which a schedule has a variable with the value that was sent. */
const setsScheduleVariable = makes(
  getPipelineSchedule,
  oneSchedule,
  (found, written) => {
    const entry = scheduleVariable(found, written);
    if (!entry) return entry === null ? false : null;
    // Another value may be the one from before, or somebody else's.
    return isSame(entry.value, written.value) || null;
  },
  (written) => [`${variable(written)} has the new value.`, `${variable(written)} does not exist.`],
);

/** Checks of the writes of pipelines, jobs, variables and environments. */
export const jobWriteChecks: WriteChecks = [
  [
    createPipeline,
    unseen("the new pipeline has an id of its own, and a push may start others of the same branch"),
  ],
  [createMergeRequestPipeline, unseen("the new pipeline has an id of its own, and a push may start others")],
  [retryPipeline, unseen("its jobs begin again as new ones")],
  [cancelPipeline, unseen("its jobs end one after the other")],
  [retryJob, unseen("the new job has another id, and jobs of the same name may start meanwhile")],
  [
    cancelJob,
    makes(
      getJob,
      pickFields("id", "job_id"),
      ({ status }) => status === "canceled" || status === "canceling",
      () => ["The job is canceled.", "The job is not canceled."],
    ),
  ],
  [
    playJob,
    makes(
      getJob,
      pickFields("id", "job_id"),
      ({ status }) => status !== "manual",
      () => ["The job was started.", "The job still waits to be started."],
    ),
  ],
  [
    eraseJob,
    makes(
      getJob,
      pickFields("id", "job_id"),
      (found) => ("erased_at" in found ? found.erased_at !== null : null),
      () => ["The job is erased.", "The job is not erased."],
    ),
  ],
  [
    createPipelineSchedule,
    adds({
      read: listPipelineSchedules,
      input: hundredOf("id"),
      compare: (entry, written, context) => ({
        content: isSameText(entry.description, written.description) && isSameText(entry.cron, written.cron),
        mine: isMine(entry.owner, context),
      }),
      order: "id",
      what: schedule,
    }),
  ],
  [
    updatePipelineSchedule,
    sets(getPipelineSchedule, oneSchedule, ["description", "cron", "cron_timezone", "active"], schedule),
  ],
  [deletePipelineSchedule, deletes(getPipelineSchedule, oneSchedule, schedule)],
  [
    playPipelineSchedule,
    unseen("its pipeline is created later, and the schedule may run by itself meanwhile"),
  ],
  [
    takePipelineScheduleOwnership,
    makes(
      getPipelineSchedule,
      oneSchedule,
      ({ owner }, _, context) => isMine(owner, context),
      () => ["You own the schedule.", "You do not own the schedule."],
    ),
  ],
  [createPipelineScheduleVariable, setsScheduleVariable],
  [updatePipelineScheduleVariable, setsScheduleVariable],
  [
    deletePipelineScheduleVariable,
    makes(
      getPipelineSchedule,
      oneSchedule,
      (found, written) => {
        const entry = scheduleVariable(found, written);
        return entry === undefined ? null : entry === null;
      },
      (written) => [`${variable(written)} no longer exists.`, `${variable(written)} still exists.`],
    ),
  ],
  [
    createVariable,
    creates(
      getVariable,
      ({ id, key, environment_scope }) => ({
        id,
        key,
        filter: { environment_scope: environment_scope ?? "*" },
      }),
      variable,
      ["variable_type", "protected"],
    ),
  ],
  [updateVariable, unseen("a hidden value is never shown")],
  [deleteVariable, deletes(getVariable, pickFields("id", "key", "filter"), variable)],
  [
    createEnvironment,
    addsNamed(
      listEnvironments,
      hundredOf("id", "name"),
      (entry, { name }) => entry.name === name,
      environment,
    ),
  ],
  [
    updateEnvironment,
    sets(getEnvironment, pickFields("id", "environment_id"), ["name", "external_url"], environment),
  ],
  [deleteEnvironment, deletes(getEnvironment, pickFields("id", "environment_id"), environment)],
  [
    stopEnvironment,
    makes(
      getEnvironment,
      pickFields("id", "environment_id"),
      ({ state }) => state === "stopped" || state === "stopping",
      () => ["The environment is stopped.", "The environment is not stopped."],
    ),
  ],
  [stopStaleEnvironments, unseen("each environment stops by itself, and others may stop some meanwhile")],
  [lintCi, unseen("it changes nothing")],
  [updateCiSettings, unseen("it only switches Helve's own service, which shows it on the next read")],
];

import type { Fields } from "../identity/identity.ts";
import { addsNamed } from "../write-checks/added-entry.ts";
import {
  creates,
  deletes,
  hundredOf,
  makes,
  pickFields,
  sets,
  unseen,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { updateCiSettings } from "./ci-settings.ts";
import {
  createEnvironment,
  deleteEnvironment,
  getEnvironment,
  listEnvironments,
  stopEnvironment,
  updateEnvironment,
} from "./environments.ts";
import { cancelJob, eraseJob, getJob, playJob, retryJob } from "./jobs.ts";
import { cancelPipeline, createMergeRequestPipeline, createPipeline, retryPipeline } from "./pipelines.ts";
import { createVariable, deleteVariable, getVariable, updateVariable } from "./variables.ts";

const variable = ({ key }: Fields) => `The variable ${key}`;
const environment = ({ name }: Fields) => (name ? `Environment ${name}` : "The environment");

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
  [updateCiSettings, unseen("it only switches Helve's own service, which shows it on the next read")],
];

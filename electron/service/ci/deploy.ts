import { expand, type Variables } from "../../../shared/ci/config/expression.ts";
import type { JobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import type { CiVariable } from "../store/ci/ci-settings.ts";
import {
  findEnvironmentByName,
  insertDeployment,
  insertEnvironment,
  updateEnvironmentRow,
} from "../store/ci/environments.ts";
import type { Job } from "../store/ci/jobs.ts";
import { environmentErrors, environmentSlug } from "./environment-fields.ts";
import type { EnvironmentInfo, JobInfo } from "./executor/job-info.ts";
import { jobVariables } from "./executor/job-variables.ts";
import { pipelineVariables } from "./pipeline-variables.ts";

/** The facts of a job before its environment is known. */
type JobBeforeDeployment = Omit<JobInfo, "environment" | "folder">;

interface KnownToDeployment {
  readonly info: JobBeforeDeployment;
  /** Variables of reports. */
  readonly inherited: Variables;
  /** Returns the project's variables for the jobs of an environment. */
  readonly declaredFor: (environment: string | null) => readonly CiVariable[];
}

/**
 * Records the deployment that a job with an `environment` begins, and makes the environment where it is new. Returns the
 * environment, null for a job without one. Throws {@link InvalidEnvironment}.
 */
export function recordDeployment(
  store: ServiceStore,
  job: Job,
  definition: JobDefinition,
  known: KnownToDeployment,
): EnvironmentInfo | null {
  const { environment } = definition;
  const { info } = known;
  if (!environment) return null;
  const name = expand(environment.name, variablesOf(store, definition, known, null));
  const variables = variablesOf(store, definition, known, name);
  const present = findEnvironmentByName(store, info.projectId, name);
  const url = urlOf(store, definition, { name, present, info, variables });
  if (environmentErrors(store, info.projectId, { name, externalUrl: url }, present ?? undefined))
    throw new InvalidEnvironment();
  const target = present ?? insertEnvironment(store, info.projectId, { name, slug: environmentSlug(name) });
  const state = environment.action === "stop" ? "stopped" : "available";
  updateEnvironmentRow(store, target, { state, externalUrl: url ?? undefined });
  if (environment.action === "start") {
    const now = timeNow(store);
    insertDeployment(store, info.projectId, {
      environmentId: target.id,
      ref: info.ref,
      sha: info.sha,
      jobId: job.id,
      userId: job.userId,
      status: "running",
      createdAt: now,
      updatedAt: now,
    });
  }
  return {
    id: target.id,
    name,
    slug: target.slug,
    url: url ?? target.externalUrl,
    action: environment.action,
  };
}

interface NamedEnvironment {
  readonly name: string;
  readonly present: ReturnType<typeof findEnvironmentByName>;
  readonly info: JobBeforeDeployment;
  readonly variables: Variables;
}

/** Returns the URL of a job's environment, null for none and for one that only the job's own report may complete. */
function urlOf(
  store: ServiceStore,
  { environment, artifacts }: JobDefinition,
  { name, present, info, variables }: NamedEnvironment,
): string | null {
  if (!environment?.url) return null;
  const url = expand(environment.url, variables);
  if (!artifacts?.dotenv.length) return url;
  const errors = environmentErrors(store, info.projectId, { name, externalUrl: url }, present ?? undefined);
  return errors ? null : url;
}

/**
 * Sets the URL of an environment from what the job left in its own report, in `inherited` now. One that the environment cannot
 * have leaves it as it is.
 */
export function updateDeployedUrl(
  store: ServiceStore,
  definition: JobDefinition,
  known: KnownToDeployment,
): void {
  const { url, name } = definition.environment ?? {};
  if (!url || !name) return;
  const environment = expand(name, variablesOf(store, definition, known, null));
  const present = findEnvironmentByName(store, known.info.projectId, environment);
  const externalUrl = expand(url, variablesOf(store, definition, known, environment));
  const errors =
    present && environmentErrors(store, known.info.projectId, { name: present.name, externalUrl }, present);
  if (present && !errors) updateEnvironmentRow(store, present, { externalUrl });
}

const variablesOf = (
  store: ServiceStore,
  definition: JobDefinition,
  { info, inherited, declaredFor }: KnownToDeployment,
  environment: string | null,
): Variables =>
  jobVariables(
    { ...info, environment: null, folder: "" },
    {
      ...definition,
      inherited,
      declared: declaredFor(environment),
      ...pipelineVariables(store, info.pipelineId, definition),
    },
  );

/** The environment of a job cannot have its name or URL. */
export class InvalidEnvironment extends Error {}

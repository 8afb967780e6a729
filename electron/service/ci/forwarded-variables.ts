import { createExpander, type Variables } from "../../../shared/ci/config/expression.ts";
import type { JobDefinition, Trigger } from "../../../shared/ci/config/job-definition.ts";
import { jobNameVariables } from "../../../shared/ci/config/rule-variables.ts";
import { predefinedVariables } from "../../../shared/ci/predefined-variables.ts";
import type { ServiceStore } from "../service-store.ts";
import { type Job, listCurrentJobs } from "../store/ci/jobs.ts";
import type { Pipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { expandVariables } from "./executor/job-variables.ts";
import { declaredVariables, pipelineInfo, pipelineVariables } from "./pipeline-variables.ts";
import { dotenvVariables } from "./store-artifacts.ts";

/** A job that starts a pipeline, with its own. */
interface Bridge {
  readonly project: Project;
  readonly pipeline: Pipeline;
  readonly job: Job;
  readonly definition: JobDefinition;
  readonly trigger: Trigger;
}

/** Variables of a job that starts a pipeline. */
interface BridgeVariables {
  /** Returns a text of `trigger` with its variables. */
  readonly expand: (text: string) => string;
  /** Those that the pipeline is started with, which replace all others there. */
  readonly forwarded: Variables;
  /** Names of those of `forwarded` whose values jobs get in files. */
  readonly forwardedFiles: readonly string[];
}

/** Variables of a job's place among its copies, which are for that job alone. */
const ofItsPlace: ReadonlySet<string> = new Set(["CI_NODE_INDEX", "CI_NODE_TOTAL"]);

/** Returns the variables of a job that starts a pipeline, and those that it passes on: its own, and with `forward` those of its pipeline's start. */
export async function bridgeVariables(
  store: ServiceStore,
  { project, pipeline, job, definition, trigger }: Bridge,
  serviceUrl: string,
): Promise<BridgeVariables> {
  const info = await pipelineInfo(store, project, pipeline, serviceUrl);
  const { given, givenFiles } = pipelineVariables(store, pipeline.id, definition);
  const { needs } = definition;
  const sources = listCurrentJobs(store, pipeline.id).filter((other) =>
    needs
      ? needs.some((need) => need.artifacts && need.job === other.name)
      : other.stageIndex < job.stageIndex,
  );
  const known = expandVariables(
    { ...predefinedVariables(info), ...jobNameVariables(job) },
    {
      variables: definition.variables,
      rawVariables: definition.rawVariables,
      inherited: dotenvVariables(store, sources),
      declared: declaredVariables(store, project, pipeline, null),
      given,
    },
  );
  const expand = createExpander(known);
  const raw = new Set(definition.rawVariables);
  const ofFile = Object.entries(definition.variables).flatMap(([name, value]) =>
    ofItsPlace.has(name) ? [] : [[name, raw.has(name) ? value : expand(value)]],
  );
  return {
    expand,
    forwarded: {
      ...(trigger.forwardsYaml ? Object.fromEntries(ofFile) : {}),
      ...(trigger.forwardsGiven ? given : {}),
    },
    forwardedFiles: trigger.forwardsGiven ? givenFiles : [],
  };
}

import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { ConfigError } from "../../../../shared/ci/config/config-error.ts";
import { maxFileBytes } from "../../../../shared/ci/config/config-file.ts";
import {
  type JobDefinition,
  jobDefinition,
  type Trigger,
} from "../../../../shared/ci/config/job-definition.ts";
import { configTooLarge } from "../../../../shared/ci/config/parse-yaml.ts";
import type { ConfigFile } from "../../../../shared/ci/config/select-job.ts";
import { createPipelineOfCommit, hasConfig, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { bridgeVariables } from "../../ci/forwarded-variables.ts";
import { advancePipeline, bridgeStarted, updateBridgeOf } from "../../ci/pipeline-state.ts";
import { timeNow } from "../../clock.ts";
import { findRef, resolveCommit } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { mayRunJobs } from "../../store/ci/ci-settings.ts";
import { findJobById, type Job, listCurrentJobs, updateJob } from "../../store/ci/jobs.ts";
import {
  findPipeline,
  findPipelineOfJob,
  hasFailureBelow,
  hierarchySize,
  listUpstreamPipelines,
  type Pipeline,
} from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { mayReadCode } from "../access/access-level.ts";
import { findNamedProject } from "../access/require-access.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import { Refusal } from "../refusal.ts";
import { mayRunJobsOf } from "./pipelines.ts";
import { openArtifact } from "./read-artifacts.ts";

/** Child pipelines below each other, as on other services. */
const maxChildLevels = 2;
/** Pipelines and jobs that one pipeline and all below it may be, with those of earlier attempts. */
const maxPipelines = 100;
const maxJobs = 2_000;
/** Times that a branch may be among the pipelines of other projects above one. */
const maxTimesOfBranch = 2;

/** Pipelines that jobs start. */
const downstreamPipelines = outboxOf("downstream_pipeline", z.object({ jobId: z.int() }));

/** A job could not start its pipeline; the reason is named as real services do. */
class BridgeFailure extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Starts the pipelines of jobs with `trigger` from now on, and those that a killed service had recorded: one after the other, so that
 * their limits hold. Returns a function that stops it.
 */
export function startDownstreamPipelines(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = bridgeStarted.on(store, (started) => downstreamPipelines.add(store, started));
  const stop = downstreamPipelines.start(store, {
    work: ({ jobId }, settle) => startDownstream(store, jobId, serviceUrl(), settle),
    onError,
  });
  return () => {
    unsubscribe();
    return stop();
  };
}

/** Starts the pipeline of a job that runs and has none yet. `settle` runs in the transaction that records it, or why there is none. */
async function startDownstream(
  store: ServiceStore,
  jobId: number,
  serviceUrl: string,
  settle: () => void,
): Promise<void> {
  const job = findJobById(store, jobId);
  const { trigger, ...definition } = jobDefinition.parse(job?.definition ?? {});
  if (!job || !trigger || !isWaiting(store, job)) return settle();
  const project = findProject(store, job.projectId);
  const pipeline = findPipeline(store, job.projectId, job.pipelineId);
  if (!project || !pipeline) return settle();
  try {
    const started = { project, pipeline, job, definition: { ...definition, trigger }, trigger };
    const target = await planDownstream(store, started, serviceUrl);
    const id = await createPipelineOfCommit(
      store,
      target.project,
      target.repository,
      target.request,
      (added) => {
        record(store, job, added);
        settle();
      },
    );
    if (id === null) throw new BridgeFailure(notCreated);
  } catch (error) {
    if (!(error instanceof BridgeFailure)) throw error;
    const failed = { status: "failed", failureReason: error.reason, finishedAt: timeNow(store) };
    store.transaction(() => {
      // All that wait beside it: one by one they would take as long as their pipelines.
      const ends =
        error.reason === tooMany
          ? listCurrentJobs(store, job.pipelineId).filter((each) => each.isBridge && isWaiting(store, each))
          : [job];
      const ended = ends.filter(({ id }) => updateJob(store, id, failed, ["running"]));
      if (ended.length > 0) advancePipeline(store, job.pipelineId);
      settle();
    });
  }
}

const notCreated = "downstream_pipeline_creation_failed";
const tooMany = "reached_max_pipeline_hierarchy_size";

const isWaiting = (store: ServiceStore, { id }: Job): boolean =>
  findJobById(store, id)?.status === "running" && findPipelineOfJob(store, id) === null;

/** Records in the job that its pipeline was added. Throws {@link BridgeFailure} where it must not be, which takes it back. */
function record(store: ServiceStore, job: Job, added: number): void {
  const now = findJobById(store, job.id);
  if (now?.status !== "running") throw new BridgeFailure(notCreated);
  const root = listUpstreamPipelines(store, job.pipelineId).at(-1)?.id ?? job.pipelineId;
  const size = hierarchySize(store, root);
  if (size.pipelines > maxPipelines || size.jobs > maxJobs) throw new BridgeFailure(tooMany);
  const { trigger } = jobDefinition.parse(job.definition);
  const downstream = findPipelineOfJob(store, job.id);
  const finishedAt = timeNow(store);
  // A pipeline that could not be read stays, with the reason.
  if (downstream?.error != null)
    updateJob(store, job.id, { status: "failed", failureReason: notCreated, finishedAt }, ["running"]);
  else if (trigger?.depends) updateBridgeOf(store, added);
  else updateJob(store, job.id, { status: "success", finishedAt }, ["running"]);
  advancePipeline(store, job.pipelineId);
}

interface StartedBridge {
  readonly project: Project;
  readonly pipeline: Pipeline;
  readonly job: Job;
  readonly definition: JobDefinition;
  readonly trigger: Trigger;
}

interface Target {
  readonly project: Project;
  readonly repository: ReturnType<ServiceStore["git"]["open"]>;
  readonly request: PipelineRequest;
}

/** Returns the pipeline that a job starts. Throws {@link BridgeFailure}. */
async function planDownstream(
  store: ServiceStore,
  started: StartedBridge,
  serviceUrl: string,
): Promise<Target> {
  const { job, pipeline, trigger } = started;
  const user = job.userId === null ? null : findUser(store, job.userId);
  if (!user) throw new BridgeFailure("insufficient_bridge_permissions");
  if (user.state === "blocked") throw new BridgeFailure("user_blocked");
  const upstream = listUpstreamPipelines(store, pipeline.id);
  // What was too much once would be planned again and again for each further job.
  if (hasFailureBelow(store, upstream.at(-1)?.id ?? pipeline.id, tooMany)) throw new BridgeFailure(tooMany);
  const { expand, forwarded, forwardedFiles } = await bridgeVariables(store, started, serviceUrl);
  const shared = {
    userId: user.id,
    sourceJobId: job.id,
    variables: forwarded,
    fileVariables: forwardedFiles,
    serviceUrl,
  };
  return trigger.project === null
    ? planChild(store, started, { user, upstream, shared, expand })
    : planOther(store, started, { user, upstream, shared, expand });
}

interface Known {
  readonly user: User;
  /** The pipeline of the job and those above it, the nearest first. */
  readonly upstream: readonly Pipeline[];
  readonly shared: Pick<
    PipelineRequest,
    "userId" | "sourceJobId" | "variables" | "fileVariables" | "serviceUrl"
  >;
  readonly expand: (text: string) => string;
}

function planChild(
  store: ServiceStore,
  { project, pipeline, trigger }: StartedBridge,
  { user, upstream, shared, expand }: Known,
): Target {
  const top = upstream.findIndex(({ source }) => source !== "parent_pipeline");
  if ((top < 0 ? upstream.length : top) >= maxChildLevels)
    throw new BridgeFailure("reached_max_descendant_pipelines_depth");
  if (!mayRunJobsOf(store, user, project, pipeline))
    throw new BridgeFailure("insufficient_bridge_permissions");
  const { ref, tag, sha, before, mergeRequestId } = pipeline;
  return {
    project,
    repository: store.git.open(project.repositoryPath),
    request: {
      ...shared,
      ...{ ref, tag, sha, before, source: "parent_pipeline" },
      ...(mergeRequestId === null ? {} : { mergeRequestId }),
      readFiles: () => readFiles(store, pipeline, trigger, expand),
    },
  };
}

/** Reads the files of a child pipeline that are artifacts. Throws {@link ConfigError}. */
async function readFiles(
  store: ServiceStore,
  pipeline: Pipeline,
  { files }: Trigger,
  expand: (text: string) => string,
): Promise<ConfigFile[]> {
  const read: ConfigFile[] = [];
  for (const { path, job: name, inputs } of files) {
    if (name === null) {
      read.push({ path, text: null, inputs });
      continue;
    }
    const artifact = expand(path);
    const part = `artifact ${artifact} of ${name}`;
    const source = listCurrentJobs(store, pipeline.id).find((job) => job.name === name);
    const file = source && (await openArtifact(store, source, artifact).catch(asNull));
    if (!file) throw new ConfigError(`trigger: include: there is no ${part}.`);
    if (file.size > maxFileBytes) {
      file.stream.destroy();
      throw configTooLarge(part);
    }
    read.push({ path: part, text: await readText(file.stream), inputs });
  }
  return read;
}

/** Returns null for what a request for an artifact would be refused with. */
function asNull(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

async function planOther(
  store: ServiceStore,
  { trigger }: StartedBridge,
  { user, upstream, shared, expand }: Known,
): Promise<Target> {
  const project = findNamedProject(store, expand(trigger.project ?? ""));
  if (!project || !mayReadCode(store, user, project))
    throw new BridgeFailure("downstream_bridge_project_not_found");
  const times = Map.groupBy(
    upstream.filter(({ source }) => source !== "parent_pipeline"),
    ({ projectId, ref, tag, source }) => JSON.stringify([projectId, ref, tag, source]),
  );
  if ([...times.values()].some((same) => same.length > maxTimesOfBranch))
    throw new BridgeFailure("pipeline_loop_detected");
  const ref = trigger.branch === null ? project.defaultBranch : expand(trigger.branch);
  if (!mayRunJobsOf(store, user, project, { ref: ref ?? "", tag: false, mergeRequestId: null }))
    throw new BridgeFailure("insufficient_bridge_permissions");
  const repository = store.git.open(project.repositoryPath);
  const branch = ref === null || ref === "" ? null : await findRef(repository, "heads", ref);
  const sha = branch?.commit ? await resolveCommit(repository, branch.commit) : null;
  if (ref === null || sha === null || !mayRunJobs(store, project.id) || !(await hasConfig(repository, sha)))
    throw new BridgeFailure(notCreated);
  return {
    project,
    repository,
    request: {
      ...shared,
      ...{ ref, tag: false, sha, before: null, source: "pipeline" },
      ...(Object.keys(trigger.inputs).length > 0 ? { inputs: trigger.inputs } : {}),
    },
  };
}

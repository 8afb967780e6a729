import { ConfigError } from "../../../shared/ci/config/config-error.ts";
import { configPath, maxFileBytes } from "../../../shared/ci/config/config-file.ts";
import type { Variables } from "../../../shared/ci/config/expression.ts";
import type { ReadFile } from "../../../shared/ci/config/include.ts";
import type { PipelinePlan } from "../../../shared/ci/config/job-definition.ts";
import { configTooLarge } from "../../../shared/ci/config/parse-yaml.ts";
import type { ChangedSince, ConfigFile, PipelineContext } from "../../../shared/ci/config/select-job.ts";
import { ofExistingPipelines, predefinedVariables } from "../../../shared/ci/predefined-variables.ts";
import { timeNow } from "../clock.ts";
import { mergeBase } from "../git/ancestry.ts";
import { listTreeEntries } from "../git/ls-tree.ts";
import { changedPaths } from "../git/raw-changes.ts";
import { resolveCommit } from "../git/refs.ts";
import type { Repository } from "../git/repository.ts";
import type { ServiceStore } from "../service-store.ts";
import { insertJob } from "../store/ci/jobs.ts";
import { insertPipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { advancePipeline } from "./pipeline-state.ts";
import { declaredVariables, pipelineInfo, sealPipelineVariables } from "./pipeline-variables.ts";
import { ciThreadOf } from "./thread/run-in-thread.ts";

/** Ref, commit and source of a new pipeline. */
export interface PipelineRequest {
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  /** Commit that the ref was at before, null where it is new; of a merge request the base of its changes. */
  readonly before: string | null;
  readonly source: string;
  readonly userId: number | null;
  /** The merge request that it is for, where it is not for a branch or tag. */
  readonly mergeRequestId?: number;
  /** The schedule that starts it. */
  readonly scheduleId?: number;
  /** The job of another pipeline that starts it. */
  readonly sourceJobId?: number;
  /** Reads the files of a child pipeline, in place of `.gitlab-ci.yml`. Throws ConfigError. */
  readonly readFiles?: () => Promise<readonly ConfigFile[]>;
  readonly variables?: Variables;
  /** Values of `spec: inputs` of its file. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** Names of those whose values jobs get in files. */
  readonly fileVariables?: readonly string[];
  /** Whether its user or author wants no job: it is recorded with none. */
  readonly isSkipped?: boolean;
  readonly serviceUrl: string;
}

/** Returns whether a commit describes jobs. */
export const hasConfig = async (repository: Repository, sha: string): Promise<boolean> =>
  (await repository.objects.check(`${sha}:${configPath}`))?.type === "blob";

/**
 * Reads the jobs of a commit and adds them as a pipeline. A file that cannot be used becomes a failed pipeline that
 * says why. Returns the pipeline's id, null where no job is for this ref. `onAdded` runs in the transaction that adds it.
 */
export async function createPipelineOfCommit(
  store: ServiceStore,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
  onAdded: (id: number) => void = () => undefined,
): Promise<number | null> {
  const added = (add: () => number) =>
    store.transaction(() => {
      const id = add();
      onAdded(id);
      return id;
    });
  if (request.isSkipped) {
    const skipped = { ...request, status: "skipped", finishedAt: timeNow(store) };
    return added(() => insertPipeline(store, project.id, skipped));
  }
  try {
    const plan = await readPlan(store, project, repository, request);
    return plan.jobs.length === 0 ? null : added(() => addPipeline(store, project, request, plan));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const now = timeNow(store);
    const failed = { ...request, status: "failed", error: shorten(error.message), finishedAt: now };
    return added(() => insertPipeline(store, project.id, failed));
  }
}

/** Characters of an error that are stored; it may quote the file. */
const maxErrorLength = 1_000;
const shorten = (text: string): string =>
  text.length > maxErrorLength ? `${text.slice(0, maxErrorLength)}…` : text;

async function readPlan(
  store: ServiceStore,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
): Promise<PipelinePlan> {
  const { readFile, context, changedSince } = await configSource(store, project, repository, request);
  return ciThreadOf(store).readConfig(readFile, context, changedSince);
}

/** Source by which a file of jobs is read: the other files of its commit, and the pipeline that it is for. */
export interface ConfigSource {
  readonly readFile: ReadFile;
  readonly context: PipelineContext;
  readonly changedSince: ChangedSince;
}

/** Returns what the file of a commit is read by. */
export async function configSource(
  store: ServiceStore,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
): Promise<ConfigSource> {
  const { sha, before } = request;
  const entries = (await listTreeEntries(repository, sha, "", true)) ?? [];
  const changed = before === null ? null : await changedPaths(repository, before, sha);
  const mergeRequestId = request.mergeRequestId ?? null;
  // The pipeline has no id yet; jobs get theirs when they run.
  const createdAt = timeNow(store);
  const pipeline = { ...request, id: 0, iid: 0, projectId: project.id, mergeRequestId, createdAt };
  const info = await pipelineInfo(store, project, pipeline, request.serviceUrl);
  const variables = Object.fromEntries(
    Object.entries(predefinedVariables(info)).filter(([name]) => !ofExistingPipelines.has(name)),
  );
  const declared = declaredVariables(store, project, pipeline, null).map(({ key, value }) => [key, value]);
  const readFile = async (path: string) => {
    const name = `${sha}:${path}`;
    const info = await repository.objects.check(name);
    if (info?.type !== "blob") return null;
    if (info.size > maxFileBytes) throw configTooLarge(path);
    return (await repository.objects.read(name))?.content.toString() ?? null;
  };
  const changedSince = async (ref: string) => {
    const commit = await resolveCommit(repository, ref);
    if (commit === null) return null;
    return changedPaths(repository, (await mergeBase(repository, [commit, sha])) ?? commit, sha);
  };
  const context = {
    ref: info.ref,
    tag: request.tag,
    source: request.source,
    variables,
    overriding: { ...Object.fromEntries(declared), ...request.variables },
    changedPaths: changed,
    paths: entries.filter(({ type }) => type === "blob").map(({ path }) => path),
    inputs: request.inputs,
    files: await request.readFiles?.(),
  };
  return { readFile, context, changedSince };
}

function addPipeline(
  store: ServiceStore,
  project: Project,
  request: PipelineRequest,
  { name, jobs }: PipelinePlan,
): number {
  const id = insertPipeline(store, project.id, { ...request, name, status: "created" });
  const sealedGiven = sealPipelineVariables(store, id, request);
  for (const job of jobs) {
    insertJob(store, {
      ...job,
      definition: { ...job.definition, sealedGiven },
      isBridge: job.definition.trigger !== null,
      projectId: project.id,
      pipelineId: id,
      status: "created",
      userId: request.userId,
    });
  }
  advancePipeline(store, id);
  return id;
}

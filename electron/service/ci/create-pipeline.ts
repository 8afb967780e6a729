import { changedPaths } from "../git/diff/changed-paths.ts";
import { mergeBase } from "../git/history/ancestry.ts";
import { listTree } from "../git/objects/trees.ts";
import { resolveCommit } from "../git/refs/refs.ts";
import type { Repository } from "../git/repository.ts";
import { insertJob } from "../store/ci/jobs.ts";
import { insertPipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { advancePipeline } from "./advance-pipeline.ts";
import { ConfigError } from "./config/config-error.ts";
import type { Variables } from "./config/expression.ts";
import { maxFileBytes, tooLarge } from "./config/parse-yaml.ts";
import type { PipelineJob } from "./config/pipeline-job.ts";
import { configPath } from "./config/read-config.ts";
import { declaredVariables } from "./declared-variables.ts";
import { ofExistingPipelines, predefinedVariables } from "./executor/predefined-variables.ts";
import { pipelineInfo } from "./pipeline-info.ts";
import { sealPipelineVariables } from "./pipeline-variables.ts";
import { readConfigInThread } from "./thread/run-in-thread.ts";

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
  readonly mergeRequestId?: number | undefined;
  readonly variables?: Variables | undefined;
  /** Whether its user or author wants no job: it is recorded with none. */
  readonly isSkipped?: boolean | undefined;
  readonly serviceUrl: string;
}

/** Returns whether a commit describes jobs. */
export const hasConfig = async (repository: Repository, sha: string): Promise<boolean> =>
  (await repository.objects.check(`${sha}:${configPath}`))?.type === "blob";

/**
 * Reads the jobs of a commit and adds them as a pipeline. A file that cannot be used becomes a failed pipeline that
 * says why. Returns the pipeline's id, null where no job is for this ref. `onAdded` runs in the transaction that adds it.
 */
export async function createPipeline(
  store: Store,
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
    const skipped = { ...request, status: "skipped", finishedAt: new Date().toISOString() };
    return added(() => insertPipeline(store, project.id, skipped));
  }
  try {
    const jobs = await readJobs(store, project, repository, request);
    return jobs.length === 0 ? null : added(() => addPipeline(store, project, request, jobs));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const now = new Date().toISOString();
    const failed = { ...request, status: "failed", error: shorten(error.message), finishedAt: now };
    return added(() => insertPipeline(store, project.id, failed));
  }
}

/** Characters of an error that are stored; it may quote the file. */
const maxErrorLength = 1_000;
const shorten = (text: string): string =>
  text.length > maxErrorLength ? `${text.slice(0, maxErrorLength)}…` : text;

async function readJobs(
  store: Store,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
): Promise<PipelineJob[]> {
  const { sha, before } = request;
  const entries = (await listTree(repository, sha, "", true)) ?? [];
  const changed = before === null ? null : await changedPaths(repository, before, sha);
  const mergeRequestId = request.mergeRequestId ?? null;
  // The pipeline has no id yet; jobs get theirs when they run.
  const createdAt = new Date().toISOString();
  const pipeline = { ...request, id: 0, iid: 0, projectId: project.id, mergeRequestId, createdAt };
  const info = await pipelineInfo(store, project, pipeline, request.serviceUrl);
  const variables = Object.fromEntries(
    Object.entries(predefinedVariables(info)).filter(([name]) => !ofExistingPipelines.has(name)),
  );
  const declared = declaredVariables(store, project, pipeline).map(({ key, value }) => [key, value]);
  const readFile = async (path: string) => {
    const name = `${sha}:${path}`;
    const info = await repository.objects.check(name);
    if (info?.type !== "blob") return null;
    if (info.size > maxFileBytes) throw tooLarge(path);
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
  };
  return readConfigInThread(readFile, context, changedSince);
}

function addPipeline(
  store: Store,
  project: Project,
  request: PipelineRequest,
  jobs: readonly PipelineJob[],
): number {
  const id = insertPipeline(store, project.id, { ...request, status: "created" });
  const sealedGiven = sealPipelineVariables(store, id, request.variables);
  for (const job of jobs) {
    insertJob(store, {
      ...job,
      definition: { ...job.definition, sealedGiven },
      projectId: project.id,
      pipelineId: id,
      status: "created",
      userId: request.userId,
    });
  }
  advancePipeline(store, id);
  return id;
}

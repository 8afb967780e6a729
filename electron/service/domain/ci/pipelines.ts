import { z } from "zod";
import { readRefName } from "../../../../shared/text/ref-name.ts";
import { createPipeline, hasConfig, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { readCommit } from "../../git/history/commits.ts";
import { findRef, isNoObject, resolveCommit } from "../../git/refs/refs.ts";
import { openRepository, type Repository } from "../../git/repository.ts";
import { httpError } from "../../http/http-error.ts";
import type { PageRequest } from "../../http/paging.ts";
import { mayRunJobs } from "../../store/ci/ci-settings.ts";
import { listCurrentJobs } from "../../store/ci/jobs.ts";
import { findPipeline, listPipelines, type Pipeline, type PipelineQuery } from "../../store/ci/pipelines.ts";
import { addSkippedPush } from "../../store/ci/skipped-pushes.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import { outboxOf } from "../events/outbox.ts";
import { refsMoved } from "../events/ref-events.ts";
import { variableNameProblem } from "./ci-variables.ts";
import { cancelJob, retryEndedJobs } from "./jobs.ts";
import { cancelRedundantPipelines } from "./redundant-pipelines.ts";
import { mayRunJobsOf } from "./ref-access.ts";

export type { Pipeline };

/** A branch or tag that now names another commit. */
const movedRef = z.object({
  projectId: z.int(),
  ref: z.string(),
  tag: z.boolean(),
  /** Null for a new one. */
  before: z.string().nullable(),
  /** Commit, or the object of an annotated tag. */
  after: z.string(),
  userId: z.int().nullable(),
  skipsCi: z.boolean().default(false),
});
type MovedRef = z.input<typeof movedRef>;

/** Pipelines that pushes start. */
const pipelinesOfPushes = outboxOf("pipeline_of_push", movedRef);

/**
 * Adds the pipeline that a push, commit or merge starts, where the project's jobs may run here and there are any. `settle`
 * runs in the transaction that adds it.
 */
export async function runPipelineOfPush(
  store: Store,
  { projectId, ref, tag, before, after, userId, skipsCi }: MovedRef,
  serviceUrl: string,
  settle: () => void = () => undefined,
): Promise<void> {
  const project = findProject(store, projectId);
  if (!project || !mayRunJobs(store, project.id)) return;
  const repository = openRepository(project.repositoryPath);
  const sha = await resolveCommit(repository, after);
  if (sha === null || !(await hasConfig(repository, sha))) return;
  const isSkipped = skipsCi || (await asksToSkip(repository, sha));
  const request = { ref, tag, before, sha, source: "push", userId, serviceUrl, isSkipped };
  await createNewestPipeline(store, project, repository, request, settle);
}

/** Words in a commit's message by which its author wants no job, in each way that services read them. */
const skipWords = /\[(?:ci[ _-]skip|skip[ _-]ci)\]/i;

/** Returns whether the message of a commit says that no job is to run for it. */
export const asksToSkip = async (repository: Repository, sha: string): Promise<boolean> =>
  skipWords.test((await readCommit(repository, sha)).message);

/** Adds a pipeline, cancels those that it makes redundant, and settles, in one transaction. */
export async function createNewestPipeline(
  store: Store,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
  settle: () => void,
): Promise<void> {
  await createPipeline(store, project, repository, request, (id) => {
    const pipeline = findPipeline(store, project.id, id);
    if (pipeline) cancelRedundantPipelines(store, pipeline);
    settle();
  });
}

/**
 * Starts pipelines for pushes, commits and merges from now on, and for those that a killed service had recorded. Returns a
 * function that stops it.
 */
export function startPipelinesOnPush(
  store: Store,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = refsMoved.on(store, ({ project, updates, userId, skipsCi }) => {
    if (!mayRunJobs(store, project.id)) return;
    for (const { ref, before, after } of updates) {
      const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
      if (!name || isNoObject(after)) continue;
      if (skipsCi && kind === "heads") addSkippedPush(store, project.id, name, after);
      pipelinesOfPushes.add(store, {
        projectId: project.id,
        ref: name,
        tag: kind === "tags",
        before: isNoObject(before) ? null : before,
        after,
        userId,
        skipsCi,
      });
    }
  });
  const stop = pipelinesOfPushes.start(store, {
    work: (moved, settle) => runPipelineOfPush(store, moved, serviceUrl(), settle),
    laneOf: ({ projectId }) => projectId,
    onError,
  });
  return () => {
    unsubscribe();
    return stop();
  };
}

/** Runs a requested pipeline. Throws 400 with the reason where there is none to run. */
export async function runPipelineByHand(
  store: Store,
  project: Project,
  user: User,
  requested: Pick<PipelineRequest, "ref" | "variables" | "serviceUrl">,
): Promise<Pipeline> {
  for (const name of Object.keys(requested.variables ?? {})) {
    const problem = variableNameProblem(name);
    if (problem !== null) throw httpError(400, { base: [`Variable "${name}": its name ${problem}`] });
  }
  const repository = openRepository(project.repositoryPath);
  const { kind, name: ref } = readRefName(requested.ref);
  const branch = kind === "tag" ? null : await findRef(repository, "heads", ref);
  const tag = branch || kind === "branch" ? null : await findRef(repository, "tags", ref);
  if (tag?.commit === null) throw httpError(400, { base: [`The tag ${ref} does not name a commit`] });
  const sha = branch?.commit ?? tag?.commit ?? null;
  if (sha === null || !(await resolveCommit(repository, sha))) {
    throw httpError(400, { base: ["Reference not found"] });
  }
  const request = { ...requested, ref, sha, tag: tag !== null, before: null, source: "api" };
  return createdPipeline(store, project, user, request);
}

/** Runs a pipeline for a user and returns it. Throws 400 with the reason where there is none to run. */
export async function createdPipeline(
  store: Store,
  project: Project,
  user: User,
  requested: Omit<PipelineRequest, "userId">,
): Promise<Pipeline> {
  const request = { ...requested, userId: user.id };
  const { ref, tag, mergeRequestId = null } = request;
  if (!mayRunJobsOf(store, user, project, { ref, tag, mergeRequestId })) {
    throw httpError(400, { base: [`You do not have sufficient permission to run a pipeline on '${ref}'.`] });
  }
  const repository = openRepository(project.repositoryPath);
  if (!mayRunJobs(store, project.id)) {
    throw httpError(400, { base: ["Jobs of this project do not run on this machine"] });
  }
  if (!(await hasConfig(repository, request.sha))) throw httpError(400, { base: ["Missing CI config file"] });
  const id = await createPipeline(store, project, repository, request);
  if (id === null) throw httpError(400, { base: ["No stages / jobs for this pipeline."] });
  const pipeline = requirePipeline(store, project, id);
  if (pipeline.error !== null) throw httpError(400, { base: [pipeline.error] });
  return pipeline;
}

/** Filters of a list of pipelines. */
export interface PipelineFilters extends Omit<PipelineQuery, "userId"> {
  readonly username?: string | undefined;
}

/** Returns the requested page of the pipelines of a project that match, newest first, and their number. */
export function findPipelines(
  store: Store,
  project: Project,
  { username, status, ref, sha, source }: PipelineFilters,
  page: PageRequest,
): { readonly items: Pipeline[]; readonly total: number } {
  const user = username === undefined ? undefined : findUserByName(store, username);
  if (user === null) return { items: [], total: 0 };
  const of = ref === undefined ? null : readRefName(ref);
  const tag = of?.kind ? of.kind === "tag" : undefined;
  return listPipelines(
    store,
    project.id,
    { status, ref: of?.name, tag, sha, source, userId: user?.id },
    page,
  );
}

/** Returns the pipeline of an id in a project. Throws 404. */
export function requirePipeline(store: Store, project: Project, id: number): Pipeline {
  const pipeline = findPipeline(store, project.id, id);
  if (!pipeline) throw httpError(404, "404 Not found");
  return pipeline;
}

/** A pipeline with the user who started it. */
export interface PipelineDetails {
  readonly pipeline: Pipeline;
  readonly user: User | null;
}

/** Returns a pipeline with its user. */
export const describePipeline = (store: Store, pipeline: Pipeline): PipelineDetails => ({
  pipeline,
  user: pipeline.userId === null ? null : findUser(store, pipeline.userId),
});

/** Cancels every job of a pipeline that has not ended. */
export function cancelPipeline(store: Store, pipeline: Pipeline): void {
  for (const job of listCurrentJobs(store, pipeline.id)) cancelJob(store, job);
}

/** Runs the failed and cancelled jobs of a pipeline again, in its order. */
export const retryPipeline = (store: Store, pipeline: Pipeline, user: User): void =>
  retryEndedJobs(store, pipeline.id, user);

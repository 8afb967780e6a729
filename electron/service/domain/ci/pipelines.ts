import { z } from "zod";
import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { readRefName } from "../../../../shared/text/ref-name.ts";
import { createPipelineOfCommit, hasConfig, type PipelineRequest } from "../../ci/create-pipeline.ts";
import { jobChanges } from "../../ci/pipeline-state.ts";
import { hasOtherRunners, hasRunners } from "../../ci/usable-runners.ts";
import { readCommit } from "../../git/commits.ts";
import { findRef, isNoObject, resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import { mayRunJobs, setRunJobs } from "../../store/ci/ci-settings.ts";
import { type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import {
  addSkippedPush,
  findPipeline,
  listChildPipelines,
  listOlderActivePipelines,
  listPipelineRows,
  type Pipeline,
  type PipelineQuery,
} from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import { findUser, findUserByName, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller, requireProject } from "../access/require-access.ts";
import { denialOf, type RefChange, refRulesOf } from "../branches/ref-permission.ts";
import { refsMoved } from "../events/events.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import type { PageRequest } from "../paged.ts";
import { forbidden, invalidFields, notFound } from "../refusal.ts";
import { requireVariableNames } from "./change-variables.ts";
import { cancelJobsOfPipeline, requireJobOrBridge, retryEndedJobs } from "./jobs.ts";

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
  store: ServiceStore,
  { projectId, ref, tag, before, after, userId, skipsCi }: MovedRef,
  serviceUrl: string,
  settle: () => void = () => undefined,
): Promise<void> {
  const project = findProject(store, projectId);
  if (!project?.jobsEnabled || !hasRunners(store, project.id)) return;
  const repository = store.git.open(project.repositoryPath);
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
  store: ServiceStore,
  project: Project,
  repository: Repository,
  request: PipelineRequest,
  settle: () => void,
): Promise<void> {
  await createPipelineOfCommit(store, project, repository, request, (id) => {
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
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = refsMoved.on(store, ({ project, updates, userId, skipsCi }) => {
    if (!hasRunners(store, project.id)) return;
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

/** Levels of lists and maps that inputs may have. */
const maxInputLevels = 20;

const isNested = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isNested(each, levels - 1)));

/** Runs a requested pipeline. Throws `invalidFields` with the reason where there is none to run. */
export async function runPipelineByHand(
  store: ServiceStore,
  project: Project,
  user: User,
  requested: Pick<PipelineRequest, "ref" | "variables" | "fileVariables" | "inputs" | "serviceUrl">,
): Promise<Pipeline> {
  requireVariableNames(Object.keys(requested.variables ?? {}));
  if (isNested(requested.inputs, maxInputLevels))
    throw invalidFields({ base: ["The inputs are nested too deeply"] });
  const found = await findRunRef(store, project, requested.ref);
  if (!found) throw invalidFields({ base: ["Reference not found"] });
  const request = { ...requested, ...found, before: null, source: "api" };
  return createdPipeline(store, project, user, request);
}

/** Returns the branch or tag of a name with its commit, null where there is none. Throws `invalidFields` for a tag of something else. */
export async function findRunRef(
  store: ServiceStore,
  project: Project,
  requested: string,
): Promise<Pick<PipelineRequest, "ref" | "tag" | "sha"> | null> {
  const repository = store.git.open(project.repositoryPath);
  const { kind, name: ref } = readRefName(requested);
  const branch = kind === "tag" ? null : await findRef(repository, "heads", ref);
  const tag = branch || kind === "branch" ? null : await findRef(repository, "tags", ref);
  if (tag?.commit === null) throw invalidFields({ base: [`The tag ${ref} does not name a commit`] });
  const sha = branch?.commit ?? tag?.commit ?? null;
  return sha !== null && (await resolveCommit(repository, sha)) ? { ref, sha, tag: tag !== null } : null;
}

/** Runs a pipeline for a user and returns it. Throws `invalidFields` with the reason where there is none to run. */
export async function createdPipeline(
  store: ServiceStore,
  project: Project,
  user: User,
  requested: Omit<PipelineRequest, "userId">,
): Promise<Pipeline> {
  const request = { ...requested, userId: user.id };
  const { ref, tag, mergeRequestId = null } = request;
  if (!mayRunJobsOf(store, user, project, { ref, tag, mergeRequestId })) {
    throw invalidFields({ base: [`You do not have sufficient permission to run a pipeline on '${ref}'.`] });
  }
  const repository = store.git.open(project.repositoryPath);
  if (!hasRunners(store, project.id)) {
    throw invalidFields({ base: ["Jobs of this project do not run on this machine"] });
  }
  if (!(await hasConfig(repository, request.sha))) throw invalidFields({ base: ["Missing CI config file"] });
  const id = await createPipelineOfCommit(store, project, repository, request);
  if (id === null) throw invalidFields({ base: ["No stages / jobs for this pipeline."] });
  const pipeline = requirePipeline(store, project, id);
  if (pipeline.error !== null) throw invalidFields({ base: [pipeline.error] });
  return pipeline;
}

/** Filters of a list of pipelines. */
interface PipelineFilters extends Omit<PipelineQuery, "userId"> {
  readonly username?: string;
}

/** Returns the requested page of the pipelines of a project that match, newest first, and their number. */
export function findPipelines(
  store: ServiceStore,
  project: Project,
  { username, status, ref, sha, source }: PipelineFilters,
  page: PageRequest,
): { readonly items: Pipeline[]; readonly total: number } {
  const user = username === undefined ? undefined : findUserByName(store, username);
  if (user === null) return { items: [], total: 0 };
  const of = ref === undefined ? null : readRefName(ref);
  const tag = of?.kind ? of.kind === "tag" : undefined;
  return listPipelineRows(
    store,
    project.id,
    { status, ref: of?.name, tag, sha, source, userId: user?.id },
    page,
  );
}

/** Returns the pipeline of an id in a project. Throws `notFound`. */
export function requirePipeline(store: ServiceStore, project: Project, id: number): Pipeline {
  const pipeline = findPipeline(store, project.id, id);
  if (!pipeline) throw notFound();
  return pipeline;
}

/** A pipeline with the user who started it. */
export interface PipelineDetails {
  readonly pipeline: Pipeline;
  readonly user: User | null;
}

/** Returns a pipeline with its user. */
export const describePipeline = (store: ServiceStore, pipeline: Pipeline): PipelineDetails => ({
  pipeline,
  user: pipeline.userId === null ? null : findUser(store, pipeline.userId),
});

/** Runs the failed and cancelled jobs of a pipeline again, in its order. */
export const retryJobsOfPipeline = (store: ServiceStore, pipeline: Pipeline, user: User): void =>
  retryEndedJobs(store, pipeline.id, user);

/**
 * Cancels the pipelines of earlier pushes to the same branch or merge request, unless a job of theirs has begun that must
 * not be interrupted.
 */
function cancelRedundantPipelines(store: ServiceStore, pipeline: Pipeline): void {
  for (const older of listOlderActivePipelines(store, pipeline)) {
    const all = [older, ...listChildPipelines(store, older.id)];
    if (all.every(({ id }) => listCurrentJobs(store, id).every(mayBeCanceled)))
      cancelJobsOfPipeline(store, older);
  }
}

/** A job that starts a pipeline may always be: its pipeline counts by itself. */
const mayBeCanceled = ({ startedAt, isBridge, definition }: Job): boolean =>
  startedAt === null || isBridge || jobDefinition.parse(definition).interruptible;

/** Returns whether the jobs of a project run on this machine. */
export const jobsRun = (store: ServiceStore, { id }: Project): boolean => mayRunJobs(store, id);

/** Returns whether machines other than this one ask for the jobs of a project. */
export const jobsRunElsewhere = (store: ServiceStore, project: Project): boolean =>
  hasOtherRunners(store, project);

/** Sets whether the jobs of a project run on this machine; those that wait start at once. */
export function setJobsRun(store: ServiceStore, { id }: Project, run: boolean): void {
  setRunJobs(store, id, run);
  jobChanges.emit(store);
}

/** Returns a pipeline whose jobs the caller may start and end. Throws `unauthorized`, `forbidden` and `notFound`. */
export function requirePipelineControl(
  caller: Caller,
  { id, pipeline_id }: { readonly id: string | number; readonly pipeline_id: number },
): Pipeline {
  const project = requireProject(caller, id, "developer");
  const pipeline = requirePipeline(caller.store, project, pipeline_id);
  requireJobsOf(caller.store, requireCaller(caller), project, pipeline);
  return pipeline;
}

/** Returns a job that the caller may start, end and erase, with its project. Throws `unauthorized`, `forbidden` and `notFound`. */
export function requireJobControl(
  caller: Caller,
  { id, job_id }: { readonly id: string | number; readonly job_id: number },
): { readonly project: Project; readonly job: Job } {
  const { store } = caller;
  const project = requireProject(caller, id, "developer");
  const job = requireJobOrBridge(store, project, job_id);
  requireJobsOf(store, requireCaller(caller), project, requirePipeline(store, project, job.pipelineId));
  return { project, job };
}

/** Ref of jobs; those of a merge request count as jobs of its source branch. */
type JobRef = Pick<Pipeline, "ref" | "tag" | "mergeRequestId">;

/**
 * Returns whether a user may start, end and erase jobs of a ref, as real services decide it: on a protected branch who may
 * push or merge to it, else developers; in an archived project nobody.
 */
export function mayRunJobsOf(store: ServiceStore, user: User, project: Project, job: JobRef): boolean {
  if (!project.jobsEnabled) return false;
  const rules = refRulesOf(store, user, project);
  const allows = (change: RefChange) => denialOf(rules, change) === null;
  if (job.tag) return allows({ kind: "tag", name: job.ref, change: "create" });
  const mergeRequest = job.mergeRequestId === null ? null : findMergeRequestById(store, job.mergeRequestId);
  const branch = { kind: "branch", name: mergeRequest?.sourceBranch ?? job.ref } as const;
  return allows({ ...branch, change: "write" }) || allows({ ...branch, change: "merge" });
}

/** Throws `forbidden` where a user may not start, end and erase jobs of a ref. */
export function requireJobsOf(store: ServiceStore, user: User, project: Project, job: JobRef): void {
  if (!mayRunJobsOf(store, user, project, job)) throw forbidden();
}

import { existsSync } from "node:fs";
import { listTree } from "../git/objects/trees.ts";
import { openRepository } from "../git/repository.ts";
import { mayRunJobs } from "../store/ci/ci-settings.ts";
import { updateDeploymentOfJob } from "../store/ci/deployments.ts";
import {
  findJob,
  findJobStatus,
  type Job,
  listArtifacts,
  listCurrentJobs,
  listJobsInState,
  putArtifact,
  updateJob,
} from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import type { Runner } from "../store/ci/runners.ts";
import { findProject, type Project } from "../store/projects/projects.ts";
import type { Store } from "../store/store.ts";
import { findUser } from "../store/users/users.ts";
import { advancePipeline } from "./advance-pipeline.ts";
import { declaredVariables } from "./declared-variables.ts";
import { recordDeployment } from "./deploy.ts";
import { markerOf, removeOrphans } from "./executor/orphans.ts";
import { defaultLimits, type JobLimits, type JobOutcome, runJob } from "./executor/run-job.ts";
import { expireArtifacts } from "./expire-artifacts.ts";
import { onJobChanges } from "./job-changes.ts";
import { type JobDefinition, jobDefinition } from "./job-definition.ts";
import { archivePath, fileSize, makeJobFolder, removePartialFiles, tracePath } from "./job-files.ts";
import { localRunner, touchLocalRunner } from "./local-runner.ts";
import { pipelineInfo } from "./pipeline-info.ts";
import { pipelineVariables } from "./pipeline-variables.ts";
import { retryFailedJob } from "./retry-failed-job.ts";
import { storeArtifacts } from "./store-artifacts.ts";
import { takesJob } from "./takes-job.ts";

export interface JobQueueOptions {
  readonly serviceUrl: () => string;
  /** Jobs that run at the same time, {@link defaultConcurrency} unless given. */
  readonly concurrency?: number;
  readonly limits?: Partial<JobLimits>;
  readonly onError: (error: unknown) => void;
}

/** Three, so that one long job leaves room for a pipeline whose jobs run side by side. */
const defaultConcurrency = 3;
/** Milliseconds between two searches for expired artifacts and two contacts of the runner. */
const maintainEveryMs = 10 * 60_000;

async function listFiles({ repositoryPath }: Project, sha: string): Promise<ReadonlySet<string>> {
  const entries = (await listTree(openRepository(repositoryPath), sha, "", true)) ?? [];
  return new Set(entries.map(({ path }) => path));
}

interface RunningJob {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Names what no other job may use meanwhile, null where it uses nothing alone. */
  readonly resource: string | null;
}

/** Groups are a project's own. */
const resourceOf = ({ projectId }: Job, { resourceGroup }: JobDefinition): string | null =>
  resourceGroup === null ? null : `${projectId} ${resourceGroup}`;

/** The shorter one of the time limits of a job and its runner counts. */
const limitTime = (definition: JobDefinition, { maximumTimeout }: Runner): JobDefinition => ({
  ...definition,
  timeout: Math.min(definition.timeout, maximumTimeout ?? definition.timeout),
});

/** Returns the outcome of a job whose script did not run, or did not end. */
const failedWith = (reason: string): JobOutcome => ({
  status: "failed",
  reason,
  exitCode: null,
  coverage: null,
});

/** Runs the pending jobs of all projects that allow it, oldest first. */
export class JobQueue {
  readonly #store: Store;
  readonly #options: JobQueueOptions;
  readonly #running = new Map<number, RunningJob>();
  readonly #unsubscribe: () => void;
  readonly #maintenance: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  /** Whether nothing of former jobs is left. */
  #isReady = false;
  #closed = false;

  constructor(store: Store, options: JobQueueOptions) {
    this.#store = store;
    this.#options = options;
    removePartialFiles(store);
    this.#failInterrupted();
    this.#maintain();
    this.#maintenance = setInterval(() => this.#maintain(), maintainEveryMs);
    this.#maintenance.unref();
    this.#unsubscribe = onJobChanges(store, () => setImmediate(() => this.#schedule()));
    removeOrphans(store)
      .catch(options.onError)
      .then(() => {
        this.#isReady = true;
        this.#schedule();
      });
  }

  /** Cancels what runs and waits for its processes to end. Those jobs are failed when the service starts again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    clearInterval(this.#maintenance);
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #maintain(): void {
    expireArtifacts(this.#store, new Date());
    touchLocalRunner(this.#store);
  }

  /** Fails jobs that ran when the service ended. */
  #failInterrupted(): void {
    for (const job of listJobsInState(this.#store, "running")) {
      this.#finish(job, failedWith("runner_system_failure"));
    }
  }

  /** Reports what it throws: it runs on its own, and an error would end the service. */
  #schedule(): void {
    try {
      if (this.#isReady && !this.#closed) this.#startPending();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #startPending(): void {
    for (const [id, { abort }] of this.#running) {
      if (findJobStatus(this.#store, id) !== "running") abort.abort();
    }
    clearTimeout(this.#timer);
    let nextDueIn = Number.POSITIVE_INFINITY;
    for (const job of listJobsInState(this.#store, "pending")) {
      if (this.#running.size >= (this.#options.concurrency ?? defaultConcurrency)) return;
      if (this.#running.has(job.id) || !mayRunJobs(this.#store, job.projectId)) continue;
      if (this.#isOfBlockedUser(job)) {
        this.#refuse(job);
        continue;
      }
      const runner = localRunner(this.#store);
      if (!takesJob(this.#store, runner, job)) continue;
      const definition = limitTime(jobDefinition.parse(job.definition), runner);
      if (this.#isTaken(resourceOf(job, definition))) continue;
      const dueIn = Date.parse(job.queuedAt ?? job.createdAt) + definition.startIn * 1000 - Date.now();
      if (dueIn > 0) nextDueIn = Math.min(nextDueIn, dueIn);
      else this.#start(job, definition, runner);
    }
    if (nextDueIn === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#schedule(), Math.min(nextDueIn, 60_000));
    this.#timer.unref();
  }

  #isOfBlockedUser({ userId }: Job): boolean {
    return userId !== null && findUser(this.#store, userId)?.state === "blocked";
  }

  /** Fails a job that waits for a runner, as real services do where its user is blocked. */
  #refuse(job: Job): void {
    const refused = {
      status: "failed",
      failureReason: "user_blocked",
      finishedAt: new Date().toISOString(),
    };
    if (updateJob(this.#store, job.id, refused, ["pending"])) advancePipeline(this.#store, job.pipelineId);
  }

  #isTaken(resource: string | null): boolean {
    return resource !== null && [...this.#running.values()].some((other) => other.resource === resource);
  }

  #start(job: Job, definition: JobDefinition, runner: Runner): void {
    const started = { status: "running", startedAt: new Date().toISOString(), runnerId: runner.id };
    if (!updateJob(this.#store, job.id, started, ["pending"])) return;
    touchLocalRunner(this.#store);
    advancePipeline(this.#store, job.pipelineId);
    const abort = new AbortController();
    const done = this.#run(job, definition, abort.signal)
      .catch((error: unknown): JobOutcome => {
        this.#options.onError(error);
        return failedWith("runner_system_failure");
      })
      .then((outcome) => {
        this.#running.delete(job.id);
        // Ended with the service: the next start records it.
        if (!(this.#closed && outcome.status === "canceled")) this.#finish(job, outcome);
      })
      .catch(this.#options.onError)
      .then(() => this.#schedule());
    this.#running.set(job.id, { abort, done, resource: resourceOf(job, definition) });
  }

  async #run(job: Job, definition: JobDefinition, signal: AbortSignal): Promise<JobOutcome> {
    const store = this.#store;
    const project = findProject(store, job.projectId);
    const pipeline = findPipeline(store, job.projectId, job.pipelineId);
    if (!project || !pipeline) throw new Error(`job ${job.id} has lost its pipeline`);
    if (!recordDeployment(store, job, definition)) return failedWith("environment_creation_failure");
    makeJobFolder(store, job.id);
    const outcome = await runJob({
      info: {
        jobId: job.id,
        name: job.name,
        stage: job.stage,
        ...pipelineInfo(store, project, pipeline, this.#options.serviceUrl()),
      },
      marker: markerOf(store, job.id),
      definition,
      repositoryPath: project.repositoryPath,
      tracePath: tracePath(store, job.id),
      archives: this.#archivesFor(job, definition),
      declared: declaredVariables(store, project, pipeline),
      given: pipelineVariables(store, pipeline.id, definition),
      limits: { ...defaultLimits, ...this.#options.limits },
      signal,
      collect: (finished) =>
        storeArtifacts(store, job, definition, {
          ...finished,
          listTracked: () => listFiles(project, pipeline.sha),
        }),
    });
    const size = fileSize(tracePath(store, job.id));
    if (size !== null) {
      putArtifact(store, job.id, { fileType: "trace", fileFormat: "raw", filename: "job.log", size });
    }
    return outcome;
  }

  /** Archives of the jobs before this one, as `dependencies` and `needs` choose them. */
  #archivesFor(job: Job, { dependencies, needs }: JobDefinition): string[] {
    const wanted =
      dependencies ?? needs?.filter(({ artifacts }) => artifacts).map((need) => need.job) ?? null;
    return listCurrentJobs(this.#store, job.pipelineId)
      .filter((other) => (wanted === null ? other.stageIndex < job.stageIndex : wanted.includes(other.name)))
      .filter((other) => listArtifacts(this.#store, other.id).some(({ fileType }) => fileType === "archive"))
      .map((other) => archivePath(this.#store, other.id))
      .filter(existsSync);
  }

  #finish(job: Job, { status, reason, exitCode, coverage }: JobOutcome): void {
    const { allowedExitCodes } = jobDefinition.parse(job.definition);
    const ended = {
      status,
      failureReason: reason,
      coverage,
      finishedAt: new Date().toISOString(),
      ...(exitCode !== null && allowedExitCodes.includes(exitCode) ? { allowFailure: true } : {}),
    };
    if (updateJob(this.#store, job.id, ended, ["running"])) {
      updateDeploymentOfJob(this.#store, job.id, status);
      const now = findJob(this.#store, job.projectId, job.id);
      if (now && status === "failed") retryFailedJob(this.#store, now, exitCode);
    }
    advancePipeline(this.#store, job.pipelineId);
  }
}

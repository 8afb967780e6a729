import { reportTypes } from "../../../shared/api/resources/job-artifacts.ts";
import { hostname, platform } from "node:os";
import { isStorageError } from "../../system/storage-error.ts";
import { timeNow } from "../clock.ts";
import type { ServiceStore } from "../service-store.ts";
import { mayRunJobs } from "../store/ci/ci-settings.ts";
import { updateDeploymentOfJob } from "../store/ci/environments.ts";
import {
  deleteArtifact,
  findJob,
  findJobStatus,
  insertJob,
  type Job,
  listJobsInState,
  listJobsWithExpiredArtifacts,
  updateJob,
} from "../store/ci/jobs.ts";
import { findPipeline, listUnfinishedPipelines } from "../store/ci/pipelines.ts";
import { findRunnerBySeed, insertRunner, type Runner, touchRunner } from "../store/ci/runners.ts";
import { findProject } from "../store/projects/projects.ts";
import { findUser } from "../store/users/users.ts";
import { type JobDefinition, jobDefinition, mayAlwaysFail } from "./config/job-definition.ts";
import { removeOrphans } from "./executor/remove-orphans.ts";
import { defaultLimits, type JobLimits, type JobOutcome } from "./executor/run-job.ts";
import { removeArtifactFiles, removePartialFiles } from "./job-files.ts";
import { failedWith, performJob } from "./perform-job.ts";
import { advancePipeline, jobChanges } from "./pipeline-state.ts";
import { isProtectedPipeline } from "./pipeline-variables.ts";

/** Seed of this machine's runner. Shorter than those of registered ones, so that no token belongs to it. */
const seed = "helve-shell";

/** Returns the runner of this machine, added when it is first needed. */
export const localRunner = (store: ServiceStore): Runner =>
  findRunnerBySeed(store, seed) ??
  insertRunner(store, {
    type: "instance_type",
    seed,
    name: "helve-shell",
    description: `Shell on ${hostname()}`,
    platform: platform(),
    architecture: process.arch,
    contactedAt: timeNow(store),
  });

/** Records that the runner of this machine is online, where it was added. */
function touchLocalRunner(store: ServiceStore): void {
  const runner = findRunnerBySeed(store, seed);
  if (runner) touchRunner(store, runner.id, timeNow(store));
}

interface JobQueueOptions {
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
/** Milliseconds until what a full disk has stopped is tried again. */
const storageRetryDelayMs = 10_000;

interface RunningJob {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Name of a resource that no other job may use at the same time; null for none. */
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

/** Runs the pending jobs of all projects that allow it, oldest first. */
export class JobQueue {
  readonly #store: ServiceStore;
  readonly #options: JobQueueOptions;
  readonly #running = new Map<number, RunningJob>();
  readonly #unsubscribe: () => void;
  readonly #maintenance: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  /** Whether nothing of former jobs is left. */
  #isReady = false;
  /** Whether what an earlier run left has been recorded. */
  #isRecovered = false;
  #closed = false;

  constructor(store: ServiceStore, options: JobQueueOptions) {
    this.#store = store;
    this.#options = options;
    this.#reporting(() => this.#recover());
    const maintain = () => this.#reporting(() => this.#maintain());
    maintain();
    this.#maintenance = setInterval(maintain, maintainEveryMs);
    this.#maintenance.unref();
    this.#unsubscribe = jobChanges.on(store, () => setImmediate(() => this.#schedule()));
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
    expireArtifacts(this.#store, new Date(this.#store.clock.now()));
    touchLocalRunner(this.#store);
  }

  /**
   * Fails jobs that ran when the service ended, and advances pipelines that it had left behind their jobs. On a full disk
   * that is tried again.
   */
  #recover(): void {
    if (this.#isRecovered) return;
    removePartialFiles(this.#store);
    for (const job of listJobsInState(this.#store, "running")) {
      this.#finish(job, failedWith("runner_system_failure"));
    }
    for (const id of listUnfinishedPipelines(this.#store)) advancePipeline(this.#store, id);
    this.#isRecovered = true;
  }

  #schedule(): void {
    this.#reporting(() => {
      if (!this.#isReady || this.#closed) return;
      this.#recover();
      this.#startPending();
    });
  }

  /** Reports what `work` throws: it runs on its own, and an error would end the service. */
  #reporting(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(error);
      if (!isStorageError(error) || this.#closed) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#schedule(), storageRetryDelayMs);
      this.#timer.unref();
    }
  }

  #startPending(): void {
    for (const [id, { abort }] of this.#running) {
      if (findJobStatus(this.#store, id) !== "running") abort.abort();
    }
    clearTimeout(this.#timer);
    let nextDueIn = Number.POSITIVE_INFINITY;
    let runner: Runner | undefined;
    for (const job of listJobsInState(this.#store, "pending")) {
      if (this.#running.size >= (this.#options.concurrency ?? defaultConcurrency)) return;
      if (this.#running.has(job.id) || !mayRunJobs(this.#store, job.projectId)) continue;
      if (this.#isOfBlockedUser(job)) {
        this.#refuse(job);
        continue;
      }
      runner ??= localRunner(this.#store);
      if (!takesJob(this.#store, runner, job)) continue;
      const definition = limitTime(jobDefinition.parse(job.definition), runner);
      if (this.#isTaken(resourceOf(job, definition))) continue;
      const dueIn =
        Date.parse(job.queuedAt ?? job.createdAt) + definition.startIn * 1000 - this.#store.clock.now();
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
      finishedAt: timeNow(this.#store),
    };
    this.#store.transaction(() => {
      if (updateJob(this.#store, job.id, refused, ["pending"])) advancePipeline(this.#store, job.pipelineId);
    });
  }

  #isTaken(resource: string | null): boolean {
    return resource !== null && [...this.#running.values()].some((other) => other.resource === resource);
  }

  #start(job: Job, definition: JobDefinition, runner: Runner): void {
    const startedAt = timeNow(this.#store);
    const started = { status: "running", startedAt, runnerId: runner.id };
    const isStarted = this.#store.transaction(() => {
      if (!updateJob(this.#store, job.id, started, ["pending"])) return false;
      touchLocalRunner(this.#store);
      advancePipeline(this.#store, job.pipelineId);
      return true;
    });
    if (!isStarted) return;
    const abort = new AbortController();
    const { limits, serviceUrl } = this.#options;
    const done = performJob(this.#store, job, definition, {
      serviceUrl: serviceUrl(),
      runner,
      startedAt,
      limits: { ...defaultLimits, ...limits },
      signal: abort.signal,
    })
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

  #finish(job: Job, { status, reason, exitCode, coverage }: JobOutcome): void {
    const { allowedExitCodes } = jobDefinition.parse(job.definition);
    const ended = {
      status,
      failureReason: reason,
      coverage,
      finishedAt: timeNow(this.#store),
      ...(exitCode !== null && allowedExitCodes.includes(exitCode) ? { allowFailure: true } : {}),
    };
    this.#store.transaction(() => {
      if (updateJob(this.#store, job.id, ended, ["running"])) {
        updateDeploymentOfJob(this.#store, job.id, status);
        const now = findJob(this.#store, job.projectId, job.id);
        if (now && status === "failed") retryFailedJob(this.#store, now, exitCode);
      }
      advancePipeline(this.#store, job.pipelineId);
    });
  }
}

/** Removes expired archives and reports; traces stay, and the time of expiry. */
export function expireArtifacts(store: ServiceStore, now: Date): void {
  for (const job of listJobsWithExpiredArtifacts(store, now.toISOString())) {
    removeArtifactFiles(store, job.id);
    for (const fileType of ["archive", "metadata", "junit", "dotenv", ...reportTypes])
      deleteArtifact(store, job.id, fileType);
  }
}

/** Returns whether a runner takes a job: it is not paused, has all of the job's tags and may run jobs of its ref. */
function takesJob(store: ServiceStore, runner: Runner, job: Job): boolean {
  const fits =
    job.tags.length === 0 ? runner.runUntagged : job.tags.every((tag) => runner.tags.includes(tag));
  return runner.active && fits && (runner.accessLevel === "not_protected" || isForProtectedRef(store, job));
}

function isForProtectedRef(store: ServiceStore, { projectId, pipelineId }: Job): boolean {
  const project = findProject(store, projectId);
  const pipeline = findPipeline(store, projectId, pipelineId);
  return project !== null && pipeline !== null && isProtectedPipeline(store, project, pipeline);
}

/** Values of `retry:when` that match a failure, by its reason. */
const causesOf: Readonly<Record<string, readonly string[]>> = {
  script_failure: ["script_failure"],
  job_execution_timeout: ["job_execution_timeout", "stuck_or_timeout_failure"],
  runner_system_failure: ["runner_system_failure"],
};

/** Returns whether `retry` permits another attempt after this failure. */
function mayRetry(
  { retries, retryAfter: { causes, exitCodes } }: JobDefinition,
  reason: string | null,
  exitCode: number | null,
): boolean {
  if (retries === 0) return false;
  if (causes.includes("always") || (exitCode !== null && exitCodes.includes(exitCode))) return true;
  return (causesOf[reason ?? ""] ?? ["unknown_failure"]).some((cause) => causes.includes(cause));
}

/** Adds a failed job again where `retry` permits it, with one retry less and without its delay. */
function retryFailedJob(store: ServiceStore, job: Job, exitCode: number | null): void {
  const definition = jobDefinition.parse(job.definition);
  if (job.retried || !mayRetry(definition, job.failureReason, exitCode)) return;
  store.transaction(() => {
    updateJob(store, job.id, { retried: true });
    insertJob(store, {
      projectId: job.projectId,
      pipelineId: job.pipelineId,
      name: job.name,
      stage: job.stage,
      stageIndex: job.stageIndex,
      status: "pending",
      allowFailure: mayAlwaysFail(job),
      tags: job.tags,
      definition: { ...definition, retries: definition.retries - 1, startIn: 0 },
      userId: job.userId,
    });
  });
}

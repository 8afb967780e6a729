import { isStorageError } from "../../system/storage-error.ts";
import { mayRunJobs } from "../store/ci/ci-settings.ts";
import { updateDeploymentOfJob } from "../store/ci/deployments.ts";
import { findJob, findJobStatus, type Job, listJobsInState, updateJob } from "../store/ci/jobs.ts";
import { listUnfinishedPipelines } from "../store/ci/pipelines.ts";
import type { Runner } from "../store/ci/runners.ts";
import type { Store } from "../store/store.ts";
import { findUser } from "../store/users/users.ts";
import { advancePipeline } from "./advance-pipeline.ts";
import { type JobDefinition, jobDefinition } from "./config/job-definition.ts";
import { removeOrphans } from "./executor/orphans.ts";
import { defaultLimits, type JobLimits, type JobOutcome } from "./executor/run-job.ts";
import { expireArtifacts } from "./expire-artifacts.ts";
import { jobChanges } from "./job-changes.ts";
import { removePartialFiles } from "./job-files.ts";
import { localRunner, touchLocalRunner } from "./local-runner.ts";
import { failedWith, performJob } from "./perform-job.ts";
import { retryFailedJob } from "./retry-failed-job.ts";
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
  readonly #store: Store;
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

  constructor(store: Store, options: JobQueueOptions) {
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
    expireArtifacts(this.#store, new Date());
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
    this.#store.transaction(() => {
      if (updateJob(this.#store, job.id, refused, ["pending"])) advancePipeline(this.#store, job.pipelineId);
    });
  }

  #isTaken(resource: string | null): boolean {
    return resource !== null && [...this.#running.values()].some((other) => other.resource === resource);
  }

  #start(job: Job, definition: JobDefinition, runner: Runner): void {
    const startedAt = new Date().toISOString();
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
      finishedAt: new Date().toISOString(),
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

import { reportTypes } from "../../../shared/api/resources/job-artifacts.ts";
import { isStorageError } from "../../system/storage-error.ts";
import type { ServiceStore } from "../service-store.ts";
import { mayRunJobs } from "../store/ci/ci-settings.ts";
import {
  deleteArtifact,
  findJobStatus,
  listJobsInState,
  listJobsWithExpiredArtifacts,
} from "../store/ci/jobs.ts";
import { listUnfinishedPipelines } from "../store/ci/pipelines.ts";
import { removeOrphans } from "./executor/remove-orphans.ts";
import { defaultLimits, type JobLimits, type JobOutcome } from "./executor/run-job.ts";
import { failedWith, finishJob } from "./finish-job.ts";
import { removeArtifactFiles, removePartialFiles } from "./job-files.ts";
import { isOfLocalRunner, localRunner, touchLocalRunner } from "./local-runner.ts";
import { performJob } from "./perform-job.ts";
import { advancePipeline, jobChanges } from "./pipeline-state.ts";
import { expectContacts, failSilentJobs } from "./protocol/job-contacts.ts";
import { holdResource, type TakenJob, takeJob } from "./take-job.ts";

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
/** Milliseconds between two searches for jobs whose runners do not report. */
const watchEveryMs = 60_000;
/** Milliseconds until what a full disk has stopped is tried again. */
const storageRetryDelayMs = 10_000;

interface RunningJob {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** The runner of this machine: runs the pending jobs of all projects that allow it, oldest first. */
export class JobQueue {
  readonly #store: ServiceStore;
  readonly #options: JobQueueOptions;
  readonly #running = new Map<number, RunningJob>();
  readonly #unsubscribe: () => void;
  readonly #intervals: NodeJS.Timeout[] = [];
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
    expectContacts(store);
    this.#every(maintainEveryMs, () => this.#maintain());
    this.#every(watchEveryMs, () => failSilentJobs(store, (id) => this.#running.has(id)));
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
    for (const interval of this.#intervals) clearInterval(interval);
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Does some work now and again and again. */
  #every(ms: number, work: () => void): void {
    this.#reporting(work);
    const interval = setInterval(() => this.#reporting(work), ms);
    interval.unref();
    this.#intervals.push(interval);
  }

  #maintain(): void {
    expireArtifacts(this.#store, new Date(this.#store.clock.now()));
    touchLocalRunner(this.#store);
  }

  /**
   * Fails jobs of this machine that ran when the service ended, and advances pipelines that it had left behind their jobs. Jobs
   * of other runners go on. On a full disk that is tried again.
   */
  #recover(): void {
    if (this.#isRecovered) return;
    removePartialFiles(this.#store);
    for (const job of listJobsInState(this.#store, "running")) {
      if (isOfLocalRunner(this.#store, job.runnerId))
        finishJob(this.#store, job, failedWith("runner_system_failure"));
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
    while (this.#running.size < (this.#options.concurrency ?? defaultConcurrency)) {
      const found = takeJob(this.#store, {
        runner: () => localRunner(this.#store),
        isEnabledFor: (projectId) => mayRunJobs(this.#store, projectId),
      });
      if (found.taken) this.#start(found.taken);
      else {
        if (found.dueInMs === Number.POSITIVE_INFINITY) return;
        this.#timer = setTimeout(() => this.#schedule(), Math.min(found.dueInMs, 60_000));
        this.#timer.unref();
        return;
      }
    }
  }

  #start(taken: TakenJob): void {
    const { job } = taken;
    touchLocalRunner(this.#store);
    const abort = new AbortController();
    const release = holdResource(this.#store, taken);
    const { limits, serviceUrl } = this.#options;
    const done = performJob(this.#store, taken, {
      serviceUrl: serviceUrl(),
      limits: { ...defaultLimits, ...limits },
      signal: abort.signal,
    })
      .catch((error: unknown): JobOutcome => {
        this.#options.onError(error);
        return failedWith("runner_system_failure");
      })
      .then((outcome) => {
        this.#running.delete(job.id);
        release();
        // Ended with the service: the next start records it.
        if (!(this.#closed && outcome.status === "canceled")) finishJob(this.#store, job, outcome);
      })
      .catch(this.#options.onError)
      .then(() => this.#schedule());
    this.#running.set(job.id, { abort, done });
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

import { InvalidEnvironment } from "../../ci/deploy.ts";
import { failedWith, finishJob } from "../../ci/finish-job.ts";
import { appendTrace, traceBytes } from "../../ci/protocol/append-trace.ts";
import { endReportedJob, type ReportedEnd } from "../../ci/protocol/end-job.ts";
import { jobResponse } from "../../ci/protocol/job-response.ts";
import { jobWaitsOf } from "../../ci/protocol/job-waits.ts";
import {
  type ArtifactKind,
  hasFormat,
  maxArtifactBytes,
  receiveArtifact,
} from "../../ci/protocol/receive-artifact.ts";
import { returnJob, type TakenJob, takeJob } from "../../ci/take-job.ts";
import { isEnabledFor, staleAfterMs } from "../../ci/usable-runners.ts";
import { timeNow } from "../../clock.ts";
import { perService, type ServiceStore } from "../../service-store.ts";
import type { Job } from "../../store/ci/jobs.ts";
import {
  deleteOldManagers,
  deleteRunnerManager,
  putRunnerContact,
  type RunnerContact,
} from "../../store/ci/runner-managers.ts";
import { type Runner, updateRunnerSeed } from "../../store/ci/runners.ts";
import { notFound } from "../refusal.ts";
import { createSeed, runnerToken } from "./runner-access.ts";
import { requireRunnerByToken } from "./runners.ts";

/** Milliseconds between two records of the contact of a machine, which asks every few seconds; the second where it has changed. */
const [recordContactEveryMs, recordChangeEveryMs] = [60_000, 5_000];
/** Machines of a runner that are remembered. */
const maxManagers = 1_000;

/** Last recorded contact of each machine, by runner and machine. */
const recorded = perService(() => new Map<string, { readonly at: number; readonly contact: string }>());

/** Records that a machine with a runner's token is there, once a minute, and soon where it describes itself otherwise. */
export function recordContact(store: ServiceStore, runner: Runner, contact: RunnerContact): void {
  const known = recorded(store);
  const key = `${runner.id} ${contact.systemId}`;
  const now = store.clock.now();
  const last = known.get(key);
  const text = JSON.stringify(contact);
  const everyMs = last?.contact === text ? recordContactEveryMs : recordChangeEveryMs;
  if (last && now - last.at < everyMs) return;
  const since = new Date(now - staleAfterMs).toISOString();
  store.transaction(() => {
    putRunnerContact(store, runner.id, contact, timeNow(store));
    deleteOldManagers(store, runner.id, since, maxManagers);
  });
  known.delete(key);
  known.set(key, { at: now, contact: text });
  for (const oldest of known.keys()) {
    if (known.size <= 10 * maxManagers) break;
    known.delete(oldest);
  }
}

/** Forgets a machine of a runner. Throws `forbidden` for a wrong token, and `notFound`. */
export function removeManager(store: ServiceStore, token: string, systemId: string): void {
  const runner = requireRunnerByToken(store, token);
  recorded(store).delete(`${runner.id} ${systemId}`);
  if (!deleteRunnerManager(store, runner.id, systemId)) throw notFound();
}

/** Gives a runner another token, and returns that; the former one is no longer valid. Throws `forbidden`. */
export function resetRunnerToken(store: ServiceStore, token: string): string {
  const runner = requireRunnerByToken(store, token);
  const seed = createSeed();
  updateRunnerSeed(store, runner.id, seed);
  return runnerToken(store, seed);
}

/** Milliseconds that a request for a job waits for one, as on real services. */
const waitForJobMs = 50_000;

interface JobRequest {
  /** State of the queue as the runner knows it, from the last response. */
  readonly lastUpdate: string | undefined;
  readonly serviceUrl: string;
  /** Aborted when the runner has gone. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** A job for a runner, null for none, and the state of the queue. */
interface JobForRunner {
  readonly job: Awaited<ReturnType<typeof jobResponse>> | null;
  readonly lastUpdate: string;
}

/**
 * Takes a job for a runner. A runner that has seen the present state of the queue waits for the next one, which wakes it at
 * once; one that is gone meanwhile takes nothing. Throws `forbidden` for a wrong token.
 */
export async function requestJob(
  store: ServiceStore,
  token: string,
  request: JobRequest,
): Promise<JobForRunner> {
  const waits = jobWaitsOf(store);
  const { id } = requireRunnerByToken(store, token);
  const mayWait = request.lastUpdate === waits.version && waits.admits(id);
  const until = performance.now() + (mayWait ? waitForJobMs : 0);
  for (;;) {
    const lastUpdate = waits.version;
    if (request.signal.aborted) return { job: null, lastUpdate };
    // Anew: meanwhile it may have been changed, deleted, or got another token.
    const runner = requireRunnerByToken(store, token);
    const found = takeJob(store, {
      runner: () => runner,
      isEnabledFor: (projectId) => isEnabledFor(store, runner, projectId),
    });
    if (found.taken) {
      const job = await hand(store, found.taken, request);
      if (job) return { job, lastUpdate: waits.version };
      continue;
    }
    const leftMs = until - performance.now();
    if (leftMs <= 0) return { job: null, lastUpdate };
    await waits.wait(id, Math.min(leftMs, found.dueInMs), request.signal);
  }
}

/** Returns a taken job as its runner gets it. A runner that has gone leaves it to others; one that cannot run has failed. */
async function hand(store: ServiceStore, taken: TakenJob, { serviceUrl, signal, onError }: JobRequest) {
  try {
    const response = await jobResponse(store, taken, serviceUrl);
    if (!signal.aborted) return response;
    returnJob(store, taken);
  } catch (error) {
    const isInvalid = error instanceof InvalidEnvironment;
    if (!isInvalid) onError(error);
    const reason = isInvalid ? "environment_creation_failure" : "runner_system_failure";
    finishJob(store, taken.job, failedWith(reason));
  }
  return null;
}

/** Result of a part of a log: where the log ends now, and whether the part was appended; null where the job has failed by it. */
export function appendToTrace(
  store: ServiceStore,
  job: Job,
  part: { readonly start: number; readonly bytes: Uint8Array },
): { readonly isAppended: boolean; readonly size: number } | null {
  const { became, size } = appendTrace(store, job, part);
  if (became !== "too-large") return { isAppended: became === "appended", size };
  finishJob(store, job, failedWith("trace_size_exceeded"));
  return null;
}

/**
 * Records a runner's report of the end of a job: `recorded`, `incomplete` where the runner has sent more of the log than is here, and
 * `ended` where the job had a result already.
 */
export async function reportEnd(
  store: ServiceStore,
  job: Job,
  { bytesize, ...end }: ReportedEnd & { readonly bytesize: number | undefined },
  serviceUrl: string,
): Promise<"recorded" | "incomplete" | "ended"> {
  if (bytesize !== undefined && bytesize > traceBytes(store, job)) return "incomplete";
  return (await endReportedJob(store, job, end, serviceUrl)) ? "recorded" : "ended";
}

/** Kinds of files that runners send. */
export const artifactKinds = [
  "archive",
  "junit",
  "dotenv",
  "cobertura",
  "jacoco",
  "codequality",
] as const satisfies readonly ArtifactKind[];
export { hasFormat, maxArtifactBytes, receiveArtifact };

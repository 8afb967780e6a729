import { createReadStream, existsSync } from "node:fs";
import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Job } from "../../store/ci/jobs.ts";
import { findRunner } from "../../store/ci/runners.ts";
import { CoverageReader } from "../executor/trace-writer.ts";
import { finishJob } from "../finish-job.ts";
import { jobTracePath } from "../job-files.ts";
import { completeDeployment } from "../prepare-job.ts";
import { recordTrace } from "../store-artifacts.ts";
import { forgetJobContact } from "./job-contacts.ts";

/** Reasons of a failure that runners give, besides one for all others. */
export const failureReasons = [
  "unknown_failure",
  "script_failure",
  "api_failure",
  "runner_system_failure",
  "runner_unsupported",
  "job_execution_timeout",
  "image_pull_failure",
] as const;

/** The end of a job, as its runner reports it. */
export interface ReportedEnd {
  readonly state: "success" | "failed";
  readonly failureReason: string | undefined;
  readonly exitCode: number | undefined;
}

/** Records how a job of another runner has ended. Returns false where it has ended already: the first report counts. */
export async function endReportedJob(
  store: ServiceStore,
  job: Job,
  { state, failureReason, exitCode }: ReportedEnd,
  serviceUrl: string,
): Promise<boolean> {
  const definition = jobDefinition.parse(job.definition);
  const coverage = await readCoverage(store, job, definition.coverage);
  recordTrace(store, job);
  const isFirst = finishJob(store, job, {
    status: state,
    reason:
      state === "success"
        ? null
        : (failureReasons.find((known) => known === failureReason) ?? "unknown_failure"),
    exitCode: exitCode ?? null,
    coverage,
  });
  if (!isFirst) return false;
  forgetJobContact(store, job);
  const runner = job.runnerId === null ? null : findRunner(store, job.runnerId);
  if (state === "success" && runner && job.startedAt !== null)
    await completeDeployment(store, { job, definition, runner, startedAt: job.startedAt }, serviceUrl);
  return true;
}

/** Returns the coverage that a job's log names, null without one. */
async function readCoverage(store: ServiceStore, job: Job, pattern: string | null): Promise<number | null> {
  const path = jobTracePath(store, job.id);
  if (pattern === null || !existsSync(path)) return null;
  const reader = new CoverageReader(pattern);
  for await (const chunk of createReadStream(path)) reader.read(chunk as Buffer);
  reader.end();
  return reader.value;
}

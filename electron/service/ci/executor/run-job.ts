import { mkdtemp, readdir, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { setInterval } from "node:timers";
import type { Variables } from "../../../../shared/ci/config/expression.ts";
import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { GitFolder } from "../../git/git-folder.ts";
import { folderSize, removeFolder } from "./folders.ts";
import type { JobInfo } from "./job-info.ts";
import { type JobVariable, jobVariables } from "./job-variables.ts";
import { folderPrefix, processesOf } from "./process-group.ts";
import { runJobSteps } from "./run-steps.ts";
import { CoverageReader, TraceWriter } from "./trace-writer.ts";

/** Limits of every job. */
export interface JobLimits {
  /** Bytes of a job's folder, with deleted files that are still open. */
  readonly diskBytes: number;
  readonly traceBytes: number;
  /** Milliseconds of an `after_script`. */
  readonly afterScriptMs: number;
  /** Milliseconds between two measurements of the folder. */
  readonly diskCheckIntervalMs: number;
}

export const defaultLimits: JobLimits = {
  diskBytes: 10 * 1024 ** 3,
  traceBytes: 2 * 1024 ** 3,
  // As on other services.
  afterScriptMs: 5 * 60_000,
  diskCheckIntervalMs: 5_000,
};

/** Longest time that a timer of Node counts, 24 days; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface JobRun {
  readonly info: Omit<JobInfo, "folder">;
  /** Marks the processes and the folder of the job, see {@link endProcessesOf}. */
  readonly marker: string;
  readonly definition: JobDefinition;
  readonly repository: GitFolder;
  readonly tracePath: string;
  /** Archives of earlier jobs that are unpacked before the script. */
  readonly archives: readonly string[];
  /** Variables that earlier jobs left in reports. */
  readonly inherited: Variables;
  /** The project's variables that the job gets. */
  readonly declared: readonly JobVariable[];
  /** Variables given at the pipeline's start. */
  readonly given: Readonly<Record<string, string>>;
  /** Names of those whose values the job gets in files. */
  readonly givenFiles: readonly string[];
  readonly limits: JobLimits;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
  /**
   * Called with the checkout while it still exists, so that artifacts can be taken from it. Not called for a job that was
   * stopped.
   */
  readonly collect: (finished: FinishedScript) => Promise<void>;
}

/** A job whose script has ended. */
export interface FinishedScript {
  /** The job's checkout. */
  readonly folder: string;
  readonly passed: boolean;
  readonly variables: Variables;
  readonly trace: TraceWriter;
  /** Aborted when the job is cancelled or reaches a limit meanwhile. */
  readonly signal: AbortSignal;
}

/** Outcome of a job; `reason` is the `failure_reason` of real services. */
export interface JobOutcome {
  readonly status: "success" | "failed" | "canceled";
  readonly reason: string | null;
  /** Exit code of its script; null where the script was ended or did not start. */
  readonly exitCode: number | null;
  readonly coverage: number | null;
}

/** Runs a job in a checkout of its own, which is removed afterwards, and in a process group of its own. */
export async function runJob(run: JobRun): Promise<JobOutcome> {
  const { marker } = run;
  const base = await mkdtemp(folderPrefix(marker));
  const stop = new AbortController();
  const reasons: string[] = [];
  const stopFor = (reason: string) => {
    reasons.push(reason);
    stop.abort();
  };
  const folder = join(base, "project");
  const variables = jobVariables(
    { ...run.info, folder },
    { ...run.definition, inherited: run.inherited, declared: run.declared, given: run.given },
  );
  const secrets = run.declared.filter(({ masked }) => masked).map(({ key }) => variables[key] ?? "");
  const trace = new TraceWriter(
    run.tracePath,
    secrets,
    run.limits.traceBytes,
    () => stopFor("trace_size_exceeded"),
    () => stopFor("runner_system_failure"),
  );
  const cancel = () => stopFor("canceled");
  if (run.signal.aborted) cancel();
  run.signal.addEventListener("abort", cancel);
  const timeoutMs = Math.min(run.definition.timeout * 1000, maxTimerMs);
  const timer = setTimeout(() => stopFor("job_execution_timeout"), timeoutMs);
  const diskCheck = setInterval(async () => {
    const size = (await folderSize(base, run.limits.diskBytes)) + (await deletedFilesSize(marker));
    if (size > run.limits.diskBytes) stopFor("disk_quota_exceeded");
  }, run.limits.diskCheckIntervalMs);
  const coverage = new CoverageReader(run.definition.coverage);
  try {
    const exitCode = await runJobSteps(
      run,
      { base, folder, marker, variables },
      trace,
      coverage,
      stop.signal,
    );
    if (!stop.signal.aborted) {
      await run.collect({ folder, passed: exitCode === 0, variables, trace, signal: stop.signal });
    }
    const [reason] = reasons;
    const passed = exitCode === 0 && !reason;
    if (reason === "canceled") return canceled;
    if (passed) trace.line("\u001b[32;1mJob succeeded\u001b[0m");
    else trace.line(`\u001b[31;1mERROR: ${explainFailure(reason, exitCode)}\u001b[0m`);
    return passed
      ? { status: "success", reason: null, exitCode, coverage: coverage.value }
      : { status: "failed", reason: reason ?? "script_failure", exitCode, coverage: coverage.value };
  } catch (error) {
    const [reason] = reasons;
    if (reason === "canceled") return canceled;
    const message = error instanceof Error ? error.message : String(error);
    trace.line(`\u001b[31;1mERROR: ${reason ? explainFailure(reason, null) : message}\u001b[0m`);
    return {
      status: "failed",
      reason: reason ?? "runner_system_failure",
      exitCode: null,
      coverage: null,
    };
  } finally {
    clearTimeout(timer);
    clearInterval(diskCheck);
    run.signal.removeEventListener("abort", cancel);
    await trace.end();
    await removeFolder(base);
  }
}

const canceled: JobOutcome = { status: "canceled", reason: null, exitCode: null, coverage: null };

const explainFailure = (reason: string | undefined, exitCode: number | null): string => {
  if (reason) return explanations[reason] ?? reason;
  return exitCode === null ? "Job failed: its shell was killed" : `Job failed: exit code ${exitCode}`;
};

const explanations: Readonly<Record<string, string>> = {
  job_execution_timeout: "The job took longer than its time limit.",
  disk_quota_exceeded: "The job wrote more to its folder than is allowed.",
  trace_size_exceeded: "The job log exceeded the size limit.",
};

/**
 * Returns the bytes of the files that were deleted from a job's folder, and that its processes still have open: they fill
 * the disk until then. 0 on other systems than Linux.
 */
async function deletedFilesSize(marker: string): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const id of processesOf(marker)) {
    const folder = `/proc/${id}/fd`;
    for (const descriptor of await readdir(folder).catch(() => [])) {
      const file = `${folder}/${descriptor}`;
      const target = await readlink(file).catch(() => "");
      if (!target.startsWith(folderPrefix(marker)) || !target.endsWith(" (deleted)")) continue;
      const found = await stat(file).catch(() => null);
      // Several processes may have the same one open.
      if (found?.nlink === 0) sizes.set(`${found.dev}:${found.ino}`, found.size);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

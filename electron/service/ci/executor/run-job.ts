import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setInterval } from "node:timers";
import type { Variables } from "../config/expression.ts";
import type { JobDefinition } from "../job-definition.ts";
import { checkOut } from "./checkout.ts";
import { CoverageReader } from "./coverage.ts";
import { folderSize } from "./folder-size.ts";
import type { JobInfo } from "./job-info.ts";
import { type DeclaredVariable, jobEnvironment, jobVariables } from "./job-variables.ts";
import { markerOf } from "./orphans.ts";
import { folderPrefix } from "./process-group.ts";
import { removeFolder } from "./remove-folder.ts";
import { runScript } from "./run-script.ts";
import { TraceWriter } from "./trace-writer.ts";
import { unpackArtifacts } from "./unpack-artifacts.ts";

/** Limits of every job. */
export interface JobLimits {
  /** Bytes of a job's folder. */
  readonly diskBytes: number;
  readonly traceBytes: number;
  /** Milliseconds between two measurements of the folder. */
  readonly diskCheckIntervalMs: number;
}

export const defaultLimits: JobLimits = {
  diskBytes: 10 * 1024 ** 3,
  traceBytes: 2 * 1024 ** 3,
  diskCheckIntervalMs: 5_000,
};

/** Longest time that a timer of Node counts, 24 days; a longer one would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** A variable of the project as a job gets it. */
export interface JobVariable extends DeclaredVariable {
  /** The job gets the path of a file with the value. */
  readonly file: boolean;
}

export interface JobRun {
  readonly info: Omit<JobInfo, "folder">;
  readonly definition: JobDefinition;
  readonly repositoryPath: string;
  readonly tracePath: string;
  /** Archives of earlier jobs that are unpacked before the script. */
  readonly archives: readonly string[];
  /** The project's variables that the job gets. */
  readonly declared: readonly JobVariable[];
  /** Variables given at the pipeline's start. */
  readonly given: Readonly<Record<string, string>>;
  readonly limits: JobLimits;
  /** Aborted when the job is cancelled. */
  readonly signal: AbortSignal;
  /** Called with the checkout while it still exists, so that artifacts can be taken from it. */
  readonly collect: (finished: FinishedScript) => Promise<void>;
}

/** A job whose script has ended. */
export interface FinishedScript {
  /** The job's checkout. */
  readonly folder: string;
  readonly passed: boolean;
  readonly variables: Variables;
  readonly trace: TraceWriter;
}

/** Outcome of a job; `reason` is the `failure_reason` of real services. */
export interface JobOutcome {
  readonly status: "success" | "failed" | "canceled";
  readonly reason: string | null;
  /** Of its script, null where that did not end by itself. */
  readonly exitCode: number | null;
  readonly coverage: number | null;
}

/** Runs a job in a checkout of its own, which is removed afterwards, and in a process group of its own. */
export async function runJob(run: JobRun): Promise<JobOutcome> {
  const marker = markerOf(run.tracePath);
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
    { variables: run.definition.variables, declared: run.declared, given: run.given },
  );
  const secrets = run.declared.filter(({ masked }) => masked).map(({ key }) => variables[key] ?? "");
  const trace = new TraceWriter(run.tracePath, secrets, run.limits.traceBytes, () =>
    stopFor("trace_size_exceeded"),
  );
  const cancel = () => stopFor("canceled");
  if (run.signal.aborted) cancel();
  run.signal.addEventListener("abort", cancel);
  const timeoutMs = Math.min(run.definition.timeout * 1000, maxTimerMs);
  const timer = setTimeout(() => stopFor("job_execution_timeout"), timeoutMs);
  const diskCheck = setInterval(async () => {
    if ((await folderSize(base, run.limits.diskBytes)) > run.limits.diskBytes) stopFor("disk_quota_exceeded");
  }, run.limits.diskCheckIntervalMs);
  const coverage = new CoverageReader(run.definition.coverage);
  try {
    const exitCode = await prepareAndRun(
      run,
      { base, folder, marker, variables },
      trace,
      coverage,
      stop.signal,
    );
    const [reason] = reasons;
    const passed = exitCode === 0 && !reason;
    await run.collect({ folder, passed, variables, trace });
    if (reason === "canceled") return canceled;
    if (passed) trace.line("\u001b[32;1mJob succeeded\u001b[0m");
    else trace.line(`\u001b[31;1mERROR: ${explainFailure(reason, exitCode)}\u001b[0m`);
    return passed
      ? { status: "success", reason: null, exitCode, coverage: coverage.value }
      : { status: "failed", reason: reason ?? "script_failure", exitCode, coverage: coverage.value };
  } catch (error) {
    if (reasons[0] === "canceled") return canceled;
    trace.line(`\u001b[31;1mERROR: ${error instanceof Error ? error.message : String(error)}\u001b[0m`);
    return {
      status: "failed",
      reason: reasons[0] ?? "runner_system_failure",
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

/** Folders and variables of a job's run. */
interface JobSetting {
  readonly base: string;
  readonly folder: string;
  /** Marks its processes, see {@link markerOf}. */
  readonly marker: string;
  readonly variables: Readonly<Record<string, string>>;
}

async function prepareAndRun(
  run: JobRun,
  { base, folder, marker, variables }: JobSetting,
  trace: TraceWriter,
  coverage: CoverageReader,
  signal: AbortSignal,
): Promise<number | null> {
  const { definition } = run;
  if (definition.ignored.length > 0) {
    const keywords = definition.ignored.join(", ");
    trace.line(`\u001b[0;33mNo effect on this computer: ${keywords}\u001b[0m`);
  }
  const files = await writeFileVariables(run.declared, variables, base);
  const env = jobEnvironment({ ...variables, ...files }, { home: base, marker });
  await section(trace, "get_sources", "Getting source from Git repository", async () => {
    trace.line(`Checking out ${run.info.sha.slice(0, 8)} as detached HEAD (ref is ${run.info.ref})...`);
    await checkOut(run.repositoryPath, run.info.sha, folder, signal);
  });
  if (run.archives.length > 0) {
    await section(trace, "download_artifacts", "Unpacking artifacts of earlier jobs", async () => {
      for (const archive of run.archives) await unpackArtifacts(archive, folder);
    });
  }
  const shell = (lines: readonly string[]) =>
    runScript(lines, { base, folder, env, marker, trace, coverage, signal });
  const exitCode = await section(trace, "step_script", "Executing the script", () =>
    shell([...definition.beforeScript, ...definition.script]),
  );
  if (definition.afterScript.length > 0 && !signal.aborted) {
    // Its outcome does not change that of the job.
    await section(trace, "after_script", "Running after_script", () => shell(definition.afterScript));
  }
  return exitCode;
}

/** Writes the variables that jobs read from files. Returns the paths by their names. */
async function writeFileVariables(
  declared: readonly JobVariable[],
  variables: Readonly<Record<string, string>>,
  base: string,
): Promise<Record<string, string>> {
  const folder = join(base, "variables");
  await mkdir(folder, { mode: 0o700 });
  const paths: Record<string, string> = {};
  for (const { key } of declared.filter(({ file }) => file)) {
    paths[key] = join(folder, key);
    await writeFile(join(folder, key), variables[key] ?? "", { mode: 0o600 });
  }
  return paths;
}

/** Marks what happens in between as a section of the trace, with its beginning and end in seconds. */
async function section<T>(
  trace: TraceWriter,
  name: string,
  title: string,
  work: () => Promise<T>,
): Promise<T> {
  const now = () => Math.floor(Date.now() / 1000);
  trace.line(`section_start:${now()}:${name}\r\u001b[0K\u001b[36;1m${title}\u001b[0m`);
  try {
    return await work();
  } finally {
    // What follows is on the same line, as runners print it, or every section would end with an empty one.
    trace.write(Buffer.from(`section_end:${now()}:${name}\r\u001b[0K`));
  }
}

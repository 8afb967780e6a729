import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unpackArtifacts } from "../archives/unpack-artifacts.ts";
import type { JobDefinition } from "../config/job-definition.ts";
import { checkOut } from "./checkout.ts";
import type { CoverageReader } from "./coverage.ts";
import { type JobVariable, jobEnvironment } from "./job-variables.ts";
import { runScript } from "./run-script.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** Parts of a job that its steps use. */
interface JobSteps {
  readonly info: { readonly sha: string; readonly ref: string };
  readonly definition: JobDefinition;
  readonly repositoryPath: string;
  readonly archives: readonly string[];
  readonly declared: readonly JobVariable[];
  readonly limits: { readonly afterScriptMs: number };
}

/** Folders and variables of a job's run. */
interface JobSetting {
  readonly base: string;
  readonly folder: string;
  /** Marks its processes. */
  readonly marker: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs what a job consists of, each as a section of its log. Returns the exit code of its script, as `runScript` does. */
export async function runSteps(
  run: JobSteps,
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
      for (const archive of run.archives) await unpackArtifacts(archive, folder, signal);
    });
  }
  const shell = (lines: readonly string[], until: AbortSignal, status = "running") =>
    runScript(lines, {
      base,
      folder,
      env: { ...env, CI_JOB_STATUS: status },
      marker,
      trace,
      coverage,
      signal: until,
    });
  const exitCode = await section(trace, "step_script", "Executing the script", () =>
    shell([...definition.beforeScript, ...definition.script], signal),
  );
  if (definition.afterScript.length > 0 && !signal.aborted) {
    const limit = AbortSignal.timeout(run.limits.afterScriptMs);
    const failure = await section(trace, "after_script", "Running after_script", () =>
      existsSync(folder)
        ? shell(
            definition.afterScript,
            AbortSignal.any([signal, limit]),
            exitCode === 0 ? "success" : "failed",
          ).then(
            (code) => explainAfterScript(code, limit.aborted),
            (error: unknown) => String(error),
          )
        : Promise.resolve("the folder of the job has been removed"),
    );
    if (failure !== null && !signal.aborted) {
      trace.line(
        `\u001b[0;33mWARNING: after_script failed, but the job is not affected: ${failure}\u001b[0m`,
      );
    }
  }
  return exitCode;
}

function explainAfterScript(exitCode: number | null, tookTooLong: boolean): string | null {
  if (exitCode === 0) return null;
  if (tookTooLong) return "it took longer than its time limit";
  return exitCode === null ? "its shell was killed" : `exit code ${exitCode}`;
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

/** Runs `work` within a section of the trace, with its start and end in seconds. */
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
    // The following output is on the same line, as runners print it; else every section would end with an empty line.
    trace.write(Buffer.from(`section_end:${now()}:${name}\r\u001b[0K`));
  }
}

import type { ChildProcess } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { lstat, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { JobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import type { Clock } from "../../clock.ts";
import { type GitFolder, otherFolder } from "../../git/git-folder.ts";
import { git } from "../../git/run.ts";
import { eachArchiveFile } from "../archives/read-archive.ts";
import { type JobVariable, jobEnvironment } from "./job-variables.ts";
import { endGroup, spawnGroup } from "./process-group.ts";
import type { CoverageReader, TraceWriter } from "./trace-writer.ts";

/** Parts of a job that its steps use. */
interface JobSteps {
  readonly info: { readonly sha: string; readonly ref: string };
  readonly definition: JobDefinition;
  readonly repository: GitFolder;
  readonly archives: readonly string[];
  readonly declared: readonly JobVariable[];
  readonly given: Readonly<Record<string, string>>;
  readonly givenFiles: readonly string[];
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
export async function runJobSteps(
  run: JobSteps,
  { base, folder, marker, variables }: JobSetting,
  trace: TraceWriter,
  coverage: CoverageReader,
  signal: AbortSignal,
): Promise<number | null> {
  const { definition } = run;
  const ignored = [...definition.ignored, ...ignoredVariables(variables)];
  if (ignored.length > 0) {
    const keywords = ignored.join(", ");
    trace.line(`\u001b[0;33mNo effect on this computer: ${keywords}\u001b[0m`);
  }
  const section: Section = (...part) => runSection(run.repository.git.clock, trace, ...part);
  const files = await writeFileVariables(run, variables, base);
  const env = jobEnvironment({ ...variables, ...files }, { home: base, marker });
  await section("get_sources", "Getting source from Git repository", async () => {
    if (!takesSources(variables)) {
      trace.line("Skipping Git repository setup");
      await mkdir(folder, { mode: 0o700 });
      return;
    }
    trace.line(`Checking out ${run.info.sha.slice(0, 8)} as detached HEAD (ref is ${run.info.ref})...`);
    await checkOut(run.repository, run.info.sha, folder, signal);
  });
  if (run.archives.length > 0) {
    await section("download_artifacts", "Unpacking artifacts of earlier jobs", async () => {
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
  const exitCode = await section("step_script", "Executing the script", () =>
    shell([...definition.beforeScript, ...definition.script], signal),
  );
  if (definition.afterScript.length > 0 && !signal.aborted) {
    const limit = AbortSignal.timeout(run.limits.afterScriptMs);
    const failure = await section("after_script", "Running after_script", () =>
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

/** Returns whether a job gets the files of its commit. Throws where `GIT_STRATEGY` is none that runners know. */
function takesSources({ GIT_STRATEGY: strategy = "" }: JobSetting["variables"]): boolean {
  if (strategy === "" || strategy === "clone" || strategy === "fetch") return true;
  if (strategy === "none" || strategy === "empty") return false;
  throw new Error(`GIT_STRATEGY is "${strategy}": it has to be clone, fetch, none or empty.`);
}

/** Returns the variables of runners that ask for what a job does not get here. */
const ignoredVariables = ({
  GIT_SUBMODULE_STRATEGY: submodules = "none",
}: JobSetting["variables"]): string[] =>
  submodules === "none" || submodules === "" ? [] : ["GIT_SUBMODULE_STRATEGY"];

function explainAfterScript(exitCode: number | null, tookTooLong: boolean): string | null {
  if (exitCode === 0) return null;
  if (tookTooLong) return "it took longer than its time limit";
  return exitCode === null ? "its shell was killed" : `exit code ${exitCode}`;
}

/** Writes the variables that jobs read from files. Returns the paths by their names. */
async function writeFileVariables(
  { declared, given, givenFiles }: Pick<JobSteps, "declared" | "given" | "givenFiles">,
  variables: Readonly<Record<string, string>>,
  base: string,
): Promise<Record<string, string>> {
  // One that was given replaces the declared one, also as a file.
  const ofProject = declared.filter(({ key, file }) => file && !Object.hasOwn(given, key));
  const folder = join(base, "variables");
  await mkdir(folder, { mode: 0o700 });
  const paths: Record<string, string> = {};
  for (const key of [...ofProject.map((variable) => variable.key), ...givenFiles]) {
    paths[key] = join(folder, key);
    await writeFile(join(folder, key), variables[key] ?? "", { mode: 0o600 });
  }
  return paths;
}

type Section = <T>(name: string, title: string, work: () => Promise<T>) => Promise<T>;

/** Runs `work` within a section of the trace, with its start and end in seconds. */
async function runSection<T>(
  clock: Clock,
  trace: TraceWriter,
  name: string,
  title: string,
  work: () => Promise<T>,
): Promise<T> {
  const now = () => Math.floor(clock.now() / 1000);
  trace.line(`section_start:${now()}:${name}\r\u001b[0K\u001b[36;1m${title}\u001b[0m`);
  try {
    return await work();
  } finally {
    // The following output is on the same line, as runners print it; else every section would end with an empty line.
    trace.write(Buffer.from(`section_end:${now()}:${name}\r\u001b[0K`));
  }
}

/**
 * Unpacks an archive of an earlier job into a checkout, until a signal fires. Throws BadArchive where it is broken or
 * leaves the folder.
 */
export async function unpackArtifacts(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  await eachArchiveFile(archive, async ({ path, mode, stream }) => {
    const target = join(folder, path);
    await refuseLinks(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(stream, createWriteStream(target, { mode: mode || 0o644 }), { signal });
  });
}

/** A link of the checkout on the way to a file would lead out of it. */
async function refuseLinks(folder: string, path: string): Promise<void> {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const info = await lstat(join(folder, ...parts.slice(0, length))).catch(() => null);
    if (info?.isSymbolicLink()) throw new Error(`${path} would be written through a link`);
  }
}

/** Commits of history that a job's checkout has. */
const depth = 20;

/**
 * Checks a commit out into a folder of its own, as a repository without remotes. No hook and no filter of the
 * repository runs, and submodules are left alone.
 */
async function checkOut(
  repository: GitFolder,
  sha: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const checkout = otherFolder(repository.git, `${folder}/.git`);
  await git(checkout, ["init", "--quiet", folder], { signal });
  const serve = "git -c uploadpack.allowAnySHA1InWant=true upload-pack";
  const from = `file://${repository.folder}`;
  await git(
    checkout,
    ["fetch", "--quiet", "--no-tags", `--depth=${depth}`, `--upload-pack=${serve}`, from, sha],
    {
      signal,
    },
  );
  const tree = ["--work-tree", folder];
  await git(checkout, [...tree, "-c", "core.symlinks=true", "checkout", "--quiet", "--detach", sha], {
    signal,
  });
}

/** Milliseconds that output may still arrive after a script and all it started have ended. */
const drainMs = 1_000;

interface ScriptRun {
  /** Private folder for the script itself. */
  readonly base: string;
  /** Working directory of the script. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Names the job's processes, see {@link endGroup}. */
  readonly marker: string;
  readonly trace: TraceWriter;
  readonly coverage: CoverageReader;
  readonly signal: AbortSignal;
}

/**
 * Runs lines in one shell, each printed before it runs, until one fails. Returns the exit code: 0 where all of them
 * passed, null where the shell was ended by a signal.
 */
export async function runScript(lines: readonly string[], run: ScriptRun): Promise<number | null> {
  if (run.signal.aborted) return null;
  const file = join(run.base, "script.sh");
  await writeFile(file, toShell(lines), { mode: 0o600 });
  if (run.signal.aborted) return null;
  const child = startShell(file, run);
  const code = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // The exit of the shell counts, not the end of its output: a daemon of the job may hold the pipes open.
    child.once("exit", resolve);
  });
  const stop = () => void endGroup(child, run.marker);
  run.signal.addEventListener("abort", stop);
  const output = Promise.all([child.stdout, child.stderr].map((stream) => stream && copy(stream, run)));
  try {
    const ended = await code;
    return run.signal.aborted ? null : ended;
  } finally {
    run.signal.removeEventListener("abort", stop);
    // Whatever a script left running in the background ends with it.
    await endGroup(child, run.marker);
    await Promise.race([output, delay(drainMs, undefined, { ref: false })]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    await output;
    run.coverage.end();
  }
}

/** Starts a shell that runs a file. Throws where the system allows no environment of that length. */
function startShell(file: string, { folder: cwd, env }: ScriptRun): ChildProcess {
  try {
    return spawnGroup("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "E2BIG")) throw error;
    const [longest] = Object.entries(env).toSorted(([, a], [, b]) => b.length - a.length);
    const [name, value] = longest ?? ["", ""];
    const length = value.length.toLocaleString("en");
    throw new Error(
      `The variables are longer than this system allows; the longest is ${name} with ${length} characters.`,
    );
  }
}

async function copy(stream: Readable, { trace, coverage }: ScriptRun): Promise<void> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      coverage.read(chunk);
      if (!trace.write(chunk)) await trace.drained();
    }
  } catch {
    // The pipe was closed because a process outside of the job's group still has its other end open.
  }
}

/**
 * Ends the job's process group when the service that started it is gone, however that happened. It is started by a
 * subshell, so that `wait`, `jobs` and `$!` of the script know nothing of it.
 */
const watch = "({ read -r -u 3 _ || kill -KILL 0; } >/dev/null 2>&1 &); exec 3<&-\n";

/** Returns a script that prints each line in green, as real runners do, and then runs it. */
const toShell = (lines: readonly string[]): string =>
  watch + lines.map((line) => `printf '\\033[32;1m$ %s\\033[0m\\n' ${quote(line)}\n${line}\n`).join("");

const quote = (text: string): string => `'${text.split("\n")[0]?.replaceAll("'", "'\\''")}'`;

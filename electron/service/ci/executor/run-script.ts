import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CoverageReader } from "./coverage.ts";
import { endGroup, spawnGroup } from "./process-group.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** Milliseconds that output may still arrive after a script and all it started have ended. */
const drainMs = 1_000;

export interface ScriptRun {
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

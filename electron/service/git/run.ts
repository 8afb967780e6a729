import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter } from "node:path";
import { absoluteFolders, findProgram } from "../../system/find-program.ts";
import { endChild, failureOf, watchChild } from "./children.ts";
import { GitError } from "./git-error.ts";
import { serviceMark } from "./orphans.ts";
import { clearBeforeWriting, clearStaleLocks, isWriter, trackWriter } from "./stale-locks.ts";
import { TooLarge } from "./too-large.ts";
import { userUmask } from "./umask.ts";

export interface GitOptions {
  readonly input?: string | Uint8Array | undefined;
  /** Further environment, such as `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Exit codes that are not errors; 0 unless given. */
  readonly expect?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Folder to run in, for commands that read a work tree. */
  readonly cwd?: string | undefined;
  /** Whether git's files belong to the user, with the permissions that the user's own git gives. */
  readonly asUser?: boolean | undefined;
  /** Whether git's own memory is limited: what it reads may be made to unpack to any size. Linux only. */
  readonly boundedMemory?: boolean | undefined;
  /** Bytes of output after which git is ended; {@link maxOutputBytes} unless given. */
  readonly maxBytes?: number | undefined;
}

/** Bytes of output that are read at once unless a call names its own limit: half a million refs or changed paths. */
export const maxOutputBytes = 64 * 1024 * 1024;

/** KiB of memory of a command whose memory is limited; its mapped packs do not count. */
export const memoryLimit = { kib: 1024 * 1024 };

/** Environment of git, without the user's configuration. */
const environment: Readonly<Record<string, string>> = {
  PATH: absoluteFolders(process.env.PATH ?? "").join(delimiter),
  ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
  ...(process.env.TEMP ? { TEMP: process.env.TEMP } : {}),
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
};

/** Settings of every call: no hooks, no code of a repository that was opened from disk. */
const settings = [
  "-c",
  `core.hooksPath=${devNull}`,
  "-c",
  `core.attributesFile=${devNull}`,
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.quotePath=false",
  "-c",
  "gc.auto=0",
  // Milliseconds. A lock such as that of `pack-refs` is usually released at once; git's defaults are 100 and 1,000.
  "-c",
  "core.filesRefLockTimeout=3000",
  "-c",
  "core.packedRefsTimeout=3000",
  "-c",
  "safe.directory=*",
  "-c",
  "protocol.ext.allow=never",
];

const program: { git?: string } = {};

/**
 * Starts git in a bare repository: the one door to its processes. The caller reads its output; a process that makes no
 * progress, or that the service leaves behind, is ended with all that it has started. The caller awaits
 * {@link clearBeforeWriting} before it starts a writer.
 */
export function spawnGit(
  folder: string,
  args: readonly string[],
  options: Pick<GitOptions, "env" | "signal" | "cwd" | "asUser" | "boundedMemory"> = {},
): ChildProcessWithoutNullStreams {
  program.git ??= findProgram("git");
  const command = [program.git, "--git-dir", folder, "--literal-pathspecs", ...settings, ...args];
  const limited = options.boundedMemory ? withMemoryLimit(command) : command;
  const [file = "", ...rest] = options.asUser ? withUserUmask(limited) : limited;
  const child = spawn(file, rest, {
    env: { ...environment, ...serviceMark(), ...options.env },
    signal: options.signal,
    cwd: options.cwd,
    windowsHide: true,
  });
  watchChild(child, folder, commandOf(args), options.signal);
  if (isWriter(args)) trackWriter(folder, child);
  return child;
}

/** Returns git's command among its arguments, which settings may precede. */
const commandOf = (args: readonly string[]): string =>
  args.find((word, at) => !word.startsWith("-") && args[at - 1] !== "-c") ?? "";

function withMemoryLimit(command: readonly string[]): readonly string[] {
  if (process.platform !== "linux") return command;
  return ["/bin/sh", "-c", 'ulimit -d "$0"; exec "$@"', String(memoryLimit.kib), ...command];
}

function withUserUmask(command: readonly string[]): readonly string[] {
  const umask = userUmask();
  if (umask === null) return command;
  return ["/bin/sh", "-c", 'umask "$0" && exec "$@"', umask.toString(8), ...command];
}

/**
 * Runs git to its end and returns its output. Throws `GitError` for an unexpected exit code, and `GitRefusal` where there is more output than a value may have or git makes no progress. A writer that a
 * lock stopped, which no running git can have, runs once more without it.
 */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ stdout: Buffer; code: number }> {
  if (!isWriter(args)) return runOnce(folder, args, options);
  await clearBeforeWriting(folder);
  try {
    return await runOnce(folder, args, options);
  } catch (error) {
    const isLocked =
      error instanceof GitError && /\.lock': File exists|gc is already running/.test(error.stderr);
    if (!isLocked || !(await clearStaleLocks(folder))) throw error;
    return runOnce(folder, args, options);
  }
}

async function runOnce(
  folder: string,
  args: readonly string[],
  options: GitOptions,
): Promise<{ stdout: Buffer; code: number }> {
  const child = spawnGit(folder, args, options);
  const { maxBytes = maxOutputBytes } = options;
  const out: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) out.push(chunk);
    else endChild(child);
  });
  const errors = readErrors(child);
  // git may end before it has read all; its exit code says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (size > maxBytes) throw new TooLarge(`the output of git ${commandOf(args)}`, maxBytes);
  if (code === null || !(options.expect ?? [0]).includes(code)) {
    throw failureOf(child, args, code, errors());
  }
  return { stdout: Buffer.concat(out), code };
}

/** Bytes of git's messages that are stored. */
const maxErrorBytes = 256 * 1024;

/** Reads what git writes to standard error, and returns a function for its beginning so far. */
export function readErrors({ stderr }: ChildProcessWithoutNullStreams): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stderr.on("data", (chunk: Buffer) => {
    if (size < maxErrorBytes) chunks.push(chunk);
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).toString();
}

/** {@link git} with its output as UTF-8 text. */
export const gitText = async (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
): Promise<string> => (await git(folder, args, options)).stdout.toString();

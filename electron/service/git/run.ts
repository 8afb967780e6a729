import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter } from "node:path";
import type { Optional } from "../../../shared/optional.ts";
import { absoluteFolders, findProgram } from "../../system/find-program.ts";
import { endChild } from "./children.ts";
import { serviceMark } from "./end-orphans.ts";
import { GitError, TooLarge } from "./git-errors.ts";
import { acrossRepositories, type GitFolder, type GitRuntime } from "./git-folder.ts";
import { describeHang, findHangingFile } from "./hang.ts";
import { clearBeforeWriting, clearStaleLocks, isWriter, trackWriter } from "./stale-locks.ts";

export type GitOptions = Optional<{
  input: string | Uint8Array;
  /** Further environment, such as `GIT_INDEX_FILE`. */
  env: Readonly<Record<string, string>>;
  /** Exit codes that are not errors; 0 unless given. */
  expect: readonly number[];
  signal: AbortSignal;
  /** Folder to run in, for commands that read a work tree. */
  cwd: string;
  /** Whether git's files belong to the user, with the permissions that the user's own git gives. */
  asUser: boolean;
  /** Whether git's own memory is limited: what it reads may be made to unpack to any size. Linux only. */
  boundedMemory: boolean;
  /** Bytes of output after which git is ended; {@link maxOutputBytes} unless given. */
  maxBytes: number;
}>;

/** Bytes of output that are read at once unless a call names its own limit: half a million refs or changed paths. */
const maxOutputBytes = 64 * 1024 * 1024;

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

const gitProgram = acrossRepositories(() => findProgram("git"));
const markOfService = acrossRepositories(serviceMark);

/**
 * Starts git in a bare repository: the one door to its processes. The caller reads its output; a process that makes no
 * progress, or that the service leaves behind, is ended with all that it has started. The caller awaits
 * {@link clearBeforeWriting} before it starts a writer.
 */
export function spawnGit(
  repository: GitFolder,
  args: readonly string[],
  options: Pick<GitOptions, "env" | "signal" | "cwd" | "asUser" | "boundedMemory"> = {},
): ChildProcessWithoutNullStreams {
  const command = [
    gitProgram(repository),
    "--git-dir",
    repository.folder,
    "--literal-pathspecs",
    ...settings,
    ...args,
  ];
  const limited = options.boundedMemory ? withMemoryLimit(repository.git, command) : command;
  const [file = "", ...rest] = options.asUser ? withUserUmask(repository.git, limited) : limited;
  const child = spawn(file, rest, {
    env: { ...environment, ...markOfService(repository), ...options.env },
    signal: options.signal,
    cwd: options.cwd,
    windowsHide: true,
  });
  const { processes } = repository.git;
  processes.watch({
    child,
    command: commandOf(args),
    signal: options.signal,
    findObstacle: () => findHangingFile(repository),
    describeHang: (obstacle, silentMs) => describeHang(repository, commandOf(args), obstacle, silentMs),
  });
  if (isWriter(args)) trackWriter(repository, child);
  return child;
}

/** Returns git's command among its arguments, which settings may precede. */
const commandOf = (args: readonly string[]): string =>
  args.find((word, at) => !word.startsWith("-") && args[at - 1] !== "-c") ?? "";

function withMemoryLimit({ limits }: GitRuntime, command: readonly string[]): readonly string[] {
  if (process.platform !== "linux") return command;
  return ["/bin/sh", "-c", 'ulimit -d "$0"; exec "$@"', String(limits.memoryKib), ...command];
}

function withUserUmask({ userUmask }: GitRuntime, command: readonly string[]): readonly string[] {
  if (userUmask === null) return command;
  return ["/bin/sh", "-c", 'umask "$0" && exec "$@"', userUmask.toString(8), ...command];
}

/**
 * Runs git to its end and returns its output. Throws `GitError` for an unexpected exit code, and `GitRefusal` where there is more output than a value may have or git makes no progress. A writer that a
 * lock stopped, which no running git can have, runs once more without it.
 */
export async function git(
  repository: GitFolder,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ stdout: Buffer; code: number }> {
  if (!isWriter(args)) return runOnce(repository, args, options);
  await clearBeforeWriting(repository);
  try {
    return await runOnce(repository, args, options);
  } catch (error) {
    const isLocked =
      error instanceof GitError && /\.lock': File exists|gc is already running/.test(error.stderr);
    if (!isLocked || !(await clearStaleLocks(repository))) throw error;
    return runOnce(repository, args, options);
  }
}

async function runOnce(
  repository: GitFolder,
  args: readonly string[],
  options: GitOptions,
): Promise<{ stdout: Buffer; code: number }> {
  const child = spawnGit(repository, args, options);
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
    throw repository.git.processes.failureOf(child, args, code, errors());
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
  repository: GitFolder,
  args: readonly string[],
  options?: GitOptions,
): Promise<string> => (await git(repository, args, options)).stdout.toString();

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { devNull } from "node:os";
import { delimiter } from "node:path";
import { absoluteFolders, findProgram } from "../../system/find-program.ts";
import { GitError } from "./git-error.ts";
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
}

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

/** Starts git in a bare repository. The caller owns the process. */
export function spawnGit(
  folder: string,
  args: readonly string[],
  options: Pick<GitOptions, "env" | "signal" | "cwd" | "asUser"> = {},
): ChildProcessWithoutNullStreams {
  program.git ??= findProgram("git");
  const command = [program.git, "--git-dir", folder, "--literal-pathspecs", ...settings, ...args];
  const [file = "", ...rest] = options.asUser ? withUserUmask(command) : command;
  return spawn(file, rest, {
    env: { ...environment, ...options.env },
    signal: options.signal,
    cwd: options.cwd,
    windowsHide: true,
  });
}

function withUserUmask(command: readonly string[]): readonly string[] {
  const umask = userUmask();
  if (umask === null) return command;
  return ["/bin/sh", "-c", 'umask "$0" && exec "$@"', umask.toString(8), ...command];
}

/** Runs git to its end and returns its output. Throws {@link GitError} for an unexpected exit code. */
export async function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ stdout: Buffer; code: number }> {
  const child = spawnGit(folder, args, options);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // git may end before it has read all; its exit code says why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code === null || !(options.expect ?? [0]).includes(code)) {
    throw new GitError(args, code, Buffer.concat(err).toString());
  }
  return { stdout: Buffer.concat(out), code };
}

/** {@link git} with its output as UTF-8 text. */
export const gitText = async (
  folder: string,
  args: readonly string[],
  options?: GitOptions,
): Promise<string> => (await git(folder, args, options)).stdout.toString();

import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { Readable } from "node:stream";
import { endChild } from "./children.ts";
import type { GitFolder } from "./git-folder.ts";
import { type GitOptions, readErrors, spawnGit } from "./run.ts";

/**
 * Returns git's output as a stream. Fails where git fails, even after its last byte, so that cut output is never taken
 * for a whole one; a reader that stops ends git, and so does `signal`.
 */
export function streamGit(repository: GitFolder, args: readonly string[], signal: AbortSignal): Readable {
  const child = spawnGit(repository, args, { signal, boundedMemory: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(repository.git.processes.failureOf(child, args, code)),
    );
  });
  ended.catch(() => undefined);
  child.stdin.end();
  child.stderr.resume();
  const output = Readable.from(follow(child.stdout, ended), { objectMode: false });
  output.on("close", () => {
    child.stdout.destroy();
    if (child.exitCode === null) endChild(child);
  });
  return output;
}

/** The bytes of `stdout`, and then the failure of `ended` if there is one. */
export async function* follow(stdout: Readable, ended: Promise<void>): AsyncGenerator<Buffer> {
  yield* stdout;
  await ended;
}

interface LineOptions extends Pick<GitOptions, "input" | "signal" | "boundedMemory" | "expect"> {
  /** Byte that ends a line; a line feed unless given. */
  readonly separator?: number;
  /** Decodes a line; as UTF-8 unless given. */
  readonly decode?: (line: Buffer) => string;
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void;
}

/**
 * Yields the lines of git's output in batches while it arrives, however many they are. A reader that stops ends git. Throws as `git`
 * does.
 */
export async function* gitLines(
  repository: GitFolder,
  args: readonly string[],
  options: LineOptions = {},
): AsyncGenerator<string[]> {
  const child = spawnGit(repository, args, options);
  options.onStart?.(child);
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input);
  const errors = readErrors(child);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  ended.catch(() => undefined);
  let isRead = false;
  try {
    yield* linesOf(child.stdout, options.separator, options.decode);
    isRead = true;
  } finally {
    if (!isRead) endChild(child);
  }
  const code = await ended;
  if (code === null || !(options.expect ?? [0]).includes(code)) {
    throw repository.git.processes.failureOf(child, args, code, errors());
  }
}

/** Bytes of a line beyond which its rest is left out. */
const maxLineBytes = 1024 * 1024;

/**
 * Yields the lines of git's output without their ends, those of a chunk at once: one by one costs more than git. Of a
 * line that is very long only the beginning.
 */
async function* linesOf(
  output: Readable,
  separator = 10,
  decode: (line: Buffer) => string = (line) => line.toString(),
): AsyncGenerator<string[]> {
  let kept: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    if (size < maxLineBytes) kept.push(part);
    size += part.length;
  };
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const lines: string[] = [];
    let at = 0;
    for (let end = chunk.indexOf(separator); end >= 0; end = chunk.indexOf(separator, at)) {
      keep(chunk.subarray(at, end));
      lines.push(decode(kept.length === 1 ? chunk.subarray(at, end) : Buffer.concat(kept)));
      at = end + 1;
      kept = [];
      size = 0;
    }
    // A copy, since most of the chunk is done with.
    if (at < chunk.length) keep(Buffer.from(chunk.subarray(at)));
    if (lines.length > 0) yield lines;
  }
  if (size > 0) yield [decode(Buffer.concat(kept))];
}

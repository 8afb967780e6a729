import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { endChild, failureOf } from "./children.ts";
import { linesOf } from "./lines.ts";
import { type GitOptions, readErrors, spawnGit } from "./run.ts";

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
  folder: string,
  args: readonly string[],
  options: LineOptions = {},
): AsyncGenerator<string[]> {
  const child = spawnGit(folder, args, options);
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
    throw failureOf(child, args, code, errors());
  }
}

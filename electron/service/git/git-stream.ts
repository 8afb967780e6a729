import { Readable } from "node:stream";
import { endChild, failureOf } from "./children.ts";
import { spawnGit } from "./run.ts";

/**
 * Returns git's output as a stream. Fails where git fails, even after its last byte, so that cut output is never taken
 * for a whole one; a reader that stops ends git, and so does `signal`.
 */
export function streamGit(folder: string, args: readonly string[], signal: AbortSignal): Readable {
  const child = spawnGit(folder, args, { signal, boundedMemory: true });
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(failureOf(child, args, code))));
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

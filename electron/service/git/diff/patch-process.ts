import { PassThrough, pipeline } from "node:stream";
import { endChild, failureOf } from "../children.ts";
import type { Repository } from "../repository.ts";
import { readErrors, spawnGit } from "../run.ts";

/** A git process that writes a patch. */
export interface PatchProcess {
  /** Its output. */
  readonly output: PassThrough;
  /** Exit code of git, or the error that prevented its start. */
  readonly ended: Promise<{ readonly code: number | null; readonly error: Error | null }>;
  /** Ends git before it is done. */
  end(): void;
}

/** Starts git on the changes between two commits or trees: first their list, then their patches. */
export function startPatch({ folder }: Repository, from: string, to: string): PatchProcess {
  const options = ["--raw", "-p", "-z", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv"];
  const args = ["diff-tree", "-r", "-M", ...options, from, to];
  const child = spawnGit(folder, args, { boundedMemory: true });
  child.stdin.on("error", () => undefined);
  child.stdin.end();
  const errors = readErrors(child);
  const ended = new Promise<Awaited<PatchProcess["ended"]>>((resolve) => {
    child.on("error", (error) => resolve({ code: null, error }));
    child.on("close", (code) => {
      const error = code === 0 ? null : failureOf(child, args, code, errors());
      resolve({ code, error });
    });
  });
  // Node discards unread output when a process ends, so the output is piped into a stream of its own.
  const output = new PassThrough();
  pipeline(child.stdout, output, () => undefined);
  return { output, ended, end: () => endChild(child) };
}

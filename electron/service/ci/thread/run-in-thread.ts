import { createWorkerClient, type WorkerClient } from "../../../../shared/workers/worker-client.ts";
import { startThread } from "../../../system/threads.ts";
import { ConfigError } from "../config/config-error.ts";
import type { ReadFile } from "../config/merge-config.ts";
import type { PipelineJob } from "../config/pipeline-job.ts";
import type { PipelineContext } from "../config/select-job.ts";
import type { ArtifactPatterns } from "../executor/find-artifacts.ts";
import type { CiThreadMethods } from "./ci-thread.ts";

/** Milliseconds for which a file may block the thread. */
const limitMs = 5_000;
/** Megabytes that a file and what is made of it may take. */
const maxHeapMb = 400;
/** Milliseconds without work after which the thread is ended. */
const idleMs = 5_000;

const state: { module: URL; idle?: NodeJS.Timeout; last: Promise<unknown> } = {
  module: new URL("./ci-thread.ts", import.meta.url),
  last: Promise.resolve(),
};

/** Finds the module of the thread beside the bundle of a program; does nothing for a program that runs from sources. */
export function findCiThread(program: string): void {
  const [ending] = /\.c?js$/.exec(program) ?? [];
  if (ending !== undefined) state.module = new URL(`./ci-thread${ending}`, program);
}

type CiThread = WorkerClient<CiThreadMethods>;

const thread: CiThread = createWorkerClient<CiThreadMethods>(
  () => startThread(state.module, { name: "ci", maxHeapMb }),
  { limitMs },
);

/** One at a time, so that a file that blocks the thread or fills its memory fails no other. */
function inTurn<T>(work: (thread: CiThread) => Promise<T>): Promise<T> {
  const turn = state.last.then(async () => {
    clearTimeout(state.idle);
    try {
      return await work(thread);
    } finally {
      state.idle = setTimeout(() => thread.stop(), idleMs).unref();
    }
  });
  state.last = turn.catch(() => undefined);
  return turn;
}

/**
 * Reads the jobs of a pipeline, as `readConfig` does, in a thread that is ended where the file blocks it or needs too
 * much memory. Throws {@link ConfigError}.
 */
export const readConfigInThread = (read: ReadFile, context: PipelineContext): Promise<PipelineJob[]> =>
  inTurn(async (client) => {
    let unreadable: unknown;
    const canceled = new AbortController();
    const provide = async ({ id, path }: { readonly id: number; readonly path: string }) => {
      try {
        await client.call("provide", { id, text: await read(path) });
      } catch (error) {
        unreadable = error;
        canceled.abort();
      }
    };
    try {
      const options = { onPart: provide, signal: canceled.signal };
      return await client.call("readConfig", context, options);
    } catch (error) {
      // What a refused file left in memory would count for the next one.
      client.stop();
      throw unreadable ?? toConfigError(error);
    }
  });

/**
 * Returns the files that are artifacts, as `findArtifacts` does, in a thread that hostile patterns do not block for long.
 * Rejects once a signal fires.
 */
export const findArtifactsInThread = (
  folder: string,
  { paths, exclude }: ArtifactPatterns,
  tracked: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<string[]> =>
  inTurn((client) =>
    client.call("findArtifacts", { folder, patterns: { paths, exclude }, tracked }, { signal }),
  );

function toConfigError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  if (name === "ConfigError") return new ConfigError(message);
  if (name === "TimeLimitError") return new ConfigError(`.gitlab-ci.yml cannot be read. ${message}`);
  if (/call stack/.test(message)) return new ConfigError(".gitlab-ci.yml is nested too deeply.");
  // A text or list that is longer than any may be is a RangeError.
  if (name === "RangeError" || /memory limit/.test(message))
    return new ConfigError(".gitlab-ci.yml needs too much memory.");
  return error;
}

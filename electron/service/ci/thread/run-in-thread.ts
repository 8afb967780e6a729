import { createWorkerClient } from "../../../../shared/workers/worker-client.ts";
import { takeTurns } from "../../../system/take-turns.ts";
import { startThread, threadModule } from "../../../system/threads.ts";
import { ConfigError } from "../config/config-error.ts";
import type { ReadFile } from "../config/include.ts";
import type { PipelineJob } from "../config/pipeline-job.ts";
import type { ChangedSince, PipelineContext } from "../config/select-job.ts";
import type { ArtifactPatterns } from "../executor/find-artifacts.ts";
import type { CiThreadMethods, CommitRequest } from "./ci-thread.ts";

/** Milliseconds for which a file may block the thread. */
const limitMs = 5_000;
/** Megabytes that a file and what is made of it may take. */
const maxHeapMb = 400;
/** Milliseconds without work after which the thread is ended. */
const idleMs = 5_000;

const thread = createWorkerClient<CiThreadMethods>(
  () => startThread(threadModule(new URL("./ci-thread.ts", import.meta.url)), { name: "ci", maxHeapMb }),
  { limitMs },
);

/** One at a time, so that a file that blocks the thread or fills its memory fails no other. */
const inTurn = takeTurns(() => thread.stop(), idleMs);

/**
 * Reads the jobs of a pipeline, as `readConfig` does, in a thread that is ended where the file blocks it or needs too
 * much memory. Throws {@link ConfigError}.
 */
export const readConfigInThread = (
  read: ReadFile,
  context: PipelineContext,
  changedSince: ChangedSince = async () => null,
): Promise<PipelineJob[]> =>
  inTurn(async () => {
    let unreadable: unknown;
    const canceled = new AbortController();
    const provide = async (request: CommitRequest) => {
      try {
        const found = "path" in request ? read(request.path) : changedSince(request.since);
        await thread.call("provide", { id: request.id, found: await found });
      } catch (error) {
        unreadable = error;
        canceled.abort();
      }
    };
    try {
      const options = { onPart: provide, signal: canceled.signal };
      return await thread.call("readConfig", context, options);
    } catch (error) {
      // What a refused file left in memory would count for the next one.
      thread.stop();
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
  inTurn(() => thread.call("findArtifacts", { folder, patterns: { paths, exclude }, tracked }, { signal }));

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

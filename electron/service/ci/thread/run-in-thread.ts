import { ConfigError } from "../../../../shared/ci/config/config-error.ts";
import type { ReadFile } from "../../../../shared/ci/config/include.ts";
import type { PipelinePlan } from "../../../../shared/ci/config/job-definition.ts";
import type { ChangedSince, PipelineContext } from "../../../../shared/ci/config/select-job.ts";
import { createWorkerClient } from "../../../../shared/workers/worker-client.ts";
import { startThread, takeTurns, threadModule } from "../../../system/threads.ts";
import { perService } from "../../service-store.ts";
import type { ArtifactPatterns } from "../executor/find-artifacts.ts";
import type { CiThreadMethods, CommitRequest } from "./ci-thread.ts";

/** Milliseconds for which a file may block the thread. */
const limitMs = 5_000;
/** Megabytes that a file and what is made of it may take. */
const maxHeapMb = 400;
/** Milliseconds without work after which the thread is ended. */
const idleMs = 5_000;

/** The thread in which one service reads files of hostile projects. */
export class CiThread {
  readonly #thread = createWorkerClient<CiThreadMethods>(
    () => startThread(threadModule(new URL("./ci-thread.ts", import.meta.url)), { name: "ci", maxHeapMb }),
    { limitMs },
  );
  /** One at a time, so that a file that blocks the thread or fills its memory fails no other. */
  readonly #turns = takeTurns(() => this.#thread.stop(), idleMs);

  /** Ends the thread; the next call starts another one. */
  stop(): void {
    this.#turns.stop();
  }

  /**
   * Reads the name and jobs of a pipeline, as `readConfig` does; the thread is ended where the file blocks it or needs too
   * much memory. Throws {@link ConfigError}.
   */
  readConfig(
    read: ReadFile,
    context: PipelineContext,
    changedSince: ChangedSince = async () => null,
  ): Promise<PipelinePlan> {
    return this.#turns.run(async () => {
      let unreadable: unknown;
      const canceled = new AbortController();
      const provide = async (request: CommitRequest) => {
        try {
          const found = "path" in request ? read(request.path) : changedSince(request.since);
          await this.#thread.call("provide", { id: request.id, found: await found });
        } catch (error) {
          unreadable = error;
          canceled.abort();
        }
      };
      try {
        const options = { onPart: provide, signal: canceled.signal };
        return await this.#thread.call("readConfig", context, options);
      } catch (error) {
        // What a refused file left in memory would count for the next one.
        this.#thread.stop();
        throw unreadable ?? toConfigError(error);
      }
    });
  }

  /**
   * Returns the files that are artifacts, as `findArtifacts` does; hostile patterns do not block the thread for long. Rejects
   * once a signal fires.
   */
  findArtifacts(
    folder: string,
    { paths, exclude }: ArtifactPatterns,
    tracked: ReadonlySet<string> | null,
    signal: AbortSignal,
  ): Promise<string[]> {
    const search = { folder, patterns: { paths, exclude }, tracked };
    return this.#turns.run(() => this.#thread.call("findArtifacts", search, { signal }));
  }
}

/** Returns the thread of a service. */
export const ciThreadOf = perService(() => new CiThread());

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

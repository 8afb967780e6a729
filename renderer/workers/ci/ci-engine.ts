import type { ConfigReport } from "../../../shared/ci/config/lint-config.ts";
import type { PipelineContext } from "../../../shared/ci/config/select-job.ts";
import type { TextAssist } from "../../../shared/text/text-assist.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { CiMethods, Found, RepositoryRequest } from "./ci.worker.ts";

const limitMs = 5_000;

const start = (): Worker =>
  new Worker(new URL("./ci.worker.ts", import.meta.url), { type: "module", name: "ci" });

/** Two of them: a pipeline that takes long to read does not keep a list of completions waiting. */
const language = createWorkerClient<CiMethods>(start, { limitMs, stateless: true });
const reader = createWorkerClient<CiMethods>(start, { limitMs });

/** Errors of a text by GitLab's schema, and its keywords and values at a position. */
export const ciAssist: TextAssist = {
  diagnose: (text, signal) => language.call("diagnose", text, { signal }),
  complete: (text, position) => language.call("complete", { text, position }),
  hover: (text, position) => language.call("hover", { text, position }),
};

/** Source by which a file of jobs is read: the other files of its repository, and what changed in it. */
export interface RepositorySource {
  /** Null where there is no such file. */
  readonly read: (path: string, signal: AbortSignal) => Promise<string | null>;
  /** Null where there is no such ref. */
  readonly changedSince: (ref: string, signal: AbortSignal) => Promise<readonly string[] | null>;
}

/**
 * Reads the file `.gitlab-ci.yml` of a source, with all that it includes, and returns the pipeline that it makes. Rejects with
 * what the source threw, and with `TimeLimitError` for a file that takes too long.
 */
export async function lintInWorker(
  context: PipelineContext,
  source: RepositorySource,
  signal: AbortSignal,
): Promise<ConfigReport> {
  const canceled = new AbortController();
  const either = AbortSignal.any([signal, canceled.signal]);
  let unreadable: unknown;
  const provide = async (request: RepositoryRequest) => {
    try {
      const found: Found =
        "path" in request
          ? await source.read(request.path, either)
          : await source.changedSince(request.since, either);
      await reader.call("provide", { id: request.id, found });
    } catch (error) {
      unreadable ??= error;
      canceled.abort();
    }
  };
  try {
    return await reader.call("lint", context, { onPart: (request) => void provide(request), signal: either });
  } catch (error) {
    throw unreadable ?? error;
  }
}

/** Returns the lines that messages are about, from 1; null where they name none. */
export const locateMessages = (
  text: string,
  messages: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (number | null)[]> => reader.call("locate", { text, messages }, { signal });

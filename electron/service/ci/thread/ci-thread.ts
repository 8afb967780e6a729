import { readConfig } from "../../../../shared/ci/config/read-config.ts";
import type { PipelineContext } from "../../../../shared/ci/config/select-job.ts";
import { defineWorker, type WorkerCall } from "../../../../shared/workers/define-worker.ts";
import { threadEndpoint } from "../../../system/threads.ts";
import { type ArtifactPatterns, findArtifacts } from "../executor/find-artifacts.ts";

/**
 * A question about the commit that the thread has: the text of a file at a path, or the paths that changed since a ref. What is
 * found is passed to `provide`.
 */
export type CommitRequest = { readonly id: number } & (
  | { readonly path: string }
  | { readonly since: string }
);

/** Null where there is no such file or ref. */
type Found = string | readonly string[] | null;

interface ArtifactSearch {
  readonly folder: string;
  readonly patterns: ArtifactPatterns;
  readonly tracked: ReadonlySet<string> | null;
}

function createMethods() {
  const waiting = new Map<number, (found: Found) => void>();
  let lastRequest = 0;
  const request = (emit: (id: number) => void): Promise<Found> =>
    new Promise((resolve) => {
      const id = ++lastRequest;
      waiting.set(id, resolve);
      emit(id);
    });
  return {
    /** The name and jobs of a pipeline. Throws ConfigError. */
    readConfig: (context: PipelineContext, { emit }: WorkerCall<CommitRequest>) =>
      readConfig(
        async (path) => {
          const found = await request((id) => emit({ id, path }));
          return typeof found === "string" ? found : null;
        },
        context,
        async (since) => {
          const found = await request((id) => emit({ id, since }));
          return typeof found === "string" ? null : found;
        },
      ),
    provide({ id, found }: { id: number; found: Found }): void {
      waiting.get(id)?.(found);
      waiting.delete(id);
    },
    findArtifacts: ({ folder, patterns, tracked }: ArtifactSearch) =>
      findArtifacts(folder, patterns, tracked),
  };
}

const methods = createMethods();

export type CiThreadMethods = typeof methods;
defineWorker(methods, { endpoint: threadEndpoint() });

import { defineWorker } from "../../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../../shared/workers/messages.ts";
import { threadEndpoint } from "../../../system/threads.ts";
import { readConfig } from "../config/read-config.ts";
import type { PipelineContext } from "../config/select-job.ts";
import { type ArtifactPatterns, findArtifacts } from "../executor/find-artifacts.ts";

/** A file of the commit that the thread needs; its text is passed to `provide`. */
export interface FileRequest {
  readonly id: number;
  readonly path: string;
}

interface ArtifactSearch {
  readonly folder: string;
  readonly patterns: ArtifactPatterns;
  readonly tracked: ReadonlySet<string> | null;
}

const waiting = new Map<number, (text: string | null) => void>();
let lastRequest = 0;

const methods = {
  /** The jobs of a pipeline. Throws ConfigError. */
  readConfig: (context: PipelineContext, { emit }: WorkerCall<FileRequest>) =>
    readConfig(
      (path) =>
        new Promise((resolve) => {
          const id = ++lastRequest;
          waiting.set(id, resolve);
          emit({ id, path });
        }),
      context,
    ),
  /** The text of a requested file, null where there is none. */
  provide({ id, text }: { id: number; text: string | null }): void {
    waiting.get(id)?.(text);
    waiting.delete(id);
  },
  findArtifacts: ({ folder, patterns, tracked }: ArtifactSearch) => findArtifacts(folder, patterns, tracked),
};

export type CiThreadMethods = typeof methods;
defineWorker(methods, { endpoint: threadEndpoint() });

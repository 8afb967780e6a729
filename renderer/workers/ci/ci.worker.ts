import { lintConfig } from "../../../shared/ci/config/lint-config.ts";
import type { PipelineContext } from "../../../shared/ci/config/select-job.ts";
import type { TextPosition } from "../../../shared/text/text-assist.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { locateMessage } from "./locate-message.ts";

/**
 * A question about the repository: the text of a file at a path, or the paths that changed since a ref. What is found is passed
 * to `provide`; null where there is no such file or ref.
 */
export type RepositoryRequest = { readonly id: number } & (
  | { readonly path: string }
  | { readonly since: string }
);
export type Found = string | readonly string[] | null;

/** The schema and the language server are loaded for the editor alone. */
const language = () => import("./ci-language.ts");

interface At {
  readonly text: string;
  readonly position: TextPosition;
}

function createMethods() {
  const waiting = new Map<number, (found: Found) => void>();
  let lastRequest = 0;
  const request = (signal: AbortSignal, emit: (id: number) => void): Promise<Found> =>
    new Promise((resolve, reject) => {
      const id = ++lastRequest;
      waiting.set(id, resolve);
      const cancel = () => {
        waiting.delete(id);
        reject(new DOMException("The call was canceled", "AbortError"));
      };
      signal.addEventListener("abort", cancel, { once: true });
      emit(id);
    });
  return {
    diagnose: async (text: string) => (await language()).diagnose(text),
    complete: async ({ text, position }: At) => (await language()).complete(text, position),
    hover: async ({ text, position }: At) => (await language()).hover(text, position),
    /** The pipeline that a file would make, what is wrong with it, and the merged file. Requests files of the repository. */
    lint(context: PipelineContext, { emit, signal }: WorkerCall<RepositoryRequest>) {
      const read = async (path: string) => {
        const found = await request(signal, (id) => emit({ id, path }));
        return typeof found === "string" ? found : null;
      };
      const changedSince = async (since: string) => {
        const found = await request(signal, (id) => emit({ id, since }));
        return typeof found === "string" ? null : found;
      };
      return lintConfig(read, context, { changedSince, isTolerant: true });
    },
    provide({ id, found }: { readonly id: number; readonly found: Found }): void {
      waiting.get(id)?.(found);
      waiting.delete(id);
    },
    /** The lines that messages are about, from 1; null where they name none. */
    locate: ({ text, messages }: { readonly text: string; readonly messages: readonly string[] }) =>
      messages.map((message) => locateMessage(text, message)),
  };
}

const methods = createMethods();

export type CiMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });

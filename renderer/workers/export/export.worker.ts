import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { pathOf } from "../../../shared/diff/diff-file.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import { readCachedDiff } from "../diff/diff-cache.ts";
import { createYield } from "../diff/yield-to-event-loop.ts";
import type { Exported, ExportProgress, ExportSubject, PageOptions } from "./export-types.ts";
import { pageHtml } from "./page-html.ts";
import { filePatch, mailFoot, mailHead } from "./patch-text.ts";

const readDiff = async (file: DiffFile): Promise<string> =>
  file.cached ? readCachedDiff(file.cached) : file.diff;

/** Returns a function that yields to the event loop, and throws once the work is canceled. */
function pauseUntil(signal: AbortSignal): () => Promise<void> | undefined {
  const turn = createYield();
  return () => {
    signal.throwIfAborted();
    return turn();
  };
}

const methods = {
  /** Writes a self-contained page. */
  async page(
    { subject, options }: { readonly subject: ExportSubject; readonly options: PageOptions },
    { signal, emit }: WorkerCall<ExportProgress>,
  ): Promise<Exported> {
    const omitted: string[] = [];
    const parts = await pageHtml(subject, options, {
      onProgress: emit,
      pause: pauseUntil(signal),
      readDiff: async (file) => {
        const diff = await readDiff(file);
        if (diff === "" && (file.too_large || file.collapsed)) omitted.push(pathOf(file));
        return diff;
      },
    });
    return { blob: new Blob(parts, { type: "text/html" }), omitted };
  },
  /** Writes a patch for `git am` where the subject is a commit, for `git apply` otherwise. */
  async patch(
    { subject }: { readonly subject: ExportSubject },
    { signal, emit }: WorkerCall<ExportProgress>,
  ): Promise<Exported> {
    const { mail, files } = subject;
    const omitted: string[] = [];
    const parts = mail ? [mailHead(mail)] : [];
    const pause = pauseUntil(signal);
    for (const [index, file] of files.entries()) {
      const patch = filePatch(file, await readDiff(file));
      if (patch === null) omitted.push(pathOf(file));
      else parts.push(patch);
      emit({ done: index + 1, total: files.length });
      await pause();
    }
    if (mail) parts.push(mailFoot);
    return { blob: new Blob(parts, { type: "text/x-patch" }), omitted };
  },
};

export type ExportMethods = typeof methods;

defineWorker(methods);

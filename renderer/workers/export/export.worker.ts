import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { pathOf } from "../../../shared/diff/diff-file.ts";
import { reviewJson, reviewMarkdown, reviewOf } from "../../../shared/review/review-text.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { createDiffCache } from "../diff/diff-cache.ts";
import { createYield } from "../diff/yield-to-event-loop.ts";
import { workerScope } from "../worker-scope.ts";
import type {
  ContentUrls,
  Exported,
  ExportProgress,
  ExportReviewSource,
  ExportSubject,
  PageOptions,
  ReviewFormat,
} from "./export-types.ts";
import { type FileSides, filePatch, type PatchPart, patchMail } from "./file-patch.ts";
import { pageHtml } from "./page-html.ts";

const cache = createDiffCache();

const readDiff = async (file: DiffFile): Promise<string> =>
  file.origin ? (await cache.read(file.origin)).diff : file.diff;

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
    const { mail, files, commit } = subject;
    const omitted: string[] = [];
    const parts: PatchPart[] = [];
    const pause = pauseUntil(signal);
    for (const [index, file] of files.entries()) {
      const readSides = () => readContents(file.contents, signal);
      const patch = await filePatch(file, await readDiff(file), readSides, commit);
      if (patch === null) omitted.push(pathOf(file));
      else parts.push(...patch);
      emit({ done: index + 1, total: files.length });
      await pause();
    }
    const whole = mail ? await patchMail(mail, parts) : parts;
    return { blob: new Blob(whole, { type: "text/x-patch" }), omitted };
  },
  /** Writes the comments of a review as text. */
  async review(
    {
      source,
      files,
      format,
    }: {
      readonly source: ExportReviewSource;
      readonly files: readonly DiffFile[];
      readonly format: ReviewFormat;
    },
    { signal, emit }: WorkerCall<ExportProgress>,
  ): Promise<Exported> {
    const { base, head, ...review } = source;
    const commented = new Set(
      review.threads.flatMap(({ notes }) => [notes[0]?.position?.new_path, notes[0]?.position?.old_path]),
    );
    const read: DiffFile[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      if (commented.has(file.new_path) || commented.has(file.old_path))
        read.push({ ...file, diff: await readDiff(file) });
    }
    const found = reviewOf({ ...review, changes: [{ base, head, files: read }] });
    emit({ done: files.length, total: files.length });
    const text = format === "json" ? reviewJson(found) : reviewMarkdown(found);
    return {
      blob: new Blob([text], { type: format === "json" ? "application/json" : "text/markdown" }),
      omitted: [],
    };
  },
};

/** Bytes of a content above which a file is left out. */
const maxContentBytes = 50_000_000;

/** Reads both contents of a file; null where one of them cannot be read. */
async function readContents(
  contents: ContentUrls | undefined,
  signal: AbortSignal,
): Promise<FileSides | null> {
  if (!contents) return null;
  const read = async (url: string | null): Promise<Uint8Array<ArrayBuffer> | null | undefined> => {
    if (url === null) return null;
    const response = await fetch(url, { signal });
    if (!response.ok || Number(response.headers.get("content-length") ?? 0) > maxContentBytes)
      return undefined;
    return new Uint8Array(await response.arrayBuffer());
  };
  try {
    const [before, after] = [await read(contents.before), await read(contents.after)];
    return before === undefined || after === undefined ? null : { before, after };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export type ExportMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });

import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { pathOf } from "../../../shared/diff/diff-file.ts";
import { ProblemError } from "../../../shared/errors.ts";
import { readProblem } from "../../../shared/host/problem-responses.ts";
import { reviewJson, reviewMarkdown, reviewOf } from "../../../shared/review/review-text.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { createDiffCache } from "../diff/diff-cache.ts";
import { createYield } from "../diff/yield-to-event-loop.ts";
import { workerScope } from "../worker-scope.ts";
import type { EvidenceProgress, EvidenceReview, EvidenceSource } from "./evidence/evidence-types.ts";
import { writeEvidence } from "./evidence/write-evidence.ts";
import { streamOf } from "./evidence/zip-writer.ts";
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
    const { parts, omitted } = await pageParts(subject, options, signal, emit);
    return { blob: new Blob(parts, { type: "text/html" }), omitted };
  },
  /** Writes a patch for `git am` where the subject is a commit, for `git apply` otherwise. */
  async patch(
    { subject }: { readonly subject: ExportSubject },
    { signal, emit }: WorkerCall<ExportProgress>,
  ): Promise<Exported> {
    const { parts, omitted } = await patchParts(subject, signal, emit);
    const whole = subject.mail ? await patchMail(subject.mail, parts) : parts;
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
    const found = await readReview(source, files, signal);
    emit({ done: files.length, total: files.length });
    const text = format === "json" ? reviewJson(found) : reviewMarkdown(found);
    return {
      blob: new Blob([text], { type: format === "json" ? "application/json" : "text/markdown" }),
      omitted: [],
    };
  },
  /** Writes the evidence of reviews as an archive. */
  async evidence(
    { source, reviews }: { readonly source: EvidenceSource; readonly reviews: readonly EvidenceReview[] },
    { signal, emit }: WorkerCall<EvidenceProgress>,
  ): Promise<Exported> {
    const ignore = () => {};
    const { blob, missing } = await writeEvidence(source, reviews, {
      check: () => signal.throwIfAborted(),
      onProgress: throttled(emit),
      read: (url) => readBytes(url, signal),
      async changes({ subject }) {
        const options = {
          layout: "unified",
          theme: "auto",
          comments: true,
          made: null,
          zone: "UTC",
        } as const;
        const page = await pageParts(subject, options, signal, ignore);
        const patch = await patchParts(subject, signal, ignore);
        const review = subject.review ? await readReview(subject.review, subject.files, signal) : null;
        return { page: page.parts, patch: patch.parts, review, omitted: patch.omitted };
      },
    });
    return { blob, omitted: missing };
  },
};

/** Milliseconds between two reports of progress. */
const progressMs = 100;

/** Returns a function that reports each step, and the bytes of one now and then. */
function throttled(emit: (progress: EvidenceProgress) => void): (progress: EvidenceProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (progress.bytes > 0 && now - last < progressMs) return;
    last = now;
    emit(progress);
  };
}

/** Returns the bytes at an address of the host as they arrive. Throws ProblemError. */
async function readBytes(url: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new ProblemError(await readProblem(response));
  return streamOf(response.body ?? new Blob().stream());
}

/** Returns the parts of a page, and the files whose diff the service left out. */
async function pageParts(
  subject: ExportSubject,
  options: PageOptions,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
) {
  const omitted: string[] = [];
  const parts = await pageHtml(subject, options, {
    onProgress,
    pause: pauseUntil(signal),
    readDiff: async (file) => {
      const diff = await readDiff(file);
      if (diff === "" && (file.too_large || file.collapsed)) omitted.push(pathOf(file));
      return diff;
    },
  });
  return { parts, omitted };
}

/** Returns the parts of a patch, and the files that are not in it. */
async function patchParts(
  { files, commit }: ExportSubject,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
) {
  const omitted: string[] = [];
  const parts: PatchPart[] = [];
  const pause = pauseUntil(signal);
  for (const [index, file] of files.entries()) {
    const readSides = () => readContents(file.contents, signal);
    const patch = await filePatch(file, await readDiff(file), readSides, commit);
    if (patch === null) omitted.push(pathOf(file));
    else parts.push(...patch);
    onProgress({ done: index + 1, total: files.length });
    await pause();
  }
  return { parts, omitted };
}

/** Returns the comments of a review; only commented files are read. */
async function readReview(
  { base, head, ...review }: ExportReviewSource,
  files: readonly DiffFile[],
  signal: AbortSignal,
) {
  const commented = new Set(
    review.threads.flatMap(({ notes }) => [notes[0]?.position?.new_path, notes[0]?.position?.old_path]),
  );
  const read: DiffFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    if (commented.has(file.new_path) || commented.has(file.old_path))
      read.push({ ...file, diff: await readDiff(file) });
  }
  return reviewOf({ ...review, changes: [{ base, head, files: read }] });
}

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

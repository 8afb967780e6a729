import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import type { EvidenceProgress, EvidenceReview, EvidenceSource } from "./evidence/evidence-types.ts";
import type { ExportMethods } from "./export.worker.ts";
import type {
  Exported,
  ExportProgress,
  ExportReviewSource,
  ExportSubject,
  PageOptions,
  ReviewFormat,
} from "./export-types.ts";

/** One file of many thousand lines is written without a pause. */
const limitMs = 120_000;

interface ExportCall<P = ExportProgress> {
  readonly signal: AbortSignal;
  readonly onPart: (progress: P) => void;
}

/** Starts a worker for one export, runs it and ends it: its library and texts are needed for no longer. */
async function once(run: (worker: ReturnType<typeof start>) => Promise<Exported>, signal: AbortSignal) {
  const worker = start();
  const stop = () => worker.stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await run(worker);
  } finally {
    signal.removeEventListener("abort", stop);
    worker.stop();
  }
}

const start = () =>
  createWorkerClient<ExportMethods>(
    () => new Worker(new URL("./export.worker.ts", import.meta.url), { type: "module", name: "export" }),
    { limitMs },
  );

/** Writes a self-contained HTML page in a worker. Rejects with AbortError once `signal` fires. */
export const exportPage = (
  subject: ExportSubject,
  options: PageOptions,
  call: ExportCall,
): Promise<Exported> => once((worker) => worker.call("page", { subject, options }, call), call.signal);

/** Writes a patch in a worker. Rejects with AbortError once `signal` fires. */
export const exportPatch = (subject: ExportSubject, call: ExportCall): Promise<Exported> =>
  once((worker) => worker.call("patch", { subject }, call), call.signal);

/** Writes the comments of a review as text in a worker. Rejects with AbortError once `signal` fires. */
export const exportReview = (
  source: ExportReviewSource,
  files: readonly DiffFile[],
  format: ReviewFormat,
  call: ExportCall,
): Promise<Exported> => once((worker) => worker.call("review", { source, files, format }, call), call.signal);

/** Writes the evidence of reviews as a ZIP in a worker. Rejects with AbortError once `signal` fires. */
export const exportEvidence = (
  source: EvidenceSource,
  reviews: readonly EvidenceReview[],
  call: ExportCall<EvidenceProgress>,
): Promise<Exported> => once((worker) => worker.call("evidence", { source, reviews }, call), call.signal);

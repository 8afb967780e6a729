import { highlightLines } from "../highlight/highlight-engine.ts";
import { createWorkerClient } from "../protocol/worker-client.ts";
import type { DiffMethods } from "./diff.worker.ts";
import type { DiffSummary } from "./diff-rows.ts";

const worker = createWorkerClient<DiffMethods>(
  () => new Worker(new URL("./diff.worker.ts", import.meta.url), { type: "module", name: "diff" }),
);

/** Characters that are handed over at once: the first files are read long before the last arrive. */
const slice = 1_000_000;
/** Characters of the first hand-over, so that what is on screen comes at once whatever the size of the rest. */
const first = 100_000;

/**
 * Opens the diffs of many files. `onSummaries` hears of the files in order, in slices, `start` being the index of
 * the first one. What `signal` interrupts ends quietly.
 */
async function open(
  diffs: readonly string[],
  onSummaries: (start: number, summaries: readonly DiffSummary[]) => void,
  signal: AbortSignal,
) {
  const id = await worker.call("open", null);
  signal.addEventListener("abort", () => void worker.call("close", { id }), { once: true });
  void feed();

  async function feed(): Promise<void> {
    let start = 0;
    while (start < diffs.length && !signal.aborted) {
      let end = start;
      for (let size = 0; end < diffs.length && size < (start === 0 ? first : slice); end++) {
        size += diffs[end]?.length ?? 0;
      }
      const summaries = await worker.call("add", { id, diffs: diffs.slice(start, end) });
      if (signal.aborted) return;
      onSummaries(start, summaries);
      start = end;
    }
  }

  return {
    unified: (file: number, from: number, to: number) => worker.call("unified", { id, file, from, to }),
    split: (file: number, from: number, to: number) => worker.call("split", { id, file, from, to }),
  };
}

/** Reads, lays out and colours diffs outside of the page's thread; what `DiffView` asks for as its `engine`. */
export const diffEngine = { open, highlight: highlightLines };

/** The unified diff of two texts, from its first `@@`; empty where they are equal. */
export const compareInWorker = (before: string, after: string, context?: number): Promise<string> =>
  worker.call("compare", context === undefined ? { before, after } : { before, after, context });

import type {
  DiffEngine,
  DiffReading,
  DiffSource,
  DiffSummary,
  OpenDiff,
  ShownLines,
} from "../../../shared/diff/diff-types.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import { highlightLines } from "../highlight/highlight-engine.ts";
import type { DiffMethods } from "./diff.worker.ts";
import type { Interdiff, VersionTexts } from "./interdiff.ts";
import { streamSources } from "./stream-sources.ts";

const worker = createWorkerClient<DiffMethods>(
  () => new Worker(new URL("./diff.worker.ts", import.meta.url), { type: "module", name: "diff" }),
);

let last = 0;

/**
 * Opens the diffs of many files. `onSummaries` receives the files in order, in slices, `start` being the index of
 * the first one, and again a file whose rows changed. Rows may be requested at once: the worker responds when it has
 * read their file. `more`: further files will be added. An abort through `signal` ends quietly.
 */
function open(
  sources: readonly DiffSource[],
  onSummaries: (start: number, summaries: readonly DiffSummary[]) => void,
  signal: AbortSignal,
  reading: DiffReading = {},
  more = false,
): OpenDiff {
  const id = ++last;
  signal.addEventListener("abort", () => void worker.call("close", { id }), { once: true });
  const known: DiffSummary[] = [];
  const report = (start: number, summaries: readonly DiffSummary[]) => {
    if (signal.aborted) return;
    for (const [i, summary] of summaries.entries()) known[start + i] = summary;
    onSummaries(start, summaries);
  };
  const stream = streamSources(
    async (slice, start) => {
      const read = await (start === 0
        ? worker.call("open", { id, reading, sources: slice })
        : worker.call("add", { id, sources: slice }));
      report(start, read);
      return read.length;
    },
    markMoves,
    sources,
    more,
    signal,
  );
  stream.done.catch(() => undefined);

  async function markMoves(): Promise<void> {
    for (const file of await worker.call("findMoves", { id })) {
      const summary = known[file];
      // A new object means that the file's rows are to be read again.
      if (summary) report(file, [{ ...summary }]);
    }
  }

  return {
    /** Resolves once all files were read. */
    get ready() {
      return stream.done;
    },
    /** Further files, after those that are there; `more`: others will follow. */
    add(further: readonly DiffSource[], more: boolean) {
      stream.add(further, more);
      stream.done.catch(() => undefined);
    },
    unified: (file: number, from: number, to: number) => worker.call("unified", { id, file, from, to }),
    split: (file: number, from: number, to: number) => worker.call("split", { id, file, from, to }),
    locate: (lines) => worker.call("locate", { id, lines }),
    /** Lines of all files that match, once all were read. */
    async search(pattern: RegExp, stop?: AbortSignal) {
      await stream.done;
      const { source, flags } = pattern;
      return worker.call("search", { id, pattern: source, flags }, { signal: stop });
    },
    /** Shows more lines around a file's changes; `text` is the file's new version. */
    async expand(file: number, text: string, shown: readonly ShownLines[]): Promise<void> {
      report(file, [await worker.call("expand", { id, file, text, shown })]);
    },
    /**
     * Compares a file's two texts, in UTF-8, where the service omitted its diff. They are transferred to the worker.
     */
    async fill(file: number, before: Uint8Array<ArrayBuffer>, after: Uint8Array<ArrayBuffer>): Promise<void> {
      const transfer = [before.buffer, after.buffer];
      report(file, [await worker.call("fill", { id, file, before, after }, { transfer })]);
    },
  };
}

/** Reads, lays out and colours diffs outside of the page's thread; the `engine` of `DiffView`. */
export const diffEngine: DiffEngine = { open, highlight: highlightLines, onEnd: worker.onEnd };

/** Starts the workers and grammars for diffs of these files in advance. */
export function preloadDiffs(paths: readonly string[]): void {
  worker.call("fingerprints", { sources: [] }).catch(() => undefined);
  for (const path of paths) highlightLines(path, ["_"]).catch(() => undefined);
}

/**
 * `fetch` for responses with `diffs`, which stay in the worker. `onEntries` receives them as they arrive, with the
 * beginning of each diff; the response has all else.
 */
export async function fetchInDiffWorker(
  url: string,
  init: RequestInit,
  onEntries: (entries: readonly unknown[]) => void,
): Promise<Response> {
  const { status, headers, body } = await worker.call(
    "fetchDiffList",
    { url },
    { signal: init.signal ?? undefined, onPart: onEntries },
  );
  return new Response(body || null, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}

/** The unified diff of two texts, from its first `@@`; empty where they are equal. */
export const compareInWorker = (before: string, after: string, context?: number): Promise<string> =>
  worker.call("compare", context === undefined ? { before, after } : { before, after, context });

/** Diff of a file between two versions of a change, with the changes of a rebase marked. */
export const interdiffInWorker = (
  from: VersionTexts,
  to: VersionTexts,
  signal?: AbortSignal,
): Promise<Interdiff> => worker.call("interdiff", { from, to }, { signal });

/** Names of changes by what they do, as {@link diffEngine} returns them for the files that it opens. */
export const fingerprintInWorker = (sources: readonly DiffSource[]): Promise<string[]> =>
  worker.call("fingerprints", { sources });

/** Line numbers of one text's lines in another; null where they were changed or removed. */
export const mapLinesInWorker = (
  before: string,
  after: string,
  lines: readonly number[],
): Promise<(number | null)[]> => worker.call("mapLines", { before, after, lines });

/** Number of conflicts between two sides of one base: 0 where they can be merged. */
export const conflictsInWorker = (base: string, ours: string, theirs: string): Promise<number> =>
  worker.call("conflicts", { base, ours, theirs });

/**
 * Returns, for each line of the newest of some versions, given newest first, the index of the one that added it; -1
 * where that is ambiguous.
 */
export const blameLinesInWorker = (versions: readonly string[]): Promise<number[]> =>
  worker.call("blameLines", { versions });

import type {
  DiffEngine,
  DiffReading,
  DiffSource,
  DiffSummary,
  FileContentUrls,
  FillInput,
  OpenDiff,
  ShownLines,
} from "../../../shared/diff/diff-types.ts";
import { createWorkerClient } from "../../../shared/workers/worker-client.ts";
import { highlightLines, prepareHighlighter } from "../highlight/highlight-engine.ts";
import type { DiffMethods } from "./diff.worker.ts";
import type { DiffListRest, EmitEntries } from "./diff-list-response.ts";
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
  // The grammar is read while the lines are.
  if (sources[0]) prepareHighlighter(sources[0].path);
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
    runs: (file: number) => worker.call("runs", { id, file }),
    locate: (lines) => worker.call("locate", { id, lines }),
    /** Lines of all files that match, once all were read. */
    async search(pattern: RegExp, stop?: AbortSignal) {
      await stream.done;
      const { source, flags } = pattern;
      return worker.call("search", { id, pattern: source, flags }, { signal: stop });
    },
    async expand(file: number, url: string, shown: readonly ShownLines[], stop?: AbortSignal): Promise<void> {
      const summary = await worker.call("expand", { id, file, url, shown }, { signal: stop });
      if (summary) report(file, [summary]);
    },
    async fill(file: number, input: FillInput, stop: AbortSignal): Promise<number | null> {
      const { summary, tooLarge } = await worker.call("fill", { id, file, ...input }, { signal: stop });
      if (summary) report(file, [summary]);
      return tooLarge;
    },
  };
}

/** Reads, lays out and colours diffs outside of the page's thread; the `engine` of `DiffView`. */
export const diffEngine: DiffEngine = { open, highlight: highlightLines, onEnd: worker.onEnd };

/** Starts the workers for diffs in advance, with the grammar of a file's language where its path is known. */
export function prepareDiffs(path?: string): void {
  worker.call("fingerprints", { sources: [] }).catch(() => undefined);
  prepareHighlighter(path);
}

/**
 * Fetches a response that lists `diffs` from a URL of the host. The diffs stay in the worker; `onPart` receives their
 * entries as they arrive, with the beginning of each diff, and the rest is returned; neither is validated. Throws ProblemError.
 */
export const fetchDiffListInWorker = (
  url: string,
  onPart: EmitEntries,
  signal?: AbortSignal,
): Promise<DiffListRest> => worker.call("fetchList", { url }, { signal, onPart });

/** The unified diff of a file's contents at two URLs; null where one of them is no text. Throws ProblemError. */
export const compareFilesInWorker = (file: FileContentUrls, signal?: AbortSignal): Promise<string | null> =>
  worker.call("compareFiles", file, { signal });

/** Change of a file between two versions of a change, whose diff the worker keeps. */
interface InterdiffSummary {
  /** Its diff up to the first hunk's header. */
  readonly beginning: string;
  /** Whether the author changed anything. */
  readonly authored: boolean;
}

/** Compares a file in two versions of a change, across a rebase; null where one is no text. Throws ProblemError. */
export const interdiffInWorker = (
  from: FileContentUrls,
  to: FileContentUrls,
  signal?: AbortSignal,
): Promise<InterdiffSummary | null> => worker.call("interdiff", { from, to }, { signal });

/** Names of changes by what they do, as {@link diffEngine} returns them for the files that it opens. */
export const fingerprintInWorker = (sources: readonly DiffSource[]): Promise<string[]> =>
  worker.call("fingerprints", { sources });

/**
 * Line numbers of a file's lines in its later content, both by URL; null where they were changed or removed, or one of
 * them is no text. Throws ProblemError.
 */
export const mapLinesInWorker = (
  before: string,
  after: string,
  lines: readonly number[],
  signal?: AbortSignal,
): Promise<(number | null)[]> => worker.call("mapLines", { before, after, lines }, { signal });

/** Number of conflicts between two sides of one base: 0 where they can be merged. */
export const conflictsInWorker = (base: string, ours: string, theirs: string): Promise<number> =>
  worker.call("conflicts", { base, ours, theirs });

/**
 * Returns, for each line of the newest of some versions, given newest first, the index of the one that added it; -1
 * where that is ambiguous.
 */
export const blameLinesInWorker = (versions: readonly string[]): Promise<number[]> =>
  worker.call("blameLines", { versions });

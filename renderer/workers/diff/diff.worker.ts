import type {
  ChangeRun,
  DiffHits,
  DiffLine,
  DiffPair,
  DiffReading,
  DiffSource,
  DiffSummary,
  FileContentUrls,
  FillInput,
  LineRef,
  LineRows,
  ShownLines,
} from "../../../shared/diff/diff-types.ts";
import { decodeDetected } from "../../../shared/text/encoding/decode-text.ts";
import { defineWorker, type WorkerCall } from "../../../shared/workers/define-worker.ts";
import { workerScope } from "../worker-scope.ts";
import { blameLines } from "./blame-lines.ts";
import { compareTexts, mapLines, splitLines } from "./compare-texts.ts";
import { createDiffCache, readFileText, readHostFile } from "./diff-cache.ts";
import { type DiffText, ParsedFileDiff, searchDiff } from "./diff-rows.ts";
import { expandPatch } from "./expand-patch.ts";
import { findMoves } from "./find-moves.ts";
import { mergeLines } from "./interdiff.ts";
import { beginningOf } from "./parse-patch.ts";

/** The files of an open diff, as far as they were read. */
interface DiffState {
  readonly reading: DiffReading;
  readonly sources: DiffText[];
  readonly files: ParsedFileDiff[];
  /** The files that were added last, once they are read. */
  added: Promise<unknown>;
}

/** Characters of all diffs beyond which moved lines are not searched. */
const maxMoveSearchCharacters = 8_000_000;

const cache = createDiffCache();
const open = new Map<number, DiffState>();

interface FileOfDiff {
  readonly id: number;
  readonly file: number;
}

interface ExpandInput extends FileOfDiff {
  readonly url: string;
  readonly shown: readonly ShownLines[];
}

/** A comparison's summary, or the bytes of a content that is too large for one; neither where one is no text. */
interface Filled {
  readonly summary: DiffSummary | null;
  readonly tooLarge: number | null;
}

interface Rows extends FileOfDiff {
  readonly from: number;
  readonly to: number;
}

interface OpenInput {
  readonly id: number;
  readonly reading: DiffReading;
  readonly sources: readonly DiffSource[];
}

function openOf(id: number): DiffState {
  const found = open.get(id);
  if (!found) throw new Error("The diff is no longer open");
  return found;
}

function fileOf({ id, file }: FileOfDiff): ParsedFileDiff {
  const found = openOf(id).files[file];
  if (!found) throw new Error("The diff is no longer open");
  return found;
}

/** Waits for a file: rows are requested right after the diff is opened. */
async function awaitFile(rows: Rows): Promise<ParsedFileDiff> {
  const diff = openOf(rows.id);
  if (rows.file >= diff.files.length) await diff.added;
  return fileOf(rows);
}

/** Characters that are read at once; other calls wait no longer than that. */
const batchCharacters = 1_000_000;

async function whole(source: DiffSource): Promise<DiffText> {
  const { diff } = source;
  if (typeof diff === "string") return { ...source, diff };
  const read = await cache.read(diff);
  return { ...source, diff: read.diff, faded: read.faded };
}

/** Reads as many of the files as fit into one batch; returns their summaries. */
async function append(diff: DiffState, given: readonly DiffSource[]): Promise<DiffSummary[]> {
  const sources: DiffText[] = [];
  for (let size = 0; sources.length < given.length && size < batchCharacters; ) {
    const next = given[sources.length];
    if (!next) break;
    const source = await whole(next);
    size += source.diff.length;
    sources.push(source);
  }
  const read = await Promise.all(sources.map((source) => ParsedFileDiff.read(source, diff.reading)));
  diff.sources.push(...sources);
  diff.files.push(...read);
  return read.map(({ summary }) => summary);
}

function add(diff: DiffState, sources: readonly DiffSource[]): Promise<DiffSummary[]> {
  const summaries = append(diff, sources);
  diff.added = summaries;
  return summaries;
}

async function replace(id: number, file: number, diff: string): Promise<DiffSummary> {
  const { sources, files, reading } = openOf(id);
  const source = sources[file];
  if (!source) throw new Error("The diff is no longer open");
  const read = await ParsedFileDiff.read({ ...source, diff }, reading);
  // More context does not alter the change, nor whether it was viewed.
  const before = fileOf({ id, file }).summary.fingerprint;
  files[file] = read;
  return source.diff === "" ? read.summary : { ...read.summary, fingerprint: before };
}

const methods = {
  /** Opens a diff under a number that the caller made up, and reads its first files. */
  open({ id, reading, sources }: OpenInput): Promise<DiffSummary[]> {
    const diff: DiffState = { reading, sources: [], files: [], added: Promise.resolve() };
    open.set(id, diff);
    return add(diff, sources);
  },
  /** Reads further files of an open diff, in order; of many only the first, one summary each. */
  add: ({ id, sources }: { id: number; sources: readonly DiffSource[] }): Promise<DiffSummary[]> =>
    add(openOf(id), sources),
  unified: async (rows: Rows): Promise<DiffLine[]> => (await awaitFile(rows)).unified(rows.from, rows.to),
  split: async (rows: Rows): Promise<DiffPair[]> => (await awaitFile(rows)).split(rows.from, rows.to),
  runs: (file: FileOfDiff): Promise<readonly ChangeRun[]> => fileOf(file).runs(),
  locate: ({ id, lines }: { id: number; lines: readonly LineRef[] }): LineRows[] =>
    lines.map(({ file, side, line }) => fileOf({ id, file }).locate(side, line)),
  search: ({ id, pattern, flags }: { id: number; pattern: string; flags: string }): DiffHits =>
    searchDiff(openOf(id).files, new RegExp(pattern, flags)),
  /** Marks moved lines, unless the diff is too large; returns the files that have some. */
  findMoves({ id }: { id: number }): number[] {
    const { files, sources } = openOf(id);
    const size = sources.reduce((sum, { diff }) => sum + diff.length, 0);
    return size > maxMoveSearchCharacters ? [] : findMoves(files);
  },
  /** Fetches a response with diffs, which stay here; emits its entries as they arrive. */
  fetchList: ({ url }: { url: string }, { signal, emit }: WorkerCall<readonly unknown[]>) =>
    cache.fetchList(url, emit, signal),
  /** Shows more lines around a file's changes; null where the file, which is now at `url`, has no text. */
  async expand(input: ExpandInput, { signal }: WorkerCall): Promise<DiffSummary | null> {
    const { id, file, url, shown } = input;
    const text = await readFileText(url, signal);
    if (text === null) return null;
    return replace(
      id,
      file,
      expandPatch(openOf(id).sources[file]?.diff ?? "", splitLines(text).lines, shown),
    );
  },
  /** Compares both contents of a file, each in its encoding, where the service left its diff out. */
  async fill(input: FillInput & FileOfDiff, { signal }: WorkerCall): Promise<Filled> {
    const { id, file, base, head, maxBytes, asText } = input;
    const sides = await Promise.all([base, head].map((url) => readHostFile(url, signal, maxBytes)));
    const tooLarge = Math.max(...sides.map((side) => (side.kind === "large" ? side.bytes : 0)));
    if (tooLarge > 0) return { summary: null, tooLarge };
    const [before, after] = sides.map((side) =>
      side.kind === "bytes" || (asText && side.kind === "binary")
        ? decodeDetected(side.bytes)
        : side.kind === "absent"
          ? ""
          : null,
    );
    if (before == null || after == null) return { summary: null, tooLarge: null };
    return { summary: await replace(id, file, compareTexts(before, after)), tooLarge: null };
  },
  /** For each line of the newest of some versions, the index of the one that added it. */
  blameLines: ({ versions }: { versions: readonly string[] }): number[] => blameLines(versions),
  /** Number of conflicts between two sides of one base. */
  conflicts: ({ base, ours, theirs }: { base: string; ours: string; theirs: string }): number =>
    mergeLines(splitLines(base).lines, splitLines(ours).lines, splitLines(theirs).lines).conflicts,
  /** Change of an author in a file between two versions of a change; null where one of them is no text. */
  async interdiff({ from, to }: { from: FileContentUrls; to: FileContentUrls }, { signal }: WorkerCall) {
    const result = await cache.compareVersions(from, to, signal);
    return result && { beginning: beginningOf(result.diff), authored: result.authored };
  },
  /** Line numbers, from 1, of a file's lines in its later content; null where they are gone, or one has no text. */
  async mapLines(
    { before, after, lines }: { before: string; after: string; lines: readonly number[] },
    { signal }: WorkerCall,
  ): Promise<(number | null)[]> {
    const [old, now] = await Promise.all([before, after].map((url) => readFileText(url, signal)));
    return old && now ? mapLines(old, now, lines) : lines.map(() => null);
  },
  /** Names of changes, without opening them. */
  fingerprints: ({ sources }: { sources: readonly DiffSource[] }): Promise<string[]> =>
    Promise.all(
      sources.map(async (source) => (await ParsedFileDiff.read(await whole(source))).summary.fingerprint),
    ),
  close({ id }: { id: number }): void {
    open.delete(id);
  },
  /** The unified diff of a file's contents; null where one of them is no text. */
  async compareFiles({ base, head }: FileContentUrls, { signal }: WorkerCall): Promise<string | null> {
    const [before, after] = await Promise.all([base, head].map((url) => readFileText(url, signal)));
    return before == null || after == null ? null : compareTexts(before, after);
  },
};

export type DiffMethods = typeof methods;

defineWorker(methods, { endpoint: workerScope });

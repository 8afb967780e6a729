import type {
  DiffHits,
  DiffLine,
  DiffPair,
  DiffReading,
  DiffSource,
  DiffSummary,
  LineRef,
  LineRows,
  ShownLines,
} from "../../../shared/diff/diff-types.ts";
import { decodeDetected } from "../../../shared/text/encoding/decode-text.ts";
import { defineWorker } from "../../../shared/workers/define-worker.ts";
import type { WorkerCall } from "../../../shared/workers/messages.ts";
import { blameLines } from "./blame-lines.ts";
import { compareTexts, splitLines } from "./compare-texts.ts";
import { fetchDiffList, readCachedDiff } from "./diff-cache.ts";
import { FileDiff } from "./diff-rows.ts";
import { expandPatch } from "./expand-patch.ts";
import { findMoves } from "./find-moves.ts";
import { type Interdiff, interdiff, type VersionTexts } from "./interdiff.ts";
import { mapLines } from "./map-lines.ts";
import { mergeLines } from "./merge-lines.ts";
import { searchDiff } from "./search-diff.ts";

/** The files of an open diff, as far as they were read. */
interface DiffState {
  readonly reading: DiffReading;
  readonly sources: DiffSource[];
  readonly files: FileDiff[];
  /** The files that were added last, once they are read. */
  added: Promise<unknown>;
}

/** Characters of all diffs beyond which moved lines are not searched. */
const maxMoveSearchCharacters = 8_000_000;

const open = new Map<number, DiffState>();

interface Rows {
  readonly id: number;
  readonly file: number;
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

function fileOf({ id, file }: { readonly id: number; readonly file: number }): FileDiff {
  const found = openOf(id).files[file];
  if (!found) throw new Error("The diff is no longer open");
  return found;
}

/** Waits for a file: rows are requested right after the diff is opened. */
async function awaitFile(rows: Rows): Promise<FileDiff> {
  const diff = openOf(rows.id);
  if (rows.file >= diff.files.length) await diff.added;
  return fileOf(rows);
}

/** Characters that are read at once; other calls wait no longer than that. */
const batchCharacters = 1_000_000;

const whole = async (source: DiffSource): Promise<DiffSource> =>
  source.cached ? { ...source, diff: await readCachedDiff(source.cached), cached: undefined } : source;

/** Reads as many of the files as fit into one batch; returns their summaries. */
async function append(diff: DiffState, given: readonly DiffSource[]): Promise<DiffSummary[]> {
  const sources: DiffSource[] = [];
  for (let size = 0; sources.length < given.length && size < batchCharacters; ) {
    const next = given[sources.length];
    if (!next) break;
    const source = await whole(next);
    size += source.diff.length;
    sources.push(source);
  }
  const read = await Promise.all(sources.map((source) => FileDiff.read(source, diff.reading)));
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
  const read = await FileDiff.read({ ...source, diff }, reading);
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
  /** Fetches a response with diffs, which stay here; emits them as they arrive. */
  fetchDiffList: ({ url }: { url: string }, { signal, emit }: WorkerCall<readonly unknown[]>) =>
    fetchDiffList(url, signal, emit),
  /** Shows more lines around a file's changes; `text` is the file's new version. */
  expand: ({
    id,
    file,
    text,
    shown,
  }: {
    id: number;
    file: number;
    text: string;
    shown: readonly ShownLines[];
  }): Promise<DiffSummary> =>
    replace(id, file, expandPatch(openOf(id).sources[file]?.diff ?? "", splitLines(text).lines, shown)),
  /** Compares a file's two texts, each in its encoding, where the service left its diff out. */
  fill: ({
    id,
    file,
    before,
    after,
  }: {
    id: number;
    file: number;
    before: Uint8Array;
    after: Uint8Array;
  }) => {
    return replace(id, file, compareTexts(decodeDetected(before), decodeDetected(after)));
  },
  /** For each line of the newest of some versions, the index of the one that added it. */
  blameLines: ({ versions }: { versions: readonly string[] }): number[] => blameLines(versions),
  /** Number of conflicts between two sides of one base. */
  conflicts: ({ base, ours, theirs }: { base: string; ours: string; theirs: string }): number =>
    mergeLines(splitLines(base).lines, splitLines(ours).lines, splitLines(theirs).lines).conflicts,
  /** Diff of a file between two versions of a change. */
  interdiff: ({ from, to }: { from: VersionTexts; to: VersionTexts }): Interdiff => interdiff(from, to),
  /** Line numbers, from 1, of one text's lines in another; null where they are gone. */
  mapLines: ({ before, after, lines }: { before: string; after: string; lines: readonly number[] }) =>
    mapLines(before, after, lines),
  /** Names of changes, without opening them. */
  fingerprints: ({ sources }: { sources: readonly DiffSource[] }): Promise<string[]> =>
    Promise.all(
      sources.map(async (source) => (await FileDiff.read(await whole(source))).summary.fingerprint),
    ),
  close({ id }: { id: number }): void {
    open.delete(id);
  },
  /** The unified diff of two texts. */
  compare: ({ before, after, context }: { before: string; after: string; context?: number }): string =>
    compareTexts(before, after, context),
};

export type DiffMethods = typeof methods;

defineWorker(methods);

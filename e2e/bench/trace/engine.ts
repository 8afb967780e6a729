import { closeSync, openSync, readSync, statSync } from "node:fs";
import { IndexedTrace } from "../../../electron/host/traces/engine/indexed-trace.ts";
import type { StampKind } from "../../../electron/host/traces/engine/line-stamp.ts";
import { TraceFileBytes } from "../../../electron/host/traces/engine/trace-bytes.ts";
import { TraceThreads } from "../../../electron/host/traces/trace-reader.ts";
import { searchPieces } from "../../../electron/host/traces/trace-search.ts";
import { needle, pattern } from "./make-trace.ts";

/** Megabytes a second of the host's work on a stored trace, and of the same work without the host, in one process. */
export interface EngineRates {
  /** Counting line ends, looking for a word, and for a pattern in the decoded text, in pieces of the file. */
  readonly bareScan: number;
  readonly bareSearch: number;
  readonly barePattern: number;
  /** All lines indexed, and then sections, errors and warnings found. */
  readonly index: number;
  readonly analysis: number;
  /** All matches found by the host's threads. */
  readonly literal: number;
  readonly regex: number;
}

const pieceBytes = 1_048_576;

/** Measures the host's part without a host and a page. */
export async function measureEngine(path: string): Promise<EngineRates> {
  const { size } = statSync(path);
  const rate = (began: number) => size / 1e6 / ((performance.now() - began) / 1000);
  // The file is in the system's cache from here on.
  eachPiece(path, () => undefined);
  let began = performance.now();
  eachPiece(path, (piece) => count(piece, 10));
  const bareScan = rate(began);
  began = performance.now();
  eachPiece(path, (piece) => count(piece, needle));
  const bareSearch = rate(began);
  began = performance.now();
  const bare = new RegExp(pattern, "gi");
  eachPiece(path, (piece) => void piece.toString().match(bare));
  const barePattern = rate(began);
  const { index, analysis, stamp } = await measureIndex(path, size);
  const threads = new TraceThreads(
    new URL("../../../electron/host/traces/engine/trace-worker.ts", import.meta.url),
  );
  const search = async (text: string, regex: boolean) => {
    const query = { text, regex, matchCase: false, word: false };
    const extent = { path, from: 0, size, ended: true, stamp, query, maxHits: 0 };
    const start = performance.now();
    for await (const _ of searchPieces(threads, extent, new AbortController().signal));
    return rate(start);
  };
  try {
    // The first ones start and warm up the threads.
    await search(needle, false);
    await search(pattern, true);
    return {
      ...{ bareScan, bareSearch, barePattern, index, analysis },
      literal: await search(needle, false),
      regex: await search(pattern, true),
    };
  } finally {
    threads.close();
  }
}

/** Indexing ends with the first report of all lines; what is analysed after it is timed by itself. */
async function measureIndex(
  path: string,
  size: number,
): Promise<{ index: number; analysis: number; stamp: StampKind }> {
  const source = new TraceFileBytes(path);
  const began = performance.now();
  let indexed = 0;
  const trace = new IndexedTrace(source, ({ complete }) => {
    if (complete) indexed ||= performance.now();
  });
  await trace.grow(size, true);
  const done = performance.now();
  source.close();
  const rate = (ms: number) => size / 1e6 / (ms / 1000);
  return { index: rate(indexed - began), analysis: rate(done - indexed), stamp: trace.index.stamp };
}

function eachPiece(path: string, work: (piece: Buffer) => void): void {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(pieceBytes);
  for (let at = 0, read = 1; read > 0; at += read) {
    read = readSync(file, buffer, 0, pieceBytes, at);
    work(buffer.subarray(0, read));
  }
  closeSync(file);
}

function count(piece: Buffer, what: number | string): number {
  let found = 0;
  for (let at = piece.indexOf(what); at >= 0; at = piece.indexOf(what, at + 1)) found++;
  return found;
}

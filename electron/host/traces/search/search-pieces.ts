import type { TraceQuery } from "../../../../shared/trace/trace-types.ts";
import { TimeLimitError } from "../../../../shared/workers/time-limit.ts";
import type { StampKind } from "../engine/line-stamp.ts";
import type { PieceMatches } from "../engine/search/search-piece.ts";
import type { TraceThreads } from "../reading/trace-threads.ts";

/** Bytes that are searched at once, and pieces that wait in each thread while it searches another one. */
const [pieceBytes, piecesAhead] = [4_194_304, 2];

/** Part of a stored trace to search. */
export interface SearchedExtent {
  readonly path: string;
  /** Offset of the beginning of a line. */
  readonly from: number;
  readonly size: number;
  /** There are no more bytes, so that the last line is complete. */
  readonly ended: boolean;
  readonly stamp: StampKind;
  readonly query: TraceQuery;
  /** Matching lines that are returned with their text, in all. */
  readonly maxHits: number;
}

/**
 * Yields what is found in each piece of a stored trace, in order, while the threads search the next ones side by side.
 * Throws where the query is not a pattern, and TimeLimitError where it takes too long.
 */
export async function* searchPieces(
  searching: Pick<TraceThreads, "lendSearching">,
  { path, from, size, ended, stamp, query, maxHits }: SearchedExtent,
  signal: AbortSignal,
): AsyncGenerator<PieceMatches, void> {
  const { threads, release } = searching.lendSearching();
  const stopped = new AbortController();
  const options = { signal: AbortSignal.any([signal, stopped.signal]) };
  const running: Promise<PieceMatches>[] = [];
  let [next, started, hits] = [from, 0, 0];
  const start = () => {
    const thread = threads[started++ % threads.length];
    const piece = { from: next, to: next + pieceBytes, size, ended, stamp, query, maxHits: maxHits - hits };
    next += pieceBytes;
    const found = thread?.call("search", { path, piece }, options);
    // Rejected pieces behind one that throws are not waited for.
    found?.catch(() => undefined);
    if (found) running.push(found);
  };
  try {
    while (running.length > 0 || next < size) {
      while (next < size && running.length < threads.length * piecesAhead) start();
      const found = await running.shift();
      if (!found) return;
      hits += found.hits.length;
      yield found;
    }
  } finally {
    stopped.abort();
    release();
  }
}

/** Returns why a search failed, for the user. */
export function problemOf(error: unknown): string {
  if (error instanceof TimeLimitError) return "The pattern takes too long. Use a simpler one.";
  return error instanceof Error ? error.message : String(error);
}

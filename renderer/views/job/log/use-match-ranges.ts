import { useEffect, useRef, useState } from "react";
import type { OpenTrace } from "../../../api/traces/open-trace.ts";

type Ranges = readonly (readonly [start: number, end: number])[];

const none: ReadonlyMap<number, Ranges> = new Map();
/** Lines of a gap up to which two runs are read together. */
const bridgedLines = 16;
const maxCachedLines = 20_000;

/**
 * Returns the match ranges of the lines in view. `searched` is the query, empty for none; `count` is the number of
 * matching lines so far, `last` the last line of the log, which may still grow.
 */
export function useMatchRanges(
  trace: OpenTrace,
  searched: string,
  count: number,
  shown: readonly number[],
  last: number,
): ReadonlyMap<number, Ranges> {
  const cache = useRef(emptyCache(searched));
  const [, redraw] = useState(0);
  if (cache.current.searched !== searched || cache.current.lines.size > maxCachedLines) {
    cache.current = emptyCache(searched);
  }
  const key = `${searched} ${count} ${shown[0]} ${shown.at(-1)} ${shown.length} ${last}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has the relevant parts
  useEffect(() => {
    if (searched === "") return;
    const store = cache.current;
    const missing = shown.filter(
      (line) => (!store.lines.has(line) && !store.pending.has(line)) || line === last,
    );
    const read = async ([from, to]: readonly [number, number]) => {
      for (let line = from; line < to; line++) store.pending.add(line);
      try {
        const found = await trace.matchesIn(from, to);
        for (let line = from; line < to; line++) store.lines.set(line, []);
        for (const { line, ranges } of found) store.lines.set(line, ranges);
      } finally {
        for (let line = from; line < to; line++) store.pending.delete(line);
      }
      if (cache.current === store) redraw((times) => times + 1);
    };
    for (const run of runsOf(missing)) read(run).catch(() => undefined);
  }, [trace, key]);
  return searched === "" ? none : cache.current.lines;
}

interface RangesCache {
  readonly searched: string;
  readonly lines: Map<number, Ranges>;
  /** Lines that are being read. */
  readonly pending: Set<number>;
}

const emptyCache = (searched: string): RangesCache => ({ searched, lines: new Map(), pending: new Set() });

/** Joins lines in order to runs `[from, to)`. */
function runsOf(lines: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line >= run[0] && line - run[1] <= bridgedLines) run[1] = Math.max(run[1], line + 1);
    else runs.push([line, line + 1]);
  }
  return runs;
}

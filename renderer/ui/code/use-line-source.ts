import { useEffect, useRef, useState } from "react";

/** Lines that live outside of the page's thread. */
export interface LineSource {
  readonly lines: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Lines `from` to `to` (exclusive), from 0, without their ends. */
  readLines(from: number, to: number, signal?: AbortSignal): Promise<readonly string[]>;
  search(query: string, regex: boolean, limit: number, signal?: AbortSignal): Promise<readonly LineMatch[]>;
}

export interface LineMatch {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

const block = 200;
const kept = 40;

/** Visible lines of a source, fetched in blocks that are kept for a while. */
export function useLines(source: LineSource, from: number, to: number): (line: number) => string | undefined {
  const store = useRef({ source, blocks: new Map<number, readonly string[] | null>() });
  if (store.current.source !== source) store.current = { source, blocks: new Map() };
  const [, redraw] = useState(0);
  const first = Math.floor(from / block);
  const last = Math.floor(Math.max(from, to - 1) / block);
  useEffect(() => {
    const current = store.current;
    for (let index = first; index <= last; index++) {
      if (current.blocks.has(index)) continue;
      current.blocks.set(index, null);
      source.readLines(index * block, (index + 1) * block).then(
        (lines) => {
          current.blocks.delete(index);
          current.blocks.set(index, lines);
          for (const old of [...current.blocks.keys()].slice(0, -kept)) current.blocks.delete(old);
          redraw((count) => count + 1);
        },
        () => current.blocks.delete(index),
      );
    }
  }, [source, first, last]);
  return (line) => store.current.blocks.get(Math.floor(line / block))?.[line % block];
}

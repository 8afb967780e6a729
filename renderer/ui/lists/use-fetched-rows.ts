import { useEffect, useRef, useState } from "react";

/** Reads rows `from` to `to` (exclusive) from a worker or the host. */
export type ReadRows<T> = (from: number, to: number) => Promise<readonly T[]>;

const blockRows = 200;
const maxCachedBlocks = 40;

/** Visible rows of a source, fetched in blocks and cached. Another `read` is another source. */
export function useFetchedRows<T>(
  read: ReadRows<T>,
  from: number,
  to: number,
): (index: number) => T | undefined {
  const store = useRef({ read, blocks: new Map<number, readonly T[] | null>() });
  if (store.current.read !== read) store.current = { read, blocks: new Map() };
  const [, redraw] = useState(0);
  const first = Math.floor(from / blockRows);
  const last = Math.floor(Math.max(from, to - 1) / blockRows);
  useEffect(() => {
    const current = store.current;
    for (let index = first; index <= last; index++) {
      if (current.blocks.has(index)) continue;
      current.blocks.set(index, null);
      read(index * blockRows, (index + 1) * blockRows).then(
        (rows) => {
          current.blocks.delete(index);
          current.blocks.set(index, rows);
          for (const old of [...current.blocks.keys()].slice(0, -maxCachedBlocks)) current.blocks.delete(old);
          redraw((count) => count + 1);
        },
        () => current.blocks.delete(index),
      );
    }
  }, [read, first, last]);
  return (index) => store.current.blocks.get(Math.floor(index / blockRows))?.[index % blockRows];
}

import { startTransition, useEffect, useRef, useState } from "react";
import type { DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";

type Entries = readonly DiffEntry[];

/** Received entries of versions that are being read or that broke off, by URL. */
const partialVersions = new Map<string, Entries>();
const listeners = new Set<() => void>();

const none: Entries = [];

/** A version whose entries are being received. */
interface PartialVersion {
  add(more: Entries): void;
  /** Ends the version and returns all of its entries. */
  end(): Entries;
}

/**
 * Starts to collect a version's entries. Entries of an attempt that broke off stay the same objects, so that nothing
 * re-renders while they are received again.
 */
export function startPartialVersion(url: string, signal: AbortSignal): PartialVersion {
  let count = 0;
  const put = (entries: Entries | undefined) => {
    if (entries) partialVersions.set(url, entries);
    else partialVersions.delete(url);
    for (const listener of listeners) listener();
  };
  signal.addEventListener("abort", () => put(undefined), { once: true });
  return {
    add(more) {
      if (signal.aborted) return;
      const before = partialVersions.get(url) ?? none;
      const same = more.map((entry, i) => {
        const known = before[count + i];
        return known && isSame(known, entry) ? known : entry;
      });
      const next = [...before.slice(0, count), ...same];
      count = next.length;
      if (next.every((entry, i) => entry === before[i])) return;
      put(next);
    },
    end() {
      const entries = (partialVersions.get(url) ?? none).slice(0, count);
      // From now on the query's data has them. No listener is notified: its component may render before it has that data.
      setTimeout(() => partialVersions.delete(url));
      return entries;
    },
  };
}

const isSame = (a: DiffEntry, b: DiffEntry): boolean =>
  a.old_path === b.old_path && a.new_path === b.new_path && a.diff === b.diff;

/** Calls back when entries were received or dropped; returns how to unsubscribe. */
export function onPartialVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the entries received so far of a version that is being read; empty where none is. */
export function usePartialVersion(url: string): Entries {
  const [partial, setPartial] = useState({ url, entries: partialVersions.get(url) ?? none });
  const entries = partial.url === url ? partial.entries : (partialVersions.get(url) ?? none);
  const latest = useRef(entries);
  latest.current = entries;
  useEffect(() => {
    const listener = () => {
      const next = partialVersions.get(url) ?? none;
      if (next === latest.current) return;
      // The first entries are rendered at once, the others without blocking input.
      if (latest.current.length === 0) setPartial({ url, entries: next });
      else startTransition(() => setPartial({ url, entries: next }));
    };
    listener();
    return onPartialVersion(listener);
  }, [url]);
  return entries;
}

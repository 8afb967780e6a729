import { startTransition, useEffect, useRef, useState } from "react";
import type { DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";

type Entries = readonly DiffEntry[];

/** What has come of the versions that are being read, or that broke off, by their addresses. */
const partialVersions = new Map<string, Entries>();
const listeners = new Set<() => void>();

const none: Entries = [];

/** A version's entries on their way. */
interface PartialVersion {
  add(more: Entries): void;
  /** Ends the version and returns all of its entries. */
  end(): Entries;
}

/**
 * Begins to gather a version's entries. What came before an earlier try broke off stays where it was, as the very same
 * objects, so that nothing moves while it comes again.
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
      // Whoever shows them finds them in the query's data from now on.
      setTimeout(() => put(undefined));
      return entries;
    },
  };
}

const isSame = (a: DiffEntry, b: DiffEntry): boolean =>
  a.old_path === b.old_path && a.new_path === b.new_path && a.diff === b.diff;

/** What has come so far of a version that is being read; empty where none is. */
export function usePartialVersion(url: string): Entries {
  const [told, setTold] = useState({ url, entries: partialVersions.get(url) ?? none });
  const entries = told.url === url ? told.entries : (partialVersions.get(url) ?? none);
  const latest = useRef(entries);
  latest.current = entries;
  useEffect(() => {
    const listener = () => {
      const next = partialVersions.get(url) ?? none;
      if (next === latest.current) return;
      // The first entries are rendered at once, the others without blocking input.
      if (latest.current.length === 0) setTold({ url, entries: next });
      else startTransition(() => setTold({ url, entries: next }));
    };
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [url]);
  return entries;
}

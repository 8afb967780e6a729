import { startTransition, useEffect, useEffectEvent, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";

type Files = readonly DiffFile[];

/** Received files of lists that are being read or that broke off, by URL. */
const partialLists = new Map<string, Files>();
const listeners = new Set<() => void>();

const none: Files = [];

/** A list whose files are being received. */
interface PartialFiles {
  add(more: Files): void;
  /** Ends the list and returns all of its files. */
  end(): Files;
}

/**
 * Starts to collect the files of a list. Files of an attempt that broke off stay the same objects, so that nothing
 * re-renders while they are received again.
 */
export function startPartialFiles(url: string, signal: AbortSignal): PartialFiles {
  let count = 0;
  const put = (files: Files | undefined) => {
    if (files) partialLists.set(url, files);
    else partialLists.delete(url);
    for (const listener of listeners) listener();
  };
  signal.addEventListener("abort", () => put(undefined), { once: true });
  return {
    add(more) {
      if (signal.aborted) return;
      const before = partialLists.get(url) ?? none;
      const same = more.map((file, i) => {
        const known = before[count + i];
        return known && isSame(known, file) ? known : file;
      });
      const next = [...before.slice(0, count), ...same];
      count = next.length;
      if (next.every((file, i) => file === before[i])) return;
      put(next);
    },
    end() {
      const files = (partialLists.get(url) ?? none).slice(0, count);
      // From now on the query's data has them. No listener is notified: its component may render before it has that data.
      setTimeout(() => partialLists.delete(url));
      return files;
    },
  };
}

const isSame = (a: DiffFile, b: DiffFile): boolean =>
  a.old_path === b.old_path && a.new_path === b.new_path && a.diff === b.diff;

/** Calls back when files were received or dropped; returns how to unsubscribe. */
export function onPartialFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the files received so far of a list that is being read; empty where none is. */
export function usePartialFiles(url: string): Files {
  const [partial, setPartial] = useState({ url, files: partialLists.get(url) ?? none });
  const files = partial.url === url ? partial.files : (partialLists.get(url) ?? none);
  const update = useEffectEvent(() => {
    const next = partialLists.get(url) ?? none;
    if (next === files) return;
    // The first files are rendered at once, the others without blocking input.
    if (files.length === 0) setPartial({ url, files: next });
    else startTransition(() => setPartial({ url, files: next }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may have files already
  useEffect(() => {
    update();
    return onPartialFiles(() => update());
  }, [url]);
  return files;
}

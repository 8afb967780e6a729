import { startTransition } from "react";
import { type DiffFile, sourceOf } from "../../../shared/diff/diff-file.ts";
import type { DiffEngine, DiffSummary, OpenDiff } from "../../../shared/diff/diff-types.ts";

/** A comparison and the options of reading it. */
export interface DiffInput {
  readonly engine: DiffEngine;
  readonly files: readonly DiffFile[];
  /** Further files will follow. */
  readonly isStreaming: boolean;
  readonly ignoreWhitespace: boolean;
}

/** A comparison that is open in the engine. */
export interface DiffSession {
  readonly open: OpenDiff;
  /** Returns whether a file of it was read: what can be read once can be read again. */
  isRead(): boolean;
  /** Continues the same comparison with more files; false where it is another. */
  grow(input: DiffInput): boolean;
  close(): void;
}

interface Listeners {
  /** Summaries of the files that were read, by index. */
  readonly onSummaries: (summaries: readonly (DiffSummary | undefined)[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Milliseconds between two layouts while files are read; the cost of one grows with the number of files. */
const layoutIntervalMs = 100;

/** Opens files in the engine. Summaries arrive in slices; the first are emitted at once, later ones at intervals. */
export function openSession(first: DiffInput, { onSummaries, onFailure }: Listeners): DiffSession {
  const controller = new AbortController();
  const { engine, ignoreWhitespace } = first;
  const summaries: (DiffSummary | undefined)[] = new Array(first.files.length).fill(undefined);
  let { files, isStreaming } = first;
  let read = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const publish = () => {
    timer = undefined;
    if (!controller.signal.aborted) onSummaries([...summaries]);
  };
  const take = (start: number, more: readonly DiffSummary[]) => {
    for (const [i, summary] of more.entries()) summaries[start + i] = summary;
    const isFirst = read === 0;
    const end = start + more.length;
    const wait = isStreaming || (read < files.length && end < files.length) ? layoutIntervalMs : 0;
    read = Math.max(read, end);
    if (isFirst) return publish();
    if (wait === 0) clearTimeout(timer);
    else if (timer !== undefined) return;
    timer = setTimeout(wait === 0 ? publish : () => startTransition(publish), wait);
  };
  const sources = files.map(sourceOf);
  const open = engine.open(sources, take, controller.signal, { ignoreWhitespace }, isStreaming);
  const watch = () =>
    open.ready.catch((error: unknown) => {
      if (!controller.signal.aborted) onFailure(error);
    });
  void watch();
  return {
    open,
    isRead: () => read > 0,
    grow(next) {
      if (next.engine !== engine || next.ignoreWhitespace !== ignoreWhitespace) return false;
      // An empty list is the beginning of every list, also of another comparison's.
      if (files.length === 0 || files.some((file, i) => next.files[i] !== file)) return false;
      const more = next.files.slice(files.length);
      ({ files, isStreaming } = next);
      for (const _ of more) summaries.push(undefined);
      open.add(more.map(sourceOf), isStreaming);
      void watch();
      return true;
    },
    close() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

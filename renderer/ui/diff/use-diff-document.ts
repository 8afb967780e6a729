import { startTransition, useLayoutEffect, useRef, useState } from "react";
import { type DiffFile, sourceOf } from "../../../shared/diff/diff-file.ts";
import type { DiffEngine, DiffReading, DiffSummary, OpenDiff } from "../../../shared/diff/diff-types.ts";

interface DiffDocument {
  /** Null until it was opened in the engine. */
  readonly open: OpenDiff | null;
  /** By file; undefined where a file has not been read yet. */
  readonly summaries: readonly (DiffSummary | undefined)[];
  /** Reason why the diff could not be read. */
  readonly failure: string | null;
}

const nothing: DiffDocument = { open: null, summaries: [], failure: null };

/**
 * Opens the files' diffs in the engine for as long as they are shown. While more files are streamed, those that follow the
 * present ones are added; any other list is opened as a new comparison.
 */
export function useDiffDocument(
  engine: DiffEngine,
  files: readonly DiffFile[],
  { ignoreWhitespace = false }: DiffReading = {},
  isStreaming = false,
): DiffDocument {
  const [document, setDocument] = useState(nothing);
  const session = useRef<DiffSession | null>(null);
  const [openings, setOpenings] = useState(0);
  // Before the browser paints, so that the engine works meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `openings` opens the diffs again in an engine that was restarted
  useLayoutEffect(() => {
    const input = { engine, files, isStreaming, ignoreWhitespace };
    if (session.current?.grow(input)) return;
    session.current?.close();
    session.current = openSession(input, {
      onSummaries: (summaries) => setDocument((now) => ({ ...now, summaries })),
      onFailure: (error) => setDocument((now) => ({ ...now, failure: String(error) })),
    });
    setDocument({ ...nothing, open: session.current.open });
  }, [engine, files, ignoreWhitespace, isStreaming, openings]);
  useLayoutEffect(
    () =>
      engine.onEnd(() => {
        if (!session.current?.isRead()) return;
        session.current.close();
        session.current = null;
        setOpenings((count) => count + 1);
      }),
    [engine],
  );
  useLayoutEffect(
    () => () => {
      session.current?.close();
      session.current = null;
    },
    [],
  );
  return document;
}

/** A comparison and the options of reading it. */
interface DiffInput {
  readonly engine: DiffEngine;
  readonly files: readonly DiffFile[];
  /** Further files will follow. */
  readonly isStreaming: boolean;
  readonly ignoreWhitespace: boolean;
}

/** A comparison that is open in the engine. */
interface DiffSession {
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

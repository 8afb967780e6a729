import { startTransition, useLayoutEffect, useState } from "react";
import {
  type DiffEngine,
  type DiffFile,
  type DiffReading,
  type DiffSummary,
  type OpenDiff,
  sourceOf,
} from "./diff-model.ts";

export interface DiffDocument {
  /** Null until it was opened in the engine. */
  readonly open: OpenDiff | null;
  /** By file; undefined where a file has not been read yet. */
  readonly summaries: readonly (DiffSummary | undefined)[];
  /** Why the diff could not be read. */
  readonly failure: string | null;
}

const nothing: DiffDocument = { open: null, summaries: [], failure: null };
/** Milliseconds between two layouts while files are read: each one costs as much as there are files. */
const pause = 100;

/** Opens the files' diffs in the engine for as long as they are shown. Summaries arrive in slices. */
export function useDiffDocument(
  engine: DiffEngine,
  files: readonly DiffFile[],
  { ignoreWhitespace = false }: DiffReading = {},
): DiffDocument {
  const [document, setDocument] = useState(nothing);
  // Before the browser draws, so that the engine works meanwhile.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const summaries: (DiffSummary | undefined)[] = new Array(files.length).fill(undefined);
    let read = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const publish = () => {
      timer = undefined;
      if (!controller.signal.aborted) setDocument((now) => ({ ...now, summaries: [...summaries] }));
    };
    const onSummaries = (start: number, more: readonly DiffSummary[]) => {
      for (const [i, summary] of more.entries()) summaries[start + i] = summary;
      const first = read === 0;
      const wait = read < files.length && start + more.length < files.length ? pause : 0;
      read = Math.max(read, start + more.length);
      if (first) return publish();
      if (wait === 0) clearTimeout(timer);
      else if (timer !== undefined) return;
      timer = setTimeout(wait === 0 ? publish : () => startTransition(publish), wait);
    };
    const open = engine.open(files.map(sourceOf), onSummaries, controller.signal, { ignoreWhitespace });
    setDocument({ ...nothing, open });
    open.ready.catch((error: unknown) => {
      if (!controller.signal.aborted) setDocument((now) => ({ ...now, failure: String(error) }));
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [engine, files, ignoreWhitespace]);
  return document;
}

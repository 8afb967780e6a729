import { useEffect, useState } from "react";
import {
  type DiffEngine,
  type DiffFile,
  type DiffReading,
  type DiffSummary,
  type OpenDiff,
  sourceOf,
} from "./diff-model.ts";

export interface DiffDocument {
  /** Null until the engine answers. */
  readonly open: OpenDiff | null;
  /** By file; undefined where a file has not been read yet. */
  readonly summaries: readonly (DiffSummary | undefined)[];
  /** Why the diff could not be read. */
  readonly failure: string | null;
}

const nothing: DiffDocument = { open: null, summaries: [], failure: null };

/** Opens the files' diffs in the engine for as long as they are shown. Summaries arrive in slices. */
export function useDiffDocument(
  engine: DiffEngine,
  files: readonly DiffFile[],
  { ignoreWhitespace = false }: DiffReading = {},
): DiffDocument {
  const [document, setDocument] = useState(nothing);
  useEffect(() => {
    const controller = new AbortController();
    const summaries: (DiffSummary | undefined)[] = new Array(files.length).fill(undefined);
    let frame = 0;
    const onSummaries = (start: number, more: readonly DiffSummary[]) => {
      for (const [i, summary] of more.entries()) summaries[start + i] = summary;
      // Several slices of a frame become one layout.
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setDocument((now) => ({ ...now, summaries: [...summaries] }));
      });
    };
    setDocument(nothing);
    engine.open(files.map(sourceOf), onSummaries, controller.signal, { ignoreWhitespace }).then(
      (open) => {
        if (!controller.signal.aborted) setDocument((now) => ({ ...now, open }));
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setDocument((now) => ({ ...now, failure: String(error) }));
      },
    );
    return () => {
      cancelAnimationFrame(frame);
      controller.abort();
    };
  }, [engine, files, ignoreWhitespace]);
  return document;
}

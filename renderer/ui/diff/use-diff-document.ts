import { useLayoutEffect, useRef, useState } from "react";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { DiffEngine, DiffReading, DiffSummary, OpenDiff } from "../../../shared/diff/diff-types.ts";
import { type DiffSession, openSession } from "./diff-session.ts";

export interface DiffDocument {
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

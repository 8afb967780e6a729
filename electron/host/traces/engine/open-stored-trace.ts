import { IndexedTrace, type IndexReport } from "./indexed-trace.ts";
import { readStoredIndex, writeStoredIndex } from "./stored-index.ts";
import { TraceFileBytes } from "./trace-bytes.ts";

/** Paths of a stored trace and of what is known of it. */
export interface TraceFiles {
  readonly log: string;
  readonly index: string;
}

/** Stored part of a trace. */
export interface StoredExtent {
  readonly size: number;
  /** There will be no more bytes. */
  readonly ended: boolean;
}

/** A stored trace that a thread has open. */
export interface StoredTrace {
  readonly trace: IndexedTrace;
  /** Reads what is stored now. Resolves once it is indexed and analysed. */
  grow(extent: StoredExtent): Promise<void>;
  close(): void;
}

/** Opens a stored trace, with what an earlier run found out about it. */
export function openStoredTrace(
  files: TraceFiles,
  extent: StoredExtent,
  onReport: (report: IndexReport) => void,
  isAnalysisPaused?: () => boolean,
): StoredTrace {
  const source = new TraceFileBytes(files.log);
  const stored = extent.ended ? readStoredIndex(files.index, extent.size, source) : null;
  const trace = new IndexedTrace(source, onReport, { ...stored, isAnalysisPaused });
  let isStored = stored !== null;
  let isClosed = false;
  return {
    trace,
    async grow({ size, ended }) {
      await trace.grow(size, ended);
      if (!ended || isStored || isClosed) return;
      isStored = true;
      writeStoredIndex(files.index, trace);
    },
    close() {
      isClosed = true;
      trace.close();
      source.close();
    },
  };
}

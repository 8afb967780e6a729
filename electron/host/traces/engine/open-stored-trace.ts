import { readFileSync, writeFileSync } from "node:fs";
import { Analyser, AnalysisPass } from "./analysis/analyser.ts";
import { IndexedTrace, type IndexReport } from "./indexed-trace.ts";
import { LineIndex } from "./line-index.ts";
import {
  type StoredFindings,
  type StoredIndex,
  storedFindings,
  storedIndex,
  storedVersion,
} from "./stored-shape.ts";
import { type TraceBytes, TraceFileBytes } from "./trace-bytes.ts";

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
  isAnalysisPaused: () => boolean = () => false,
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

/**
 * Returns what was stored of a complete trace of `size` bytes; null where there is nothing of this one. Its findings, which
 * grow with the trace, are parsed when they are first needed: the first lines are shown without them.
 */
function readStoredIndex(
  path: string,
  size: number,
  source: TraceBytes,
): { readonly index: LineIndex; readonly analysis: AnalysisPass } | null {
  try {
    const text = readFileSync(path, "utf8");
    const end = text.indexOf("\n");
    const stored = storedIndex.parse(JSON.parse(text.slice(0, end)));
    const findings = text.slice(end + 1);
    if (stored.lines.bytes !== size || stored.findings !== findings.length) return null;
    const index = LineIndex.restore(stored.lines);
    const read = () => storedFindings.parse(JSON.parse(findings));
    const analyser = Analyser.restore(index.stamp, size, stored.summary, read);
    return { index, analysis: new AnalysisPass(index, source, analyser) };
  } catch {
    // Missing, damaged or of another version: the trace is indexed again.
    return null;
  }
}

/** Stores what is known of a complete trace, readable by this user alone. Without room on the disk nothing is stored. */
function writeStoredIndex(path: string, { index, analysis }: IndexedTrace): void {
  const { analyser } = analysis;
  if (!analyser) return;
  const { summary, findings } = analyser.store();
  const text = JSON.stringify(findings satisfies StoredFindings);
  const stored: StoredIndex = {
    version: storedVersion,
    findings: text.length,
    lines: index.store(),
    summary,
  };
  try {
    writeFileSync(path, `${JSON.stringify(stored)}\n${text}`, { mode: 0o600 });
  } catch {
    // It is indexed again the next time.
  }
}

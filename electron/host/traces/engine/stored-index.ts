import { readFileSync, writeFileSync } from "node:fs";
import { Analyser } from "./analysis/analyser.ts";
import { AnalysisPass } from "./analysis/analysis-pass.ts";
import type { IndexedTrace } from "./indexed-trace.ts";
import { LineIndex } from "./line-index.ts";
import { type StoredIndex, storedIndex, storedVersion } from "./stored-shape.ts";
import type { TraceBytes } from "./trace-bytes.ts";

/** Returns what was stored of a complete trace of `size` bytes; null where there is nothing of this one. */
export function readStoredIndex(
  path: string,
  size: number,
  source: TraceBytes,
): { readonly index: LineIndex; readonly analysis: AnalysisPass } | null {
  try {
    const stored = storedIndex.parse(JSON.parse(readFileSync(path, "utf8")));
    if (stored.index.bytes !== size) return null;
    const index = LineIndex.restore(stored.index);
    const analyser = Analyser.restore(index.stamp, size, stored.analysis);
    return { index, analysis: new AnalysisPass(index, source, analyser) };
  } catch {
    // Missing, damaged or of another version: the trace is indexed again.
    return null;
  }
}

/** Stores what is known of a complete trace, readable by this user alone. Without room on the disk nothing is stored. */
export function writeStoredIndex(path: string, { index, analysis }: IndexedTrace): void {
  const { analyser } = analysis;
  if (!analyser) return;
  const stored: StoredIndex = { version: storedVersion, index: index.store(), analysis: analyser.store() };
  try {
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 });
  } catch {
    // It is indexed again the next time.
  }
}

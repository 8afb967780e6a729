import { readFileSync, writeFileSync } from "node:fs";
import { Analyser } from "./analysis/analyser.ts";
import { AnalysisPass } from "./analysis/analysis-pass.ts";
import type { IndexedTrace } from "./indexed-trace.ts";
import { LineIndex } from "./line-index.ts";
import {
  type StoredFindings,
  type StoredIndex,
  storedFindings,
  storedIndex,
  storedVersion,
} from "./stored-shape.ts";
import type { TraceBytes } from "./trace-bytes.ts";

/**
 * Returns what was stored of a complete trace of `size` bytes; null where there is nothing of this one. Its findings, which
 * grow with the trace, are parsed when they are first needed: the first lines are shown without them.
 */
export function readStoredIndex(
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
export function writeStoredIndex(path: string, { index, analysis }: IndexedTrace): void {
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

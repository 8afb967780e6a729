import type { Position } from "../../../../shared/api/resources/discussions.ts";
import type { SuggestedLine } from "./suggestion.ts";

/** Lines shown above the ones that were commented. */
const linesAbove = 3;
/** Commented lines that are shown; of a longer range its end. */
const maxLines = 12;

/** The file and side whose lines a thread is on; null for a thread on no line. */
export function threadSide(position: Position): { readonly sha: string; readonly path: string } | null {
  const path = position.new_line ? position.new_path : position.old_path;
  if (!path || !(position.new_line ?? position.old_line)) return null;
  return { sha: position.new_line ? position.head_sha : position.base_sha, path };
}

/** Returns the commented lines of a file with those above them, as a diff draws them. */
export function threadLines(all: readonly string[], position: Position): SuggestedLine[] {
  const isNew = Boolean(position.new_line);
  const last = position.new_line ?? position.old_line ?? 0;
  const start = position.line_range?.start;
  const first = (isNew ? start?.new_line : start?.old_line) ?? last;
  const from = Math.max(1, last - maxLines + 1, Math.min(first, last) - linesAbove);
  // A line on both sides is context; the lines above may be of either kind.
  const kind = position.new_line && position.old_line ? "context" : isNew ? "added" : "removed";
  return all.slice(from - 1, last).map((text, i) => {
    const line = from + i;
    return {
      kind: line < first ? "context" : kind,
      oldLine: isNew ? null : line,
      newLine: isNew ? line : null,
      text: text.replace(/\r$/, ""),
    };
  });
}

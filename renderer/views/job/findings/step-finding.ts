import type { Finding } from "../../../../shared/trace/trace-types.ts";

/**
 * Returns the line of the next or previous finding after a line, around the ends. The first one where `line` is null or
 * no finding.
 */
export function stepFinding(
  findings: readonly Pick<Finding, "line">[],
  line: number | null,
  direction: 1 | -1,
): number | null {
  const at = line === null ? -1 : findings.findIndex((finding) => finding.line === line);
  const start = direction === 1 ? 0 : findings.length - 1;
  const next = at < 0 ? start : (at + direction + findings.length) % findings.length;
  return findings[next]?.line ?? null;
}

import type { ShownLines } from "../../../shared/diff/diff-types.ts";
import { type ParsedPatch, parsePatch, rowKind } from "./parse-patch.ts";

/**
 * Returns a patch with more lines around its changes: the requested lines join their hunks, and adjacent hunks become
 * one. `lines` is the file as it is after the patch.
 */
export function expandPatch(text: string, lines: readonly string[], shown: readonly ShownLines[]): string {
  const patch = parsePatch(text);
  const wanted = new Uint8Array(lines.length + 2);
  for (const { from, to } of shown) wanted.fill(1, Math.max(1, from), Math.min(lines.length + 1, to));
  const out: string[] = [];
  let hunk: { old: number; new: number; rows: string[]; oldCount: number; newCount: number } | null = null;
  let [oldLine, newLine] = [1, 1];
  const flush = () => {
    if (hunk) {
      const { rows, oldCount, newCount } = hunk;
      const start = (at: number, count: number) => (count === 0 ? at - 1 : at);
      out.push(
        `@@ -${start(hunk.old, oldCount)},${oldCount} +${start(hunk.new, newCount)},${newCount} @@`,
        ...rows,
      );
    }
    hunk = null;
  };
  const open = () => {
    hunk ??= { old: oldLine, new: newLine, rows: [], oldCount: 0, newCount: 0 };
    return hunk;
  };
  /** Goes on to a line of the new file; of the unchanged ones up to there those that are wanted are added. */
  const skipTo = (until: number) => {
    for (; newLine < until; newLine++, oldLine++) {
      if (wanted[newLine] !== 1) {
        flush();
        continue;
      }
      const current = open();
      current.rows.push(` ${lines[newLine - 1] ?? ""}`);
      current.oldCount++;
      current.newCount++;
    }
  };
  for (let row = 0; row < patch.count; row++) {
    const kind = patch.kinds[row];
    if (kind === rowKind.hunk) {
      const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(textOf(patch, row));
      // A hunk without new lines follows the line that its header names.
      skipTo(Number(header?.[3] ?? newLine) + (header?.[4] === "0" ? 1 : 0));
      continue;
    }
    const current = open();
    const sign = kind === rowKind.removed ? "-" : kind === rowKind.added ? "+" : " ";
    current.rows.push(sign + textOf(patch, row));
    if (patch.lacksNewline[row] === 1) current.rows.push("\\ No newline at end of file");
    if (kind !== rowKind.added) {
      current.oldCount++;
      oldLine++;
    }
    if (kind !== rowKind.removed) {
      current.newCount++;
      newLine++;
    }
  }
  skipTo(lines.length + 1);
  flush();
  return out.length > 0 ? `${out.join("\n")}\n` : "";
}

const textOf = ({ text, starts, ends }: ParsedPatch, row: number): string =>
  text.slice(starts[row], ends[row]);

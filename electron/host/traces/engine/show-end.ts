import type { TraceLine } from "../../../../shared/trace/trace-types.ts";
import { plainStyle } from "./ansi/text-style.ts";
import { LineIndex } from "./line-index.ts";
import { readLines } from "./read-lines.ts";
import { showLines } from "./show-lines.ts";

/** Lines that are shown. */
const maxLines = 200;

/**
 * Returns the last lines of a trace by its last bytes, as a terminal shows them, numbered from 0 at the first one that is
 * whole. `isWhole`: the bytes are all of the trace.
 */
export function showEnd(bytes: Uint8Array, isWhole: boolean): TraceLine[] {
  const lines = isWhole ? bytes : bytes.subarray(bytes.indexOf(10) + 1);
  const source = {
    read: (from: number, to: number) => lines.subarray(from, to),
    fill(target: Uint8Array, from: number): number {
      const part = lines.subarray(from, from + target.length);
      target.set(part);
      return part.length;
    },
  };
  const index = new LineIndex();
  index.add(lines);
  index.finish();
  const trace = {
    index,
    lines: (from: number, to: number, maxBytes: number) => readLines(index, source, from, to, maxBytes),
    styleAt: () => plainStyle,
  };
  return showLines(trace, Math.max(0, index.lines - maxLines), index.lines);
}

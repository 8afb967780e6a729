/** Lines `from` to `to`, both included, from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of `L10`, `L10-20` or `L10-L20` (with or without `#`); null for any other text. */
export function readLineRange(text: string): LineRange | null {
  const match = /^#?L(\d+)(?:-L?(\d+))?$/.exec(text);
  if (!match) return null;
  const [a, b] = [Number(match[1]), Number(match[2] ?? match[1])];
  return a > 0 && b > 0 ? { from: Math.min(a, b), to: Math.max(a, b) } : null;
}

/** Returns a range as text: `L10` or `L10-20`. */
export const writeLineRange = ({ from, to }: LineRange): string =>
  from === to ? `L${from}` : `L${from}-${to}`;

/** Returns the range after a click on a line's number: that line, or with Shift `previous` extended to it. */
export const extendRange = (previous: LineRange | null, line: number, shift: boolean): LineRange =>
  shift && previous
    ? { from: Math.min(previous.from, line), to: Math.max(line >= previous.from ? line : previous.to, line) }
    : { from: line, to: line };

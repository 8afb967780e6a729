/** Lines `from` to `to`, both included, from 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Reads `L10`, `L10-20`, `L10-L20` (with or without `#`); null where it is none of them. */
export function readLineRange(text: string): LineRange | null {
  const match = /^#?L(\d+)(?:-L?(\d+))?$/.exec(text);
  if (!match) return null;
  const [a, b] = [Number(match[1]), Number(match[2] ?? match[1])];
  return a > 0 && b > 0 ? { from: Math.min(a, b), to: Math.max(a, b) } : null;
}

/** `L10` or `L10-20`. */
export const writeLineRange = ({ from, to }: LineRange): string =>
  from === to ? `L${from}` : `L${from}-${to}`;

/** The range that a click on a line's number makes of the one before: with Shift it is drawn out. */
export const extendRange = (before: LineRange | null, line: number, shift: boolean): LineRange =>
  shift && before
    ? { from: Math.min(before.from, line), to: Math.max(line >= before.from ? line : before.to, line) }
    : { from: line, to: line };

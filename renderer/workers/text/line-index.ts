/** Offsets of the first byte of each line; one entry more than lines, the last being the end. */
export interface LineIndex {
  readonly starts: Uint32Array;
  readonly count: number;
  /** Bytes of the longest line, its end included. */
  readonly longest: number;
}

/** Finds the lines of a text (`\n` ends one; a last one without it counts, an empty rest does not). */
export function indexLines(bytes: Uint8Array): LineIndex {
  let starts = new Uint32Array(Math.max(16, Math.ceil(bytes.length / 32)));
  let count = 0;
  let longest = 0;
  let from = 0;
  while (from < bytes.length) {
    if (count + 1 >= starts.length) starts = grown(starts);
    starts[count++] = from;
    const found = bytes.indexOf(10, from);
    const next = found < 0 ? bytes.length : found + 1;
    longest = Math.max(longest, next - from);
    from = next;
  }
  if (count === 0) count = 1;
  starts[count] = bytes.length;
  return { starts: starts.slice(0, count + 1), count, longest };
}

function grown(starts: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(starts.length * 2);
  more.set(starts);
  return more;
}

/** Returns the number of the line that contains a byte offset, from 0. */
export function lineAt({ starts, count }: LineIndex, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

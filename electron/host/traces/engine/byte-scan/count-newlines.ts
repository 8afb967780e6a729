import { type ByteScan, startByteScan } from "./byte-scan.ts";

/** Bytes that are counted at once, in the processor's cache. */
const partBytes = 65_536;
/** Bytes behind a newline that show whether the next line has a stamp. */
const stampBytes = 32;

let scan: ByteScan | undefined;

/** Returns how many newlines there are. */
export function countNewlines(bytes: Uint8Array): number {
  scan ??= startByteScan();
  const memory = new Uint8Array(scan.memory.buffer);
  let newlines = 0;
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes);
    memory.set(part);
    newlines += scan.count(0, part.length);
  }
  return newlines;
}

/**
 * Returns the number of lines that begin behind the newlines in the bytes `from` to `to` (exclusive), where lines have a
 * runner's stamp; a line that continues the previous one does not count. The bytes behind `to` continue a line.
 */
export function countStampedLines(bytes: Uint8Array, from: number, to: number): number {
  scan ??= startByteScan();
  const memory = new Uint8Array(scan.memory.buffer);
  let lines = 0;
  for (let at = from; at < to; at += partBytes) {
    const end = Math.min(to, at + partBytes);
    const part = bytes.subarray(at, end + stampBytes);
    memory.set(part);
    memory.fill(0, part.length, end - at + stampBytes);
    lines += scan.countStamped(0, end - at);
  }
  return lines;
}

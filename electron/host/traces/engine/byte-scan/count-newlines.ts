import { type ByteScan, startByteScan } from "./byte-scan.ts";

/** Bytes that are counted at once, in the processor's cache. */
const partBytes = 65_536;

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

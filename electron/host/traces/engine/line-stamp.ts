/** The form of the times before lines: that of newer runners, a time alone, or none. */
export type StampKind = "runner" | "iso" | "none";

/** `2024-01-01T00:00:00.000000Z 00O ` before a line; `+` as the last character continues the line before. */
const runnerStamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) [\da-f]{2}[EO][ +]/;
const isoStamp = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)) /;
const continuation = /\n.{31}\+/g;

/** Bytes of a runner's stamp. */
export const runnerStampBytes = 32;
/** Bytes at the start of a trace after which the kind is known. */
export const stampDetectBytes = 64;

/** Returns the kind by the first line of a trace. */
export function detectStamp(start: Uint8Array): StampKind {
  const text = new TextDecoder("latin1").decode(start.subarray(0, stampDetectBytes));
  if (runnerStamp.test(text)) return "runner";
  return isoStamp.test(text) ? "iso" : "none";
}

/** Returns whether the bytes at `at`, after a newline, continue the previous line. */
export const continuesLine = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 31] === 43 && isRunnerStamp(bytes, at);

/** Returns whether a line begins with a runner's stamp, by where its signs are. */
const isRunnerStamp = (bytes: Uint8Array, at: number): boolean =>
  (bytes[at + 31] === 32 || bytes[at + 31] === 43) &&
  bytes[at + 4] === 45 &&
  bytes[at + 10] === 84 &&
  bytes[at + 26] === 90 &&
  bytes[at + 27] === 32;

/** Returns the length of the lines at the start of bytes whose end is known. */
export function completeLines(bytes: Uint8Array, stamp: StampKind): number {
  const stamped = stamp === "runner";
  const from = bytes.length - 1 - (stamped ? runnerStampBytes : 0);
  if (from < 0) return 0;
  let at = bytes.lastIndexOf(10, from);
  while (at >= 0 && stamped && continuesLine(bytes, at + 1))
    at = at === 0 ? -1 : bytes.lastIndexOf(10, at - 1);
  return at + 1;
}

interface UnstampedLine {
  readonly text: string;
  readonly timestamp?: string;
}

/** Returns a line, without its end, with its timestamps separated. */
export function unstamp(line: string, kind: StampKind): UnstampedLine {
  if (kind === "none") return { text: line };
  const found = (kind === "runner" ? runnerStamp : isoStamp).exec(line);
  const rest = found ? line.slice(found[0].length) : line;
  const text = kind === "runner" && rest.includes("\n") ? rest.replace(continuation, "") : rest;
  return found?.[1] ? { text, timestamp: found[1].replace(",", ".") } : { text };
}

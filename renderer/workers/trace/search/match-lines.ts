import { type MatchPattern, rangesIn } from "./match-pattern.ts";
import type { PlainBytes } from "./plain-bytes.ts";

/** Called with a line's index and its number of matches, in order. */
export type OnLine = (index: number, matches: number) => void;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** Letters of English and what logs are full of, the most frequent first: others are quicker to look for. */
const frequent = new TextEncoder().encode(" etaoinsrlcdpmuh0.f1/g-b:2y_=vw3\"',45kx678E9IA[]()S");

/** Reports the lines that match. */
export function matchLines(plain: PlainBytes, pattern: MatchPattern, onLine: OnLine): void {
  if (pattern.bytes && pattern.bytes.length > 0) matchBytes(plain, pattern.bytes, pattern.ignoreCase, onLine);
  else if (pattern.lines) matchText(plain, pattern.line, pattern.lines, onLine);
  else
    for (let i = 0; i < plain.lines; i++) {
      const found = rangesIn(textOf(plain, i), pattern.line).length;
      if (found > 0) onLine(i, found);
    }
}

/** Returns a line's text without its end. */
export function textOf({ bytes, starts }: PlainBytes, line: number): string {
  return utf8.decode(bytes.subarray(starts[line], starts[line + 1])).replace(/\n$/, "");
}

/** Looks for the rarest byte of what is searched, and compares where it is. */
function matchBytes(plain: PlainBytes, needle: Uint8Array, ignoreCase: boolean, onLine: OnLine): void {
  const bytes = plain.bytes.subarray(0, plain.length);
  const forms = ignoreCase ? [needle.map(lower), needle.map(upper)] : [needle, needle];
  const [low, high] = [forms[0] ?? needle, forms[1] ?? needle];
  const rare = rarest(low);
  const seen = [low[rare] ?? 0, high[rare] ?? 0] as const;
  const find = (byte: number, from: number) => {
    const at = bytes.indexOf(byte, from);
    return at < 0 ? bytes.length : at;
  };
  let [line, count] = [0, 0];
  let from = rare;
  let nextLow = find(seen[0], from);
  let nextHigh = seen[0] === seen[1] ? bytes.length : find(seen[1], from);
  for (;;) {
    const at = Math.min(nextLow, nextHigh);
    if (at >= bytes.length) break;
    from = at + 1;
    if (equals(bytes, at - rare, low, high)) {
      from = at + needle.length;
      if (at - rare >= (plain.starts[line + 1] ?? 0)) {
        if (count > 0) onLine(line, count);
        count = 0;
        line = plain.lineOf(at - rare, line);
      }
      count++;
    }
    if (nextLow < from) nextLow = find(seen[0], from);
    if (nextHigh < from) nextHigh = find(seen[1], from);
  }
  if (count > 0) onLine(line, count);
}

function equals(bytes: Uint8Array, at: number, low: Uint8Array, high: Uint8Array): boolean {
  if (at < 0 || at + low.length > bytes.length) return false;
  for (let i = 0; i < low.length; i++) {
    const byte = bytes[at + i];
    if (byte !== low[i] && byte !== high[i]) return false;
  }
  return true;
}

function rarest(needle: Uint8Array): number {
  let best = 0;
  let bestRank = -1;
  for (let i = 0; i < needle.length; i++) {
    const place = frequent.indexOf(needle[i] ?? 0);
    const rank = place < 0 ? frequent.length : place;
    if (rank > bestRank) [best, bestRank] = [i, rank];
  }
  return best;
}

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
const upper = (byte: number): number => (byte >= 97 && byte <= 122 ? byte - 32 : byte);

/** Looks through all lines at once; a line in which something begins is then looked at alone. */
function matchText(plain: PlainBytes, pattern: RegExp, lines: RegExp, onLine: OnLine): void {
  const text = utf8.decode(plain.bytes.subarray(0, plain.length));
  let [line, start] = [0, 0];
  lines.lastIndex = 0;
  for (let found = lines.exec(text); found && start < text.length; found = lines.exec(text)) {
    for (
      let end = text.indexOf("\n", start);
      end >= 0 && end < found.index;
      end = text.indexOf("\n", start)
    ) {
      start = end + 1;
      line++;
    }
    const end = text.indexOf("\n", start);
    const count = rangesIn(text.slice(start, end < 0 ? undefined : end), pattern).length;
    if (count > 0) onLine(line, count);
    if (end < 0) return;
    start = end + 1;
    line++;
    lines.lastIndex = start;
  }
}

import { completeLines, detectStamp, type StampKind } from "../line-stamp.ts";
import { plainLinesOf } from "../search/match-lines.ts";
import { shareThread } from "../share-thread.ts";
import type { TraceBytes } from "../trace-bytes.ts";

const month =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const [clock, year] = [
  String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: [A-Z]{3,4})?`,
  String.raw`(?:19|20)\d\d`,
];
const bar = "[=#*>█▉▊▋▌▍▎▏░▒▓━■□ .-]{3,}";

/** Patterns of text that differs in every run of a job, by the name that replaces it. */
const variable: readonly (readonly [name: string, pattern: string])[] = [
  // 2024-01-01T12:00:00.123Z, 2024/01/01 12:00, 2024-01-01
  [
    "time",
    String.raw`\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?Z\b| ?[+-]\d\d:?\d\d)?)?`,
  ],
  // Mon Jan  1 12:00:00 UTC 2024, 1 January 2024, Jan 1 12:00
  [
    "time",
    String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2} )?${month} +(?:\d{1,2},? +)?(?:${clock}(?: ${year})?|${year}(?:,? ${clock})?)\b`,
  ],
  ["time", String.raw`\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b`],
  // /tmp/tmp.x1/y, /var/folders/…, C:\Users\x\AppData\Local\Temp\…
  [
    "path",
    String.raw`(?:/private)?/(?:var/)?tmp/[^\s"'<>|:;,)]+|/var/folders/[^\s"'<>|:;,)]+|[A-Za-z]:\\[^\s"']*\\[Tt]e?mp\\[^\s"']+`,
  ],
  ["id", String.raw`\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b`],
  ["id", String.raw`\brunner-[\w-]+-concurrent-\d+\b`],
  // pid 12, sshd[12], job #12, Job ID: 12, /jobs/12, pipeline 12
  [
    "id",
    String.raw`(?<=\b(?:pid|PID|process|worker|thread|job|Job|pipeline|Pipeline|build|Build)s?(?: id| ID)?[ #=:/(]{1,3})\d+\b`,
  ],
  ["id", String.raw`(?<=\w\[)\d{2,}(?=\]:?)`],
  // 127.0.0.1:8080, localhost:8080, port 8080
  [
    "port",
    String.raw`(?<=(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[::1?\]):)\d{2,5}\b|(?<=\b[Pp]ort[ =:]{1,2})\d{2,5}\b`,
  ],
  // 12.5 MB/s
  ["speed", String.raw`\b\d+(?:\.\d+)? ?[kKMG]?i?B/s(?:ec)?\b`],
  // [===>  ] 45 %, 45%|███  |: other percentages, such as a coverage, are results
  ["progress", String.raw`\[${bar}\] ?\d+(?:\.\d+)? ?%|\b\d+(?:\.\d+)? ?% ?(?:\[${bar}\]|\|${bar}\|)`],
  // 12ms, 1m 30s, 2 minutes, in 0.5 seconds
  [
    "duration",
    String.raw`\b(?:\d+(?:\.\d+)? ?(?:h|hours?|m|mins?|minutes?|s|secs?|seconds?|ms|milliseconds?|µs|us|ns)\b[ ,]{0,2}(?:and )?)+`,
  ],
  // Seconds or milliseconds since 1970, from 2014 on
  ["time", String.raw`\b1[4-9]\d{8}(?:\d{3})?(?:\.\d+)?\b`],
  // 0x addresses; hashes have a digit and a letter, or are named
  [
    "hash",
    String.raw`\b0x[\da-fA-F]+\b|\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,64}\b|(?<=\b(?:[Cc]ommit|HEAD is now at|Checking out) )\d{7,40}\b`,
  ],
];

const pattern = new RegExp(variable.map(([, source]) => `(${source})`).join("|"), "g");

/** Returns a line's text with everything replaced that changes with every run. */
export function normaliseLine(text: string): string {
  if (!/\d/.test(text)) return text.trimEnd();
  return text
    .replace(pattern, (...found) => `<${variable[found.indexOf(found[0], 1) - 1]?.[0] ?? ""}> `)
    .trimEnd();
}

/** Returns 53 bits of a text, the same ones for the same text. */
function hashText(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (b & 0x1fffff) + (a >>> 0);
}

/** Lines of a trace that are compared; those after them count as equal to none. */
export const maxLines = 500_000;
/** Characters of a line that are compared. */
const maxText = 2_000;
const pieceBytes = 1_048_576;

/** Assigns numbers to lines; lines that differ only in text which changes with every run get the same number. */
export class LineNumbers {
  readonly #numbers = new Map<number, number>();

  of(text: string): number {
    const hash = hashText(normaliseLine(text.slice(0, maxText)));
    let number = this.#numbers.get(hash);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(hash, number);
    }
    return number;
  }

  /** Reads the first `size` bytes of a trace; calls back with the bytes that were read. */
  async read(source: TraceBytes, size: number, onRead: (bytes: number) => void): Promise<Int32Array> {
    const pieces = new LinePieces();
    const turn = shareThread();
    let numbers = new Int32Array(4_096);
    let count = 0;
    const add = async (bytes: Uint8Array | null) => {
      if (!bytes) return;
      for (const line of plainLinesOf(bytes, pieces.stamp)) {
        if (count >= maxLines) return;
        if (count === numbers.length) {
          const more = new Int32Array(count * 2);
          more.set(numbers);
          numbers = more;
        }
        numbers[count++] = this.of(line);
        if (count % 512 === 0) await turn();
      }
    };
    for (let at = 0; at < size && count < maxLines; ) {
      const bytes = source.read(at, Math.min(size, at + pieceBytes));
      if (bytes.length === 0) break;
      at += bytes.length;
      await add(pieces.add(bytes));
      onRead(bytes.length);
    }
    await add(pieces.finish());
    return numbers.slice(0, count);
  }
}

/** Bytes of a line beyond which it is read in parts. */
const maxLineBytes = 16_777_216;

/** Cuts bytes that arrive in chunks of any size into pieces of whole lines. */
class LinePieces {
  #rest = new Uint8Array();
  #stamp: StampKind | undefined;

  get stamp(): StampKind {
    return this.#stamp ?? "none";
  }

  /** Returns the lines that are complete now; null for none. */
  add(chunk: Uint8Array): Uint8Array | null {
    const bytes = this.#rest.length > 0 ? join(this.#rest, chunk) : chunk;
    this.#stamp ??= bytes.length > 0 ? detectStamp(bytes) : undefined;
    const end = bytes.length > maxLineBytes ? bytes.length : completeLines(bytes, this.stamp);
    this.#rest = bytes.slice(end);
    return end > 0 ? bytes.subarray(0, end) : null;
  }

  /** Returns the last line, if nothing ended it. */
  finish(): Uint8Array | null {
    const rest = this.#rest;
    this.#rest = new Uint8Array();
    return rest.length > 0 ? rest : null;
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

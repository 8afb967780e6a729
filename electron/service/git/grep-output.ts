import { decodeText } from "./text.ts";

/** Some lines of a file around a match. */
export interface GrepMatch {
  readonly path: string;
  /** Line number of the first line, from 1. */
  readonly start: number;
  /** Lines with their line ends, the match among them. */
  readonly data: string;
}

/** Bytes of a line above which its end is left out. */
const maxLineBytes = 20_000;

/** One line that `git grep --null --line-number` printed. */
interface Line {
  readonly path: string;
  readonly number: number;
  readonly content: Buffer;
}

/**
 * Reads what `git grep --null --line-number --context` prints about a commit with a hash of `hashSize` characters:
 * `hash:path NUL number NUL line`, and `--` between groups of lines. Lines of one group that follow each other are one
 * match.
 */
export async function* parseMatches(
  output: AsyncIterable<Buffer>,
  hashSize: number,
): AsyncGenerator<GrepMatch> {
  let group: Line[] = [];
  for await (const line of parseLines(output, hashSize)) {
    const last = group.at(-1);
    if (last && line && last.path === line.path && last.number + 1 === line.number) group.push(line);
    else {
      if (group.length > 0) yield toMatch(group);
      group = line ? [line] : [];
    }
  }
  if (group.length > 0) yield toMatch(group);
}

const toMatch = (lines: readonly Line[]): GrepMatch => ({
  path: lines[0]?.path ?? "",
  start: lines[0]?.number ?? 1,
  data: decodeText(Buffer.concat(lines.map(({ content }) => content))),
});

/** The lines one by one; null between groups. */
async function* parseLines(output: AsyncIterable<Buffer>, hashSize: number): AsyncGenerator<Line | null> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output) {
    const buffer: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (at < buffer.length) {
      const end = endOfLine(buffer, at);
      if (end < 0) break;
      yield toLine(buffer.subarray(at, end), hashSize);
      at = end;
    }
    rest = buffer.subarray(at);
  }
  if (rest.length > 0) yield toLine(rest, hashSize);
}

/** Where the line that begins at `at` ends, its line feed included; -1 where that has not arrived. Paths may hold line feeds. */
function endOfLine(buffer: Buffer, at: number): number {
  if (buffer[at] === 45) return buffer.indexOf(10, at) + 1 || -1;
  const path = buffer.indexOf(0, at);
  const number = path < 0 ? -1 : buffer.indexOf(0, path + 1);
  return number < 0 ? -1 : buffer.indexOf(10, number + 1) + 1 || -1;
}

function toLine(bytes: Buffer, hashSize: number): Line | null {
  if (bytes[0] === 45) return null;
  const path = bytes.indexOf(0);
  const number = bytes.indexOf(0, path + 1);
  const content = bytes.subarray(number + 1);
  return {
    path: bytes.toString("utf8", hashSize + 1, path),
    number: Number(bytes.toString("latin1", path + 1, number)),
    content:
      content.length > maxLineBytes
        ? Buffer.concat([content.subarray(0, maxLineBytes), Buffer.from("\n")])
        : content,
  };
}

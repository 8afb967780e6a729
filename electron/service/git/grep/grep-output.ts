/** Some lines of a file around a match. */
export interface RawMatch {
  readonly path: string;
  /** Line number of the first line, from 1. */
  readonly start: number;
  /** Lines with their line ends, the match among them. */
  readonly data: Buffer;
}

/** Bytes of a line above which its end is left out. */
const maxLineBytes = 20_000;

const lineFeed = Buffer.from("\n");

/**
 * Reads what `git grep --null --line-number --context` prints about a commit with a hash of `hashSize` characters:
 * `hash:path NUL number NUL line`, and `--` between groups of lines. Lines of one group that follow each other are one
 * match.
 */
export class GrepParser {
  readonly #hashSize: number;
  readonly #emit: (match: RawMatch) => void;
  #rest: Buffer = Buffer.alloc(0);
  /** Lines of the match that is being read. */
  #lines: Buffer[] = [];
  #path = "";
  #start = 0;
  /** The rest of a very long line is arriving. */
  #isSkipping = false;

  constructor(hashSize: number, emit: (match: RawMatch) => void) {
    this.#hashSize = hashSize;
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    let buffer: Buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    if (this.#isSkipping) {
      at = chunk.indexOf(10) + 1;
      if (at === 0) return;
      this.#isSkipping = false;
      this.#take(Buffer.concat([this.#rest, lineFeed]));
      buffer = chunk;
    }
    for (let end = endOfLine(buffer, at); end > 0; end = endOfLine(buffer, at)) {
      this.#take(buffer.subarray(at, end));
      at = end;
    }
    this.#rest = buffer.subarray(at);
    const content = startOfContent(this.#rest);
    this.#isSkipping = content > 0 && this.#rest.length > content + maxLineBytes;
    if (this.#isSkipping) this.#rest = Buffer.from(this.#rest.subarray(0, content + maxLineBytes));
  }

  end(): void {
    // The last line of a file may lack its line feed.
    if (this.#rest.length > 0) this.#take(this.#rest);
    this.#close();
  }

  #take(line: Buffer): void {
    if (isSeparator(line)) {
      this.#close();
      return;
    }
    const pathEnd = line.indexOf(0);
    const numberEnd = line.indexOf(0, pathEnd + 1);
    const path = line.toString("utf8", this.#hashSize + 1, pathEnd);
    const number = Number(line.toString("latin1", pathEnd + 1, numberEnd));
    if (path !== this.#path || number !== this.#start + this.#lines.length) this.#close();
    if (this.#lines.length === 0) [this.#path, this.#start] = [path, number];
    const content = line.subarray(numberEnd + 1);
    const cut = content.length > maxLineBytes;
    this.#lines.push(cut ? Buffer.concat([content.subarray(0, maxLineBytes), lineFeed]) : content);
  }

  #close(): void {
    if (this.#lines.length === 0) return;
    const data = Buffer.concat(this.#lines.splice(0));
    this.#emit({ path: this.#path, start: this.#start, data });
  }
}

/** A hash begins every other line. */
const isSeparator = (line: Buffer): boolean => line[0] === 45;

/**
 * Returns where the line that begins at `at` ends, its line feed included; 0 where that has not arrived. Paths may contain
 * line feeds.
 */
function endOfLine(buffer: Buffer, at: number): number {
  if (buffer[at] === 45) return buffer.indexOf(10, at) + 1;
  const content = startOfContent(buffer, at);
  return content === 0 ? 0 : buffer.indexOf(10, content) + 1;
}

/** Returns where the content of a line begins, behind its path and number; 0 where that has not arrived. */
function startOfContent(buffer: Buffer, at = 0): number {
  const path = buffer.indexOf(0, at);
  const number = path < 0 ? -1 : buffer.indexOf(0, path + 1);
  return number + 1;
}

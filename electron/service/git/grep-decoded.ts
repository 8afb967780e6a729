import { decodeIfText } from "../../../shared/text/encoding/decode-text.ts";
import { detectUnicode } from "../../../shared/text/encoding/detect-unicode.ts";
import { encodings } from "../../../shared/text/encoding/encodings.ts";
import { encodeFile } from "../../../shared/text/encoding/file-codec.ts";
import { readBeginning } from "./blobs.ts";
import { Cache } from "./cache.ts";
import { acrossRepositories } from "./git-folder.ts";
import { gitLines } from "./git-stream.ts";
import type { Repository } from "./repository.ts";

/** Lines of a file around a match, decoded as the file is. */
export interface GrepMatch {
  readonly path: string;
  /** Line number of the first line, from 1. */
  readonly start: number;
  /** Lines with their line ends, the match among them. */
  readonly data: string;
}

/** Result of a search in the files that git cannot search as they are. */
interface DecodedResult {
  /** Files of which these are all matches. */
  readonly paths: ReadonlySet<string>;
  readonly matches: readonly GrepMatch[];
  readonly cut: boolean;
}

/** Files and bytes of all files that are decoded for a search, and bytes of one. */
const [maxFiles, maxBytes, maxFileBytes] = [2_000, 64 * 1024 * 1024, 4 * 1024 * 1024];

/**
 * Returns the lines that contain a text, whatever its case, of the files that are not UTF-8: those in which git finds the
 * text's bytes in another encoding, and those of UTF-16 that begin with a byte-order mark.
 */
export async function grepDecoded(
  repository: Repository,
  {
    commit,
    text,
    accepts,
  }: {
    readonly commit: string;
    readonly text: string;
    readonly accepts: ((path: string) => boolean) | undefined;
  },
  limits: { readonly signal: AbortSignal; readonly ms: number; readonly maxMatches: number },
): Promise<DecodedResult> {
  const timeout = AbortSignal.timeout(limits.ms);
  const signal = AbortSignal.any([limits.signal, timeout]);
  const paths = new Set<string>();
  const matches: GrepMatch[] = [];
  const bytes = bytePattern(text);
  try {
    const [utf16, other] = await Promise.all([
      utf16Files(repository, commit, signal),
      bytes ? listFiles(repository, commit, ["-I", "--ignore-case"], bytes, signal) : [],
    ]);
    let size = 0;
    for (const path of [...utf16, ...other]) {
      if (!(accepts?.(path) ?? true)) continue;
      const content = await readBeginning(repository, `${commit}:${path}`, maxFileBytes);
      signal.throwIfAborted();
      size += content.length;
      paths.add(path);
      for (const match of linesAround(decodeIfText(content) ?? "", text)) matches.push({ path, ...match });
      if (size > maxBytes || paths.size >= maxFiles || matches.length >= limits.maxMatches)
        return { paths, matches, cut: true };
    }
    return { paths, matches, cut: false };
  } catch (error) {
    if (!timeout.aborted || limits.signal.aborted) throw error;
    return { paths, matches, cut: true };
  }
}

/** Paths of a commit's files in UTF-16: a commit never changes. */
const utf16Paths = acrossRepositories(
  () => new Cache<readonly string[]>(20_000, (paths) => 1 + paths.length),
);

/** The marks of UTF-16 at the beginning of a line. */
const marks = Buffer.from("^(\xff\xfe|\xfe\xff)\n", "latin1");

async function utf16Files(
  repository: Repository,
  commit: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = utf16Paths(repository).get(commit);
  if (known) return known;
  const found: string[] = [];
  for (const path of await listFiles(repository, commit, ["--text"], marks, signal)) {
    const beginning = await readBeginning(repository, `${commit}:${path}`, 8_000);
    signal.throwIfAborted();
    if (detectUnicode(beginning)?.startsWith("utf-16")) found.push(path);
  }
  utf16Paths(repository).set(commit, found);
  return found;
}

/** Returns the paths of files with a line that a pattern matches, {@link maxFiles} at most. */
async function listFiles(
  repository: Repository,
  commit: string,
  options: readonly string[],
  pattern: Buffer,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: string[] = [];
  const args = ["grep", ...options, "-l", "--null", "--full-name", "--no-color", "-E", "-f", "-", commit];
  const lines = gitLines(repository, args, {
    input: pattern,
    separator: 0,
    expect: [0, 1],
    signal,
    boundedMemory: true,
  });
  for await (const batch of lines) {
    for (const line of batch) paths.push(line.slice(commit.length + 1));
    if (paths.length > maxFiles) break;
  }
  return paths;
}

/** Encodings of which a text is searched by its bytes: all but those of Unicode and that with escape sequences. */
const encoded = encodings.filter((name) => !name.startsWith("utf-") && name !== "iso-2022-jp");

/**
 * Returns the extended regular expression, in the locale `C` and whatever the case of ASCII letters, of a text's bytes in all
 * encodings but those of Unicode; null for a text of ASCII, and where no encoding has its characters.
 */
function bytePattern(text: string): Buffer | null {
  if (isAscii(text)) return null;
  const patterns = encoded.map((name) => patternIn(text, (character) => encode(character, name)));
  patterns.push(iso2022Pattern(text));
  const known = new Set(patterns.filter((pattern) => pattern !== null));
  return known.size === 0 ? null : Buffer.from(`(${[...known].join("|")})\n`, "latin1");
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Returns the pattern of a text by the bytes of its characters, as characters of Latin-1; null where one has none. */
function patternIn(text: string, bytesOf: (character: string) => string | null): string | null {
  let pattern = "";
  for (const character of text) {
    const forms = new Set(casesOf(character).map(bytesOf));
    forms.delete(null);
    if (forms.size === 0) return null;
    const known = [...forms].map((form) => (form ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    pattern += known.length === 1 ? known[0] : `(${known.join("|")})`;
  }
  return pattern;
}

/** A character as a small and a capital one; one of ASCII as it is, since git ignores its case. */
const casesOf = (character: string): readonly string[] =>
  isAscii(character)
    ? [character]
    : [character, character.toLowerCase(), character.toUpperCase()].filter(
        (other) => [...other].length === 1,
      );

function encode(character: string, encoding: string): string | null {
  const bytes = encodeFile(character, encoding);
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString("latin1") : null;
}

/** The pattern in ISO-2022-JP: the bytes of EUC-JP with seven bits, and an escape sequence where they begin and end. */
function iso2022Pattern(text: string): string | null {
  let pattern = "";
  for (const part of text.match(/[\0-\x7f]+|[^\0-\x7f]+/g) ?? []) {
    const inner = patternIn(part, (character) => {
      const bytes = encode(character, "euc-jp");
      if (bytes === null || isAscii(character)) return bytes;
      const isDouble = bytes.length === 2 && [...bytes].every((byte) => byte >= "\xa1");
      return isDouble
        ? [...bytes].map((byte) => String.fromCharCode(byte.charCodeAt(0) - 0x80)).join("")
        : null;
    });
    if (inner === null) return null;
    const sequence = isAscii(part) ? "\x1b\\([BJ]" : "\x1b\\$[@B]";
    pattern += (pattern === "" ? "" : sequence) + inner;
  }
  return pattern;
}

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

/** Lines and bytes of a match from which the lines that follow are another one, so that pages are of a size. */
const [maxMatchLines, maxMatchBytes] = [500, 100_000];

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
  /** Bytes of {@link #lines}. */
  #bytes = 0;
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
    const isFull = this.#lines.length >= maxMatchLines || this.#bytes >= maxMatchBytes;
    if (isFull || path !== this.#path || number !== this.#start + this.#lines.length) this.#close();
    if (this.#lines.length === 0) [this.#path, this.#start] = [path, number];
    const content = line.subarray(numberEnd + 1);
    const cut = content.length > maxLineBytes;
    const kept = cut ? Buffer.concat([content.subarray(0, maxLineBytes), lineFeed]) : content;
    this.#lines.push(kept);
    this.#bytes += kept.length;
  }

  #close(): void {
    if (this.#lines.length === 0) return;
    const data = Buffer.concat(this.#lines.splice(0));
    this.#bytes = 0;
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

/** Lines before and after a match. */
export const contextLines = 2;

/** Characters of a line above which its end is left out. */
const maxLineLength = 20_000;

/**
 * Returns the lines of a text that contain another, whatever its case, with those around them and with their ends; lines
 * that follow each other are one match, up to its limits.
 */
function linesAround(text: string, wanted: string): { readonly start: number; readonly data: string }[] {
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"), "iu");
  const lines = text.split(/(?<=\n)/);
  const matches: { start: number; data: string }[] = [];
  let end = 0;
  for (const [index, line] of lines.entries()) {
    if (!pattern.test(line)) continue;
    const from = Math.max(index - contextLines, end);
    const to = Math.min(index + contextLines + 1, lines.length);
    const last = from === end ? matches.at(-1) : undefined;
    const isFull =
      last && (from + 1 - last.start >= maxMatchLines || Buffer.byteLength(last.data) >= maxMatchBytes);
    const data = lines.slice(from, to).map(shorten).join("");
    if (last && !isFull) last.data += data;
    else matches.push({ start: from + 1, data });
    end = to;
  }
  return matches;
}

const shorten = (line: string): string =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}\n` : line;

import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { RE2JS } from "re2js";

/** Shortest value that is masked: shorter ones would hide ordinary text. */
const minMaskedLength = 8;
const mask = Buffer.from("[MASKED]");

/** Writes the output of a job to its trace, with secret values masked. */
export class TraceWriter {
  readonly #file: WriteStream;
  readonly #secrets: readonly Buffer[];
  readonly #limit: number;
  readonly #onLimit: () => void;
  /** End of the last chunk, which may be the beginning of a secret; nothing in it is masked yet. */
  #rest: Buffer = Buffer.alloc(0);
  #written = 0;

  /**
   * `limit` is in bytes; `onLimit` is called once, and beyond it only a notice is written. `onError` is called once where
   * the file cannot be written, and nothing is written after that.
   */
  constructor(
    path: string,
    secrets: readonly string[],
    limit: number,
    onLimit: () => void,
    onError: (error: Error) => void = () => {},
  ) {
    this.#file = createWriteStream(path, { mode: 0o600 });
    this.#file.once("error", onError);
    this.#secrets = secrets
      .filter((secret) => secret.length >= minMaskedLength)
      .toSorted((a, b) => b.length - a.length)
      .map((secret) => Buffer.from(secret));
    this.#limit = limit;
    this.#onLimit = onLimit;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#written;
  }

  /** Writes a chunk. Returns false where the writer should wait for {@link drained}. */
  write(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const end = this.#endOfKnown(bytes);
    this.#rest = bytes.subarray(end);
    return this.#put(this.#mask(bytes.subarray(0, end)));
  }

  line(text: string): void {
    this.write(Buffer.from(`${text}\n`));
  }

  drained = async (): Promise<void> => {
    if (!this.#file.writableNeedDrain || this.#file.destroyed) return;
    // Rejects where the file cannot be written, which is reported already.
    await once(this.#file, "drain").catch(() => undefined);
  };

  /** Writes what is left and closes the file. */
  async end(): Promise<void> {
    this.#put(this.#mask(this.#rest));
    this.#rest = Buffer.alloc(0);
    this.#file.end();
    await finished(this.#file).catch(() => undefined);
  }

  #put(bytes: Buffer): boolean {
    const room = this.#limit - this.#written;
    if (room <= 0 || this.#file.destroyed) return true;
    const part = bytes.subarray(0, room);
    this.#written += part.length;
    const ready = this.#file.write(part);
    if (part.length < room) return ready;
    // As runners print it.
    this.#file.write(`\n\u001b[33;1mJob's log exceeded limit of ${this.#limit} bytes.\u001b[0m\n`);
    this.#onLimit();
    return ready;
  }

  #mask(bytes: Buffer): Buffer {
    let masked = bytes;
    for (const secret of this.#secrets) {
      for (let at = masked.indexOf(secret); at >= 0; at = masked.indexOf(secret, at + mask.length)) {
        masked = Buffer.concat([masked.subarray(0, at), mask, masked.subarray(at + secret.length)]);
      }
    }
    return masked;
  }

  /** Returns up to where bytes can be masked now: what follows may be the beginning of a longer secret. */
  #endOfKnown(bytes: Buffer): number {
    let end = bytes.length - this.#tailOf(bytes);
    // A secret is never cut, not even by the beginning of another one.
    for (let before = -1; before !== end; ) {
      before = end;
      for (const secret of this.#secrets) {
        const from = Math.max(0, end - secret.length + 1);
        const at = bytes.subarray(from, end + secret.length - 1).indexOf(secret);
        if (at >= 0) end = from + at;
      }
    }
    return end;
  }

  /** Returns how many of the last bytes may be the beginning of a secret. */
  #tailOf(bytes: Buffer): number {
    let longest = 0;
    for (const secret of this.#secrets) {
      for (let length = Math.min(secret.length - 1, bytes.length); length > longest; length--) {
        if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) longest = length;
      }
    }
    return longest;
  }
}

/** Characters of a line beyond which it is not searched. */
const maxLineLength = 10_000;

/**
 * Finds a job's coverage in what it prints, as services do: the last line that its own pattern matches decides, and of it the
 * last match, or that one's last group. Its first number is the percentage.
 */
export class CoverageReader {
  /** Per cent, null while nothing matched. */
  value: number | null = null;
  readonly #pattern: RE2JS | null;
  #line = "";

  /** `pattern` is `/…/` as in `.gitlab-ci.yml`; one that RE2 cannot read never matches. */
  constructor(pattern: string | null) {
    this.#pattern = pattern === null ? null : compile(pattern);
  }

  read(chunk: Uint8Array): void {
    if (!this.#pattern) return;
    const lines = (this.#line + Buffer.from(chunk).toString("utf8")).split(/[\r\n]/);
    this.#line = (lines.pop() ?? "").slice(-maxLineLength);
    for (const line of lines) this.#search(line.slice(0, maxLineLength));
  }

  /** Searches what was printed after the last end of a line. */
  end(): void {
    this.#search(this.#line);
    this.#line = "";
  }

  #search(line: string): void {
    const matcher = this.#pattern?.matcher(line);
    let text: string | null = null;
    while (matcher?.find()) text = matcher.group(matcher.groupCount()) ?? null;
    const number = /\d+(?:\.\d+)?/.exec(text ?? "")?.[0];
    if (number !== undefined) this.value = Number(number);
  }
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern.replace(/^\/|\/$/g, ""));
  } catch {
    return null;
  }
}

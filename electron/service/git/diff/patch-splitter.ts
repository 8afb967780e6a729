const fileStart = Buffer.from("\ndiff --git ");

/** A file's part of a patch; of one that is longer than allowed only the size is known. */
export interface PatchPart {
  readonly content: Buffer;
  /** Bytes, of which `content` may be the beginning. */
  readonly size: number;
}

/**
 * Cuts a patch that arrives in chunks into its files. Lines of content never begin with a `d`, so the headers are
 * unambiguous. Of each file at most `maxFileBytes` bytes are emitted.
 */
export class PatchSplitter {
  readonly #maxFileBytes: number;
  readonly #emit: (part: PatchPart) => void;
  /** The file that is arriving: its first bytes, and its size. */
  #buffered: Buffer[] = [];
  #bufferedSize = 0;
  #size = 0;
  /** End of the last chunk, in which a header may have begun; it opens with the line break before the patch. */
  #rest: Buffer = Buffer.from("\n");
  #started = false;

  constructor(maxFileBytes: number, emit: (part: PatchPart) => void) {
    this.#maxFileBytes = maxFileBytes;
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    let buffer = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    for (let at = buffer.indexOf(fileStart); at >= 0; at = buffer.indexOf(fileStart)) {
      // The line break belongs to the file before.
      this.#keep(buffer.subarray(0, at + 1));
      this.#close();
      this.#started = true;
      this.#keep(buffer.subarray(at + 1, at + fileStart.length));
      buffer = buffer.subarray(at + fileStart.length);
    }
    const safe = Math.max(0, buffer.length - fileStart.length + 1);
    this.#keep(buffer.subarray(0, safe));
    this.#rest = Buffer.from(buffer.subarray(safe));
  }

  end(): void {
    this.#keep(this.#rest);
    this.#close();
  }

  #keep(bytes: Buffer): void {
    if (!this.#started) return;
    this.#size += bytes.length;
    const room = this.#maxFileBytes - this.#bufferedSize;
    if (room <= 0) return;
    const added = Buffer.from(bytes.subarray(0, room));
    this.#buffered.push(added);
    this.#bufferedSize += added.length;
  }

  #close(): void {
    if (this.#started) this.#emit({ content: Buffer.concat(this.#buffered), size: this.#size });
    this.#started = false;
    this.#buffered = [];
    this.#bufferedSize = 0;
    this.#size = 0;
  }
}

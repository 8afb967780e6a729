import { close, createReadStream, fstatSync, openSync, read } from "node:fs";
import type { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

/** Bytes that are read at once: an index is read front to back in steps of some fifty bytes. */
const blockBytes = 256 * 1024;

/** An archive on disk, of which the last block that was read is in memory. The last `unref` closes it. */
export class ArchiveReader extends RandomAccessReader {
  readonly size: number;
  readonly #path: string;
  readonly #descriptor: number;
  #block: Buffer = Buffer.alloc(0);
  #blockStart = 0;

  /** Throws what the file system does. */
  constructor(path: string) {
    super();
    this.#path = path;
    this.#descriptor = openSync(path, "r");
    this.size = fstatSync(this.#descriptor).size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    if (this.#copy(buffer, offset, length, position)) {
      callback(null);
      return;
    }
    const block = Buffer.alloc(Math.max(length, blockBytes));
    read(this.#descriptor, block, 0, block.length, position, (error, bytes) => {
      if (error) return callback(error);
      this.#block = block.subarray(0, bytes);
      this.#blockStart = position;
      const isWhole = this.#copy(buffer, offset, length, position);
      callback(isWhole ? null : new Error("the archive ends too early"));
    });
  }

  /** Returns whether all of the bytes were in the block. */
  #copy(buffer: Buffer, offset: number, length: number, position: number): boolean {
    const start = position - this.#blockStart;
    if (start < 0 || start + length > this.#block.length) return false;
    this.#block.copy(buffer, offset, start, start + length);
    return true;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#descriptor, callback);
  }
}

import { RandomAccessReader } from "yauzl";

/** Returns the bytes from `start` to `end` (exclusive) of a file. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** Bytes that are requested at once: an index is read front to back in small steps. */
const blockBytes = 256 * 1024;

/** Reads a file at random offsets in blocks, each requested once; fails beyond `maxBytes` in total. */
export class RangeReader extends RandomAccessReader {
  readonly #readRange: ReadRange;
  readonly #size: number;
  readonly #maxBlocks: number;
  readonly #blocks = new Map<number, Promise<Uint8Array>>();

  constructor(readRange: ReadRange, size: number, maxBytes: number) {
    super();
    this.#readRange = readRange;
    this.#size = size;
    this.#maxBlocks = Math.ceil(maxBytes / blockBytes);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#copy(buffer, offset, length, position).then(
      () => callback(null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #copy(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    if (position < 0 || position + length > this.#size) throw new Error("the archive ends too early");
    for (let done = 0; done < length; ) {
      const at = position + done;
      const block = await this.#block(Math.floor(at / blockBytes));
      const part = block.subarray(at % blockBytes, (at % blockBytes) + length - done);
      if (part.length === 0) throw new Error("the archive ends too early");
      buffer.set(part, offset + done);
      done += part.length;
    }
  }

  #block(index: number): Promise<Uint8Array> {
    const known = this.#blocks.get(index);
    if (known) return known;
    if (this.#blocks.size >= this.#maxBlocks) return Promise.reject(new Error("the index is too long"));
    const start = index * blockBytes;
    const block = this.#readRange(start, Math.min(start + blockBytes, this.#size));
    this.#blocks.set(index, block);
    return block;
  }
}

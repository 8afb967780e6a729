import { blockBytes } from "./line-index.ts";

/** Reads bytes `from` to `to` (exclusive) of what is cached. */
export type ReadBytes = (from: number, to: number, signal?: AbortSignal) => Promise<Uint8Array>;

interface Block {
  readonly bytes: Uint8Array;
  /** How many of them are there. */
  length: number;
}

/** The blocks of a trace that were used last, in memory that is used again; others are read once more. */
export class BlockCache {
  /** The one that was not used for longest first. */
  readonly #blocks = new Map<number, Block>();
  readonly #read: ReadBytes;
  readonly #capacity: number;

  constructor(read: ReadBytes, capacity = 64) {
    this.#read = read;
    this.#capacity = capacity;
  }

  /** Keeps bytes that came anyway, where they begin a block or continue one. */
  put(offset: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const [number, inBlock] = [Math.floor((offset + at) / blockBytes), (offset + at) % blockBytes];
      const part = bytes.subarray(at, at + blockBytes - inBlock);
      const block = this.#blocks.get(number) ?? (inBlock === 0 ? this.#add(number) : undefined);
      if (block && block.length >= inBlock) {
        block.bytes.set(part, inBlock);
        block.length = Math.max(block.length, inBlock + part.length);
      }
      at += part.length;
    }
  }

  #add(number: number): Block {
    const [oldest] = this.#blocks;
    let bytes: Uint8Array | undefined;
    if (oldest && this.#blocks.size >= this.#capacity) {
      this.#blocks.delete(oldest[0]);
      bytes = oldest[1].bytes;
    }
    const block = { bytes: bytes ?? new Uint8Array(blockBytes), length: 0 };
    this.#blocks.set(number, block);
    return block;
  }

  /**
   * Returns a copy of the bytes `from` to `to` (exclusive); fewer where the trace has no more. Who reads everything once
   * does not `keep` it, so that what is looked at stays.
   */
  async read(from: number, to: number, signal?: AbortSignal, keep = true): Promise<Uint8Array> {
    const result = new Uint8Array(Math.max(0, to - from));
    for (let at = from; at < to; ) {
      const taken = this.#take(at, to, result.subarray(at - from));
      if (taken > 0) {
        at += taken;
        continue;
      }
      const start = at - (at % blockBytes);
      const end = this.#missingEnd(start, to);
      const bytes = await this.#read(start, end, signal);
      if (keep) this.put(start, bytes);
      const part = bytes.subarray(at - start, to - start);
      if (part.length === 0) return result.subarray(0, at - from);
      result.set(part, at - from);
      at += part.length;
    }
    return result;
  }

  /** Copies what is there of the block at `at`; returns how many bytes that were. */
  #take(at: number, to: number, target: Uint8Array): number {
    const number = Math.floor(at / blockBytes);
    const block = this.#blocks.get(number);
    const inBlock = at % blockBytes;
    if (!block || block.length <= inBlock) return 0;
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    const part = block.bytes.subarray(inBlock, Math.min(block.length, inBlock + to - at));
    target.set(part);
    return part.length;
  }

  /** Where the blocks that are missing from `start` on end. */
  #missingEnd(start: number, to: number): number {
    let end = start + blockBytes;
    while (end < to && !this.#blocks.has(end / blockBytes)) end += blockBytes;
    return end;
  }

  clear(): void {
    this.#blocks.clear();
  }
}

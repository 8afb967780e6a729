import type { TraceLine } from "../../../workers/trace/trace-types.ts";

type ReadLines = (from: number, to: number, signal?: AbortSignal) => Promise<readonly TraceLine[]>;

const blockLines = 64;
/** Blocks that stay in memory. */
const maxBlocks = 240;

interface Block {
  lines: readonly TraceLine[];
  /** What the log's end was when the block was read; a block at the end is read again when that moves. */
  stamp: string;
}

/** Lines of a log near what is in view, read in blocks. A block that grows is shown as it was until it has been read again. */
export class LineCache {
  readonly #read: ReadLines;
  readonly #onChange: () => void;
  readonly #blocks = new Map<number, Block>();
  readonly #reading = new Map<number, string>();
  #closed = false;

  /** `onChange` is called when lines have arrived. */
  constructor(read: ReadLines, onChange: () => void) {
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Returns a line, undefined while it is not there. */
  get(line: number): TraceLine | undefined {
    return this.#blocks.get(Math.floor(line / blockLines))?.lines[line % blockLines];
  }

  /**
   * Reads the blocks of these lines that are missing, and the last one where `end` changed since it was read: a text that
   * names how far the log goes.
   */
  request(lines: readonly number[], count: number, end: string): void {
    const last = Math.floor(Math.max(0, count - 1) / blockLines);
    const wanted = new Set(lines.map((line) => Math.floor(line / blockLines)));
    for (const index of wanted) {
      const stamp = index >= last ? end : "whole";
      const block = this.#blocks.get(index);
      if (block?.stamp === stamp || this.#reading.get(index) === stamp) continue;
      // One read at a time: the next facts ask for what came meanwhile.
      if (this.#reading.has(index) && block) continue;
      this.#load(index, stamp);
    }
    for (const index of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks) break;
      if (!wanted.has(index)) this.#blocks.delete(index);
    }
  }

  close(): void {
    this.#closed = true;
  }

  #load(index: number, stamp: string): void {
    this.#reading.set(index, stamp);
    this.#read(index * blockLines, (index + 1) * blockLines).then(
      (lines) => {
        this.#reading.delete(index);
        if (this.#closed) return;
        this.#blocks.delete(index);
        this.#blocks.set(index, { lines, stamp });
        this.#onChange();
      },
      () => {
        this.#reading.delete(index);
      },
    );
  }
}

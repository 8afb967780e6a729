type ReadItems<T> = (from: number, to: number) => Promise<readonly T[]>;

const blockItems = 64;
/** Blocks in memory at most. */
const maxBlocks = 64;

interface Block<T> {
  items: readonly T[];
  /** The list's end when the block was read; the last block is read again when it changes. */
  stamp: string;
}

/**
 * Items of a long list near what is in view, such as lines of a log, read in blocks. A block that grows is shown as it
 * was until it has been read again.
 */
export class ItemCache<T> {
  readonly #read: ReadItems<T>;
  readonly #onChange: () => void;
  readonly #blocks = new Map<number, Block<T>>();
  readonly #reading = new Map<number, string>();
  #closed = false;

  /** `onChange` is called when items were read. */
  constructor(read: ReadItems<T>, onChange: () => void) {
    this.#read = read;
    this.#onChange = onChange;
  }

  /** Returns an item, undefined until it is read. */
  get(index: number): T | undefined {
    return this.#blocks.get(Math.floor(index / blockItems))?.items[index % blockItems];
  }

  /**
   * Reads the blocks of these items that are missing, and the last one where `end` changed since it was read: a text
   * that identifies the end of the list.
   */
  request(indexes: readonly number[], count: number, end: string): void {
    const last = Math.floor(Math.max(0, count - 1) / blockItems);
    const wanted = new Set(indexes.map((index) => Math.floor(index / blockItems)));
    for (const index of wanted) {
      const stamp = index >= last ? end : "whole";
      const block = this.#blocks.get(index);
      if (block?.stamp === stamp || this.#reading.get(index) === stamp) continue;
      // One read at a time: the next request reads later items.
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
    this.#read(index * blockItems, (index + 1) * blockItems).then(
      (items) => {
        this.#reading.delete(index);
        if (this.#closed) return;
        this.#blocks.delete(index);
        this.#blocks.set(index, { items, stamp });
        this.#onChange();
      },
      () => {
        this.#reading.delete(index);
      },
    );
  }
}

import { plainLinesOf } from "../search/match-lines.ts";
import { shareThread } from "../share-thread.ts";
import type { TraceBytes } from "../trace-bytes.ts";
import { LinePieces } from "./line-pieces.ts";
import { hashText, normaliseLine } from "./normalise-line.ts";

/** Lines of a trace that are compared; those after them count as equal to none. */
export const maxLines = 500_000;
/** Characters of a line that are compared. */
const maxText = 2_000;
const pieceBytes = 1_048_576;

/** Assigns numbers to lines; lines that differ only in text which changes with every run get the same number. */
export class LineNumbers {
  readonly #numbers = new Map<number, number>();

  of(text: string): number {
    const hash = hashText(normaliseLine(text.slice(0, maxText)));
    let number = this.#numbers.get(hash);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(hash, number);
    }
    return number;
  }

  /** Reads the first `size` bytes of a trace; calls back with the bytes that were read. */
  async read(source: TraceBytes, size: number, onRead: (bytes: number) => void): Promise<Int32Array> {
    const pieces = new LinePieces();
    const turn = shareThread();
    let numbers = new Int32Array(4_096);
    let count = 0;
    const add = async (bytes: Uint8Array | null) => {
      if (!bytes) return;
      for (const line of plainLinesOf(bytes, pieces.stamp)) {
        if (count >= maxLines) return;
        if (count === numbers.length) {
          const more = new Int32Array(count * 2);
          more.set(numbers);
          numbers = more;
        }
        numbers[count++] = this.of(line);
        if (count % 512 === 0) await turn();
      }
    };
    for (let at = 0; at < size && count < maxLines; ) {
      const bytes = source.read(at, Math.min(size, at + pieceBytes));
      if (bytes.length === 0) break;
      at += bytes.length;
      await add(pieces.add(bytes));
      onRead(bytes.length);
    }
    await add(pieces.finish());
    return numbers.slice(0, count);
  }
}

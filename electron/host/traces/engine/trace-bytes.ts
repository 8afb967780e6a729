import { closeSync, openSync, readSync } from "node:fs";

/** Bytes of a stored trace by position. */
export interface TraceBytes {
  /** Returns the bytes `from` to `to` (exclusive), fewer where there are no more. */
  read(from: number, to: number): Uint8Array;
  /** Fills `target` with the bytes from `from` on; returns how many those are. */
  fill(target: Uint8Array, from: number): number;
}

/** The file of a trace, which is opened when it is first read. Threads read it synchronously. */
export class TraceFileBytes implements TraceBytes {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  read(from: number, to: number): Uint8Array {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, to - from));
    return buffer.subarray(0, this.fill(buffer, from));
  }

  fill(target: Uint8Array, from: number): number {
    this.#file ??= openSync(this.#path, "r");
    let filled = 0;
    while (filled < target.length) {
      const count = readSync(this.#file, target, filled, target.length - filled, from + filled);
      if (count === 0) break;
      filled += count;
    }
    return filled;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

import { IndexedTrace } from "../indexed-trace.ts";
import type { TraceBytes } from "../trace-bytes.ts";

/** Returns a complete trace once all of it was analysed. */
export async function openAnalysed(content: string | Uint8Array): Promise<IndexedTrace> {
  const bytes = new MemoryBytes(content);
  const trace = new IndexedTrace(bytes, () => undefined);
  await trace.grow(bytes.size, true);
  return trace;
}

/** A trace in memory, which a test appends to. */
export class MemoryBytes implements TraceBytes {
  bytesRead = 0;
  #bytes: Uint8Array;

  constructor(content: string | Uint8Array) {
    this.#bytes = toBytes(content);
  }

  get size(): number {
    return this.#bytes.length;
  }

  append(content: string | Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, toBytes(content)]);
  }

  read(from: number, to: number): Uint8Array {
    const part = this.#bytes.slice(from, to);
    this.bytesRead += part.length;
    return part;
  }

  fill(target: Uint8Array, from: number): number {
    const part = this.read(from, from + target.length);
    target.set(part);
    return part.length;
  }
}

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

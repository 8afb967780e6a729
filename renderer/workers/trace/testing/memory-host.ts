import type { TraceState } from "../../../../shared/host/traces.ts";
import { TraceError, type TraceHost } from "../trace-host.ts";

/** A host whose trace grows as a test wants it. */
export class MemoryHost implements TraceHost {
  bytesRead = 0;
  #bytes: Uint8Array;
  #generation = 1;
  #complete: boolean;
  #changed = Promise.withResolvers<void>();
  readonly #pieceBytes: number;

  constructor(content: string | Uint8Array, { complete = true, pieceBytes = 65_536 } = {}) {
    this.#bytes = toBytes(content);
    this.#complete = complete;
    this.#pieceBytes = pieceBytes;
  }

  append(content: string | Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, toBytes(content)]);
    this.#notify();
  }

  end(): void {
    this.#complete = true;
    this.#notify();
  }

  /** The service has another trace in its place. */
  rewrite(content: string): void {
    this.#bytes = toBytes(content);
    this.#generation++;
    this.#notify();
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  state(): Promise<TraceState> {
    return Promise.resolve({
      generation: `${this.#generation}`,
      size: this.#bytes.length,
      complete: this.#complete,
      problem: null,
    });
  }

  bytes(generation: string, from: number, to: number): Promise<Uint8Array> {
    if (generation !== `${this.#generation}`)
      return Promise.reject(new TraceError({ code: "conflict", message: "Another generation" }, false));
    const part = this.#bytes.slice(from, to);
    this.bytesRead += part.length;
    return Promise.resolve(part);
  }

  async *follow(generation: string, from: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    for (let at = from; generation === `${this.#generation}` && !signal.aborted; ) {
      const part = this.#bytes.slice(at, at + this.#pieceBytes);
      at += part.length;
      if (part.length > 0) yield part;
      else if (this.#complete) return;
      else await this.#changed.promise;
    }
  }
}

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : content;

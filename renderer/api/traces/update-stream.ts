import { type TraceUpdate, traceUpdate } from "../../../shared/host/traces.ts";
import { hostFetch } from "../host.ts";
import { bodyLines } from "./trace-requests.ts";

/** Updates of a trace, read as they arrive; only the latest one waits to be taken. */
export class UpdateStream {
  /** The latest update as it was received; null once it is parsed: most are replaced before anybody looks at them. */
  #received: string | null = null;
  #latest: TraceUpdate | null = null;
  #isTaken = true;
  #end: { readonly failure: unknown } | null = null;
  #wake = () => {};
  readonly #begun = Promise.withResolvers<void>();
  /** Resolves when the first update was received, or the stream ended without one. */
  readonly begun = this.#begun.promise;

  /** Reads the updates of a host's path until they end or `signal` fires. */
  constructor(path: string, signal: AbortSignal) {
    this.#read(path, signal).then(
      () => this.#finish(null),
      (error: unknown) => this.#finish(error),
    );
  }

  /** The latest update; null before the first one. Throws where the line is not an update. */
  get latest(): TraceUpdate | null {
    const text = this.#received;
    this.#received = null;
    if (text !== null) this.#latest = traceUpdate.parse(JSON.parse(text));
    return this.#latest;
  }

  /** Returns the latest update; null where it was taken before. Throws where the line is not an update. */
  take(): TraceUpdate | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return this.latest;
  }

  /** Resolves to the latest update, else the next one; null at the end. Rejects with the error that ended the stream. */
  async next(): Promise<TraceUpdate | null> {
    for (;;) {
      const update = this.take();
      if (update) return update;
      if (this.#end?.failure) throw this.#end.failure;
      if (this.#end) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #read(path: string, signal: AbortSignal): Promise<void> {
    for await (const line of bodyLines(await hostFetch(path, { signal }))) {
      this.#received = line;
      this.#isTaken = false;
      this.#begun.resolve();
      this.#wake();
    }
  }

  #finish(failure: unknown): void {
    this.#end = { failure };
    this.#begun.resolve();
    this.#wake();
  }
}

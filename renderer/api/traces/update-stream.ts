import { type TraceUpdate, traceUpdate } from "../../../shared/host/traces.ts";
import { hostFetch } from "../host.ts";
import { jsonLinesOf } from "./trace-requests.ts";

/** Updates of a trace, read as they arrive; only the latest one waits to be taken. */
export class UpdateStream {
  #latest: TraceUpdate | null = null;
  #isTaken = true;
  #end: { readonly failure: unknown } | null = null;
  #wake = () => {};

  /** Reads the updates of a host's path until they end or `signal` fires. */
  constructor(path: string, signal: AbortSignal) {
    this.#read(path, signal).then(
      () => this.#finish(null),
      (error: unknown) => this.#finish(error),
    );
  }

  /** The latest update; null before the first one. */
  get latest(): TraceUpdate | null {
    return this.#latest;
  }

  /** Returns the latest update; null where it was taken before. */
  take(): TraceUpdate | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return this.#latest;
  }

  /** Takes the latest update, or waits for the next one; null at the end. Rejects with what ended the stream. */
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
    for await (const update of jsonLinesOf(traceUpdate, await hostFetch(path, { signal }))) {
      this.#latest = update;
      this.#isTaken = false;
      this.#wake();
    }
  }

  #finish(failure: unknown): void {
    this.#end = { failure };
    this.#wake();
  }
}

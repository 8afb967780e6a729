/**
 * Delays the rest of a long trace and its analysis while the first lines are rendered, which need the processor.
 */
export class RestHold {
  readonly #pauseAnalysis: () => () => void;
  #held: PromiseWithResolvers<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #resumeAnalysis: (() => void) | null = null;

  /** `pauseAnalysis` returns the function that resumes it. */
  constructor(pauseAnalysis: () => () => void) {
    this.#pauseAnalysis = pauseAnalysis;
  }

  /** Delays the rest for `ms` from now on; `forDrawing` pauses the analysis of stored lines, too. */
  hold(ms: number, forDrawing: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(), ms).unref();
    this.#held ??= Promise.withResolvers();
    if (forDrawing) this.#resumeAnalysis ??= this.#pauseAnalysis();
  }

  /** Ends the delay. */
  release(): void {
    clearTimeout(this.#timer);
    this.#held?.resolve();
    this.#held = null;
    this.#resumeAnalysis?.();
    this.#resumeAnalysis = null;
  }

  /** Resolves once the rest may be read. Throws when `signal` is aborted. */
  async released(signal: AbortSignal): Promise<void> {
    while (this.#held) {
      const { promise, resolve } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => resolve(), { once: true });
      await Promise.race([this.#held.promise, promise]);
      signal.throwIfAborted();
    }
  }
}

import { Notifier } from "../../../shared/notifier.ts";

/**
 * Delays the rest of a long trace and its analysis while the first lines are rendered, which need the processor.
 */
export class RestHold {
  readonly #pauseAnalysis: () => () => void;
  readonly #changes = new Notifier();
  #isHeld = false;
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
    this.#isHeld = true;
    if (forDrawing) this.#resumeAnalysis ??= this.#pauseAnalysis();
  }

  /** Ends the delay. */
  release(): void {
    clearTimeout(this.#timer);
    this.#isHeld = false;
    this.#changes.notify();
    this.#resumeAnalysis?.();
    this.#resumeAnalysis = null;
  }

  /** Resolves once the rest may be read. Throws when `signal` is aborted. */
  async released(signal: AbortSignal): Promise<void> {
    while (this.#isHeld) {
      await this.#changes.next(signal);
      signal.throwIfAborted();
    }
  }
}

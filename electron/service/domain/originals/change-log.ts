import { randomUUID } from "node:crypto";
import type { OriginalChange } from "../../../../shared/api/resources/local-repositories.ts";

/** Changes that are stored for polls. */
const maxRemembered = 500;
/** Milliseconds that a poll waits for a change. */
const maxWaitMs = 25_000;

export interface PolledChanges {
  readonly cursor: string;
  /** The cursor was of another run or too old. */
  readonly reset: boolean;
  readonly changes: OriginalChange[];
}

/** Changes of originals in their order, for long polls. */
export class ChangeLog {
  readonly #epoch = randomUUID().slice(0, 8);
  readonly #waiting = new Set<() => void>();
  #changes: OriginalChange[] = [];
  /** Number of the next change. */
  #next = 0;
  #closed = false;

  add(change: OriginalChange): void {
    this.#changes = [...this.#changes, change].slice(-maxRemembered);
    this.#next++;
    this.#wake();
  }

  /** Returns the changes after a cursor as soon as there are any, or none after {@link maxWaitMs}. */
  async poll(cursor: string | undefined, signal: AbortSignal): Promise<PolledChanges> {
    const position = this.#positionOf(cursor);
    if (position === null) return { cursor: this.#cursor(), reset: cursor !== undefined, changes: [] };
    if (position === this.#next && !this.#closed) await this.#wait(signal);
    return {
      cursor: this.#cursor(),
      reset: false,
      changes: this.#changes.slice(position - this.#next || undefined),
    };
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  #cursor = (): string => `${this.#epoch}-${this.#next}`;

  #positionOf(cursor: string | undefined): number | null {
    const match = /^(\w+)-(\d+)$/.exec(cursor ?? "");
    const position = Number(match?.[2]);
    if (match?.[1] !== this.#epoch || position > this.#next) return null;
    return position < this.#next - this.#changes.length ? null : position;
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, maxWaitMs);
      this.#waiting.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}

import { randomUUID } from "node:crypto";
import { perService, type ServiceStore } from "../../service-store.ts";
import { jobChanges } from "../pipeline-state.ts";

/** Requests for jobs that wait at the same time, of all runners and of one. Others are told at once that there is nothing. */
const maxWaiting = 128;
const maxWaitingOfRunner = 32;

/** Requests of runners that wait for a job of which there is none yet. */
class JobWaits {
  readonly #start = randomUUID();
  readonly #waiting = new Set<{ readonly runnerId: number; readonly wake: () => void }>();
  #changes = 0;
  #isWaking = false;

  constructor(store: ServiceStore) {
    jobChanges.on(store, () => this.#onChange());
  }

  /** Names the state of the queue: another text whenever a job or a runner has changed, and after a restart. */
  get version(): string {
    return `${this.#start}-${this.#changes}`;
  }

  /** Returns whether another request of a runner may wait. */
  admits(runnerId: number): boolean {
    const own = [...this.#waiting].filter((request) => request.runnerId === runnerId);
    return this.#waiting.size < maxWaiting && own.length < maxWaitingOfRunner;
  }

  /** Resolves when the queue has changed, after a time in milliseconds, or once the client has gone. */
  async wait(runnerId: number, ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(request);
        resolve();
      };
      const request = { runnerId, wake };
      const timer = setTimeout(wake, Math.max(0, ms));
      timer.unref();
      signal.addEventListener("abort", wake);
      this.#waiting.add(request);
      if (signal.aborted) wake();
    });
  }

  /** Changes are made in transactions: who waits looks after they have ended. */
  #onChange(): void {
    this.#changes++;
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      for (const { wake } of [...this.#waiting]) wake();
    });
  }
}

export const jobWaitsOf = perService((store) => new JobWaits(store));

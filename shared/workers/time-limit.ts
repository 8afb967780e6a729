/** Milliseconds for which a call may block its worker, unless the worker has a limit of its own. */
export const defaultLimitMs = 10_000;

/** A call that blocked its worker for longer than its limit; the worker was ended. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  constructor(limitMs: number) {
    super(`It took longer than ${Math.round(limitMs / 1000)} seconds and was stopped.`);
  }
}

/** A call whose worker was ended because another call blocked it. */
export class WorkerEndedError extends Error {
  override readonly name = "WorkerEndedError";
  constructor() {
    super("Its worker was stopped. Open it again.");
  }
}

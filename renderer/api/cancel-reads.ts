/** Controller of the reads that run. */
let controller = new AbortController();

/** Returns a signal that fires with the next {@link cancelReads}, or with `signal`. */
export const cancelableRead = (signal?: AbortSignal): AbortSignal =>
  signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;

/**
 * Cancels the running reads of all accounts; views without data then offer Retry. Writes are never canceled, since what
 * they did would be unknown, nor are the host's own reads, such as those of watched jobs, for which nobody waits. A view
 * that opens later reads again: the user asked for it after they canceled.
 */
export function cancelReads(): void {
  controller.abort();
  controller = new AbortController();
}

/** Controllers of the reads that run, by account. */
const controllers = new Map<string, AbortController>();

/** Returns a signal that fires with the next {@link cancelReads} of an account, or with `signal`. */
export function cancelableRead(account: string, signal?: AbortSignal): AbortSignal {
  const controller = controllers.get(account) ?? new AbortController();
  controllers.set(account, controller);
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
}

/**
 * Cancels the running reads of an account; views without data then offer Retry. Writes are never canceled, since what they
 * did would be unknown, nor are the host's own reads, such as those of watched jobs, for which nobody waits. A view that
 * opens later reads again: the user asked for it after they canceled.
 */
export function cancelReads(account: string): void {
  controllers.get(account)?.abort();
  controllers.delete(account);
}

import type { Store } from "../store/store.ts";

const listeners = new WeakMap<Store, Set<() => void>>();

/** Calls a listener each time jobs of a store may have to be started or ended. Returns how to stop that. */
export function onJobChanges(store: Store, listener: () => void): () => void {
  const known = listeners.get(store) ?? new Set();
  listeners.set(store, known.add(listener));
  return () => known.delete(listener);
}

/** Notifies whoever runs the jobs of a store that some of them changed their state. */
export function notifyJobChanges(store: Store): void {
  for (const listener of listeners.get(store) ?? []) listener();
}

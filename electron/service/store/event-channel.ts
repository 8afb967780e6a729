import type { Store } from "./store.ts";

/** Returns how to listen to a kind of event of a store (and with that how to stop), and how to emit it. */
export function eventChannel<T = void>() {
  const listeners = new WeakMap<Store, Set<(event: T) => void>>();
  return {
    on(store: Store, listener: (event: T) => void): () => void {
      const known = listeners.get(store) ?? new Set();
      listeners.set(store, known.add(listener));
      return () => known.delete(listener);
    },
    emit(store: Store, event: T): void {
      for (const listener of listeners.get(store) ?? []) listener(event);
    },
  };
}

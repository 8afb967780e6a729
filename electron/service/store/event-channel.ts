import type { Store } from "./store.ts";

/** Returns how to listen to a kind of event of a store (and with that how to stop), and how to emit it. */
export function eventChannel<T = void>() {
  const newListeners = () => new Set<(event: T) => void>();
  const listenersOf = (store: Store) => store.memory.of(newListeners, undefined);
  return {
    on(store: Store, listener: (event: T) => void): () => void {
      const listeners = listenersOf(store);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(store: Store, event: T): void {
      for (const listener of listenersOf(store)) listener(event);
    },
  };
}

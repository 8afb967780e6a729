import { createStore, type StateCreator, type StoreApi } from "zustand/vanilla";

export { createStore };

interface BoundStore<T> extends StoreApi<T> {
  (): T;
  <U>(selector: (state: T) => U): U;
}

/**
 * Replaces `create` of zustand where the frame is drawn (`scripts/vite/frame.ts`): its hooks return the present state. On a
 * server those of zustand return the state that a store began with.
 */
export function create<T>(initial: StateCreator<T>): BoundStore<T> {
  const store = createStore(initial);
  const read = <U = T>(selector?: (state: T) => U): T | U =>
    selector ? selector(store.getState()) : store.getState();
  return Object.assign(read, store) as BoundStore<T>;
}

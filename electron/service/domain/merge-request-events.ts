import type { MergeRequest } from "../store/merge-requests.ts";
import type { Store } from "../store/store.ts";

/** An open merge request whose source branch has other commits than before, or that is new. */
export interface VersionAdded {
  readonly mergeRequest: MergeRequest;
  /** Who moved the branch, null where that is not known. */
  readonly userId: number | null;
}

type Listener = (event: VersionAdded) => void;
const listeners = new WeakMap<Store, Set<Listener>>();

/** Calls a listener whenever a merge request of the store has got a new version. */
export function onVersionAdded(store: Store, listener: Listener): void {
  listeners.set(store, (listeners.get(store) ?? new Set()).add(listener));
}

export function emitVersionAdded(store: Store, event: VersionAdded): void {
  for (const listener of listeners.get(store) ?? []) listener(event);
}

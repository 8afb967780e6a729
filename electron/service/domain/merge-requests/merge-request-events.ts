import type { MergeRequest } from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";

/** An open merge request whose source branch has other commits than before, or that is new. */
export interface VersionAdded {
  readonly mergeRequest: MergeRequest;
  /** User who moved the branch, null where not known. */
  readonly userId: number | null;
}

/** Something that was done to a merge request. */
export interface MergeRequestChanged {
  readonly mergeRequestId: number;
  readonly userId: number | null;
  readonly action: "open" | "close" | "reopen" | "update" | "merge" | "approved" | "unapproved";
  /** Head of the source branch before it moved. */
  readonly oldHead?: string;
}

/** Returns how to listen to a kind of event of a store, and how to emit it. */
function channel<T>() {
  const listeners = new WeakMap<Store, Set<(event: T) => void>>();
  return {
    on(store: Store, listener: (event: T) => void): void {
      listeners.set(store, (listeners.get(store) ?? new Set()).add(listener));
    },
    emit(store: Store, event: T): void {
      for (const listener of listeners.get(store) ?? []) listener(event);
    },
  };
}

/** Calls a listener whenever a merge request of the store has got a new version. */
export const { on: onVersionAdded, emit: emitVersionAdded } = channel<VersionAdded>();

/** Calls a listener whenever a merge request of the store was changed by somebody. */
export const { on: onMergeRequestChanged, emit: emitMergeRequestChanged } = channel<MergeRequestChanged>();

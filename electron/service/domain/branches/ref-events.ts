import type { RefUpdate } from "../../git/refs/update-refs.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";

/** Refs of a project that a user of the service has moved. */
export interface RefsMoved {
  readonly project: Project;
  readonly updates: readonly RefUpdate[];
  readonly userId: number | null;
}

type Listener = (event: RefsMoved) => void;
const listeners = new WeakMap<Store, Set<Listener>>();

/** Calls a listener whenever refs of a project of the store were moved through the service. */
export function onRefsMoved(store: Store, listener: Listener): void {
  listeners.set(store, (listeners.get(store) ?? new Set()).add(listener));
}

export function emitRefsMoved(store: Store, event: RefsMoved): void {
  for (const listener of listeners.get(store) ?? []) listener(event);
}

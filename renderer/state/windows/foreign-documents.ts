import type { Collection } from "../../../shared/host/documents.ts";

/** `key` is null when any document of the collection may have changed. */
type Listener = (key: string | null) => void;

const listeners = new Map<string, Set<Listener>>();

/** Calls `listener` after another window has written or deleted documents of a collection. */
export function onForeignDocument(collection: Collection, listener: Listener): void {
  const known = listeners.get(collection) ?? new Set();
  listeners.set(collection, known.add(listener));
}

/** Notifies the stores that another window has changed a document. */
export function foreignDocumentChanged(collection: string, key: string): void {
  for (const listener of listeners.get(collection) ?? []) listener(key);
}

/** Notifies every store, after a time in which changes of other windows were missed. */
export function anyDocumentChanged(): void {
  for (const [, known] of listeners) for (const listener of known) listener(null);
}

/** Milliseconds within which changes of other windows are batched into one read. */
const batchDelayMs = 150;

/**
 * Returns a function that reads what other windows have written: it runs `read` soon, once for all calls until then and
 * never twice at the same time.
 */
export function batchForeignReads(read: () => Promise<unknown>): () => void {
  const state = { isPlanned: false, last: Promise.resolve() };
  const run = async () => {
    // A read that fails is repeated with the next change.
    await read().catch(() => undefined);
  };
  return () => {
    if (state.isPlanned) return;
    state.isPlanned = true;
    setTimeout(() => {
      state.isPlanned = false;
      state.last = state.last.then(run);
    }, batchDelayMs);
  };
}

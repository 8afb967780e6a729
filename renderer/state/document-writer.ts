import type { Collection } from "../../shared/host/documents.ts";
import { deleteDocument, writeDocument } from "../api/documents.ts";

/** State of writing: whether the latest values are on disk. */
interface WriterState {
  /** Documents whose latest value is not on disk yet. */
  readonly unsaved: number;
  /** The last failure, as text; null after a success. */
  readonly failure: string | null;
}

/** Milliseconds within which further changes are batched into one write. */
const batchDelayMs = 120;
/** Milliseconds after which a failed write is retried. */
const retryDelayMs = 2_000;

/**
 * Writes documents in the background: the latest value of each, one write at a time, retried until it succeeds.
 * `onState` is called at every step. A first change is written after `firstDelayMs`, with all that change until then.
 */
export function createDocumentWriter(
  collection: Collection,
  onState: (state: WriterState) => void,
  firstDelayMs = 0,
) {
  /** Latest value by key; null deletes. */
  const waiting = new Map<string, { readonly value: unknown } | null>();
  const clock: { timer: ReturnType<typeof setTimeout> | undefined; writing: Promise<void> | undefined } = {
    timer: undefined,
    writing: undefined,
  };

  function schedule(delay: number): void {
    clock.timer ??= setTimeout(() => {
      clock.timer = undefined;
      void flush();
    }, delay);
  }

  async function write(): Promise<void> {
    for (const [key, entry] of [...waiting]) {
      try {
        await (entry === null
          ? deleteDocument(collection, key)
          : writeDocument(collection, key, entry.value));
      } catch (error) {
        onState({
          unsaved: waiting.size,
          failure: error instanceof Error ? error.message : String(error),
        });
        schedule(retryDelayMs);
        return;
      }
      if (waiting.get(key) === entry) waiting.delete(key);
      onState({ unsaved: waiting.size, failure: null });
    }
    if (waiting.size > 0) schedule(batchDelayMs);
  }

  /** Writes unsaved documents now. Resolves when they are on disk, or after `onState` was called with the failure. */
  function flush(): Promise<void> {
    clock.writing ??= write().finally(() => {
      clock.writing = undefined;
    });
    return clock.writing;
  }

  function put(key: string, entry: { readonly value: unknown } | null): void {
    waiting.set(key, entry);
    onState({ unsaved: waiting.size, failure: null });
    // Changes of the same task are written together.
    schedule(clock.writing ? batchDelayMs : firstDelayMs);
  }

  // A page that is closed writes what is unsaved, without waiting for the responses.
  globalThis.addEventListener?.("pagehide", () => {
    for (const [key, entry] of waiting) {
      const sent =
        entry === null ? deleteDocument(collection, key) : writeDocument(collection, key, entry.value);
      sent.catch(() => undefined);
    }
  });

  return {
    save: (key: string, value: unknown) => put(key, { value }),
    remove: (key: string) => put(key, null),
    /** Returns whether a document's latest value is not on disk yet. */
    isWaiting: (key: string): boolean => waiting.has(key),
    flush,
  };
}

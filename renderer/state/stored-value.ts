import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "zustand";
import type { DocumentType, TypedCollection, TypedDocument } from "../../shared/documents/shapes.ts";
import { readTypedDocument } from "../api/documents.ts";
import { createDocumentWriter } from "./document-writer.ts";
import { batchForeignReads, onForeignDocument } from "./windows/foreign-documents.ts";

/** A value that is stored on disk. */
export interface StoredValue<T> {
  readonly value: T;
  /** Whether the disk was read. */
  readonly loaded: boolean;
}

/** Milliseconds after which a failed read is retried. */
const retryDelayMs = 2_000;

interface StoredValues<T> {
  /** Reads the value from disk, once. */
  load(key: string): void;
  get(key: string): StoredValue<T>;
  subscribe(listener: () => void): () => void;
  /** Replaces the value by a function of it. */
  change(key: string, change: (value: T) => T): void;
}

/** Types of a collection's documents that have a value. */
type ValueType<C extends TypedCollection> = {
  [T in DocumentType<C>]: TypedDocument<C, T> extends { readonly value: unknown } ? T : never;
}[DocumentType<C>];
type ValueOf<C extends TypedCollection, T extends DocumentType<C>> =
  TypedDocument<C, T> extends { readonly value: infer V } ? V : never;

/**
 * Values of one type by key, stored on disk as they change. A change that is made before the first read has ended is
 * applied to the value that was read. An empty value is stored as no document.
 */
export function createStoredValues<C extends TypedCollection, T extends ValueType<C>>(
  collection: C,
  type: T,
  empty: ValueOf<C, T>,
): StoredValues<ValueOf<C, T>> {
  type Value = ValueOf<C, T>;
  const readStored = async (key: string): Promise<Value> => {
    const document: unknown = await readTypedDocument<C, T>(collection, type, key);
    // Every document of such a type has one.
    return document === undefined ? empty : (document as { readonly value: Value }).value;
  };
  const writer = createDocumentWriter(collection, () => undefined);
  const blank = JSON.stringify(empty);
  const store = createStore<Readonly<Record<string, StoredValue<Value>>>>(() => ({}));
  const nothing: StoredValue<Value> = { value: empty, loaded: false };
  const early = new Map<string, ((value: Value) => Value)[]>();

  const get = (key: string): StoredValue<Value> => store.getState()[key] ?? nothing;
  const put = (key: string, next: StoredValue<Value>) => store.setState({ [key]: next });

  function write(key: string, value: Value): void {
    if (JSON.stringify(value) === blank) writer.remove(key);
    else writer.save(key, { type, value });
  }

  function load(key: string): void {
    if (early.has(key) || get(key).loaded) return;
    early.set(key, []);
    read(key);
  }

  /** Reads until it succeeds: a change of a value that was not read would replace what is on disk. */
  function read(key: string): void {
    readStored(key).then(
      (value) => settle(key, value),
      () => setTimeout(() => read(key), retryDelayMs),
    );
  }

  function settle(key: string, read: Value): void {
    const changes = early.get(key) ?? [];
    early.delete(key);
    const value = changes.reduce((now, change) => change(now), read);
    put(key, { value, loaded: true });
    if (changes.length > 0) write(key, value);
  }

  /** Loads values that another window has stored, except for those that were changed here as well. */
  const reload = batchForeignReads(async () => {
    const keys = Object.keys(store.getState()).filter((key) => get(key).loaded);
    for (const key of keys) {
      const before = get(key).value;
      const wasWaiting = writer.isWaiting(key);
      const value = await readStored(key);
      // The document may be older than a change that was made, and even stored, meanwhile.
      if (wasWaiting || writer.isWaiting(key) || get(key).value !== before) continue;
      if (JSON.stringify(value) !== JSON.stringify(get(key).value)) put(key, { value, loaded: true });
    }
  });
  onForeignDocument(collection, (key) => {
    if (key === null || get(key).loaded) reload();
  });

  return {
    load,
    get,
    subscribe: store.subscribe,
    change(key, change) {
      const now = get(key);
      const value = change(now.value);
      put(key, { value, loaded: now.loaded });
      if (now.loaded) write(key, value);
      else {
        load(key);
        early.get(key)?.push(change);
      }
    },
  };
}

/** Returns the value of a key; empty until it was read from disk. */
export function useStoredValue<T>(values: StoredValues<T>, key: string): StoredValue<T> {
  useEffect(() => values.load(key), [values, key]);
  const read = () => values.get(key);
  return useSyncExternalStore(values.subscribe, read, read);
}

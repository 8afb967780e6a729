import type {
  DocumentType,
  SingleCollection,
  SingleDocument,
  SingleKey,
  TypedCollection,
  TypedDocument,
  UniformCollection,
  UniformDocument,
} from "../../shared/documents/shapes.ts";
import {
  type Collection,
  documentRoutes,
  type StoredDocument,
  windowHeader,
} from "../../shared/host/documents.ts";
import { type StartData, startDataId } from "../../shared/host/start-data.ts";
import { parseJson } from "../../shared/text/parse-json.ts";
import { callHost, fetchHost } from "./fetch-host.ts";

/** Id of this window while its page is loaded; sent with what it stores, so that its own writes can be recognized. */
export const windowId: string = crypto.randomUUID();

/** A document as it was read. */
interface ReadDocument<T> {
  readonly key: string;
  readonly value: T;
  readonly updatedAt: string;
}

/** Returns the value of a document of which there is one; undefined when it is not there. */
export const readDocument = <C extends SingleCollection, K extends SingleKey<C>>(
  collection: C,
  key: K,
): Promise<SingleDocument<C, K> | undefined> => readValue(collection, key);

/** Returns the value of a document that names its type; undefined when it is not there, or of another type. */
export async function readTypedDocument<C extends TypedCollection, T extends DocumentType<C>>(
  collection: C,
  type: T,
  key: string,
): Promise<TypedDocument<C, T> | undefined> {
  const value = await readValue<TypedDocument<C, T> & Named>(collection, key);
  return value?.type === type ? value : undefined;
}

/** Returns the documents of a collection that are of one of the types, newest first. */
export async function listDocuments<C extends TypedCollection, T extends DocumentType<C>>(
  collection: C,
  types: readonly T[],
): Promise<ReadDocument<TypedDocument<C, T>>[]> {
  const known: ReadonlySet<string> = new Set(types);
  const all = await listValues<TypedDocument<C, T> & Named>(collection);
  return all.filter(({ value }) => known.has(value?.type));
}

/** Returns the documents of a collection in which all are alike, newest first. */
export const listCollection = <C extends UniformCollection>(
  collection: C,
): Promise<ReadDocument<UniformDocument<C>>[]> => listValues(collection);

interface Named {
  readonly type: string;
}

/**
 * Reads the whole (small) collection, so that a missing document is not a failed request. The host has checked that each
 * document has the shape of its key or type (`shared/documents/shapes.ts`), which is that of `T`.
 */
async function listValues<T>(collection: Collection): Promise<ReadDocument<T>[]> {
  const stored = await readCollection(collection);
  return stored.map(({ key, value, updated_at }) => ({ key, value: value as T, updatedAt: updated_at }));
}

async function readValue<T>(collection: Collection, key: string): Promise<T | undefined> {
  return (await listValues<T>(collection)).find((stored) => stored.key === key)?.value;
}

/** Data that came with the page's HTML; null without it, as in workers and tests. */
export const dataOfStart: StartData | null = readStartData();

function readStartData(): StartData | null {
  const text = globalThis.document?.getElementById(startDataId)?.textContent;
  // The host has checked it.
  return ((text ? parseJson(text) : null) ?? null) as StartData | null;
}

/** The documents that came with the HTML, as long as the page starts and they are what is stored. */
const startDocuments = new Map<string, StoredDocument[]>(Object.entries(dataOfStart?.documents ?? {}));

/** Has a collection read again, since another window has changed it; all of them once the page has started. */
export function forgetStartDocuments(collection?: string): void {
  if (collection === undefined) startDocuments.clear();
  else startDocuments.delete(collection);
}

/** Running reads of whole collections; concurrent readers share one, until something is written. */
const reading = new Map<Collection, Promise<StoredDocument[]>>();

function readCollection(collection: Collection): Promise<StoredDocument[]> {
  const shared = reading.get(collection);
  if (shared) return shared;
  const atStart = startDocuments.get(collection);
  if (atStart) return Promise.resolve(atStart);
  const read = callHost(documentRoutes.list, { collection }).finally(() => {
    if (reading.get(collection) === read) reading.delete(collection);
  });
  reading.set(collection, read);
  return read;
}

/** Characters up to which browsers let a request outlive the page (`keepalive`). */
const outlivingLimit = 60_000;

/** Milliseconds after which a write without a response counts as failed, so that later ones are not held up. */
const writeLimitMs = 30_000;

/** Writes a document; resolves when it is safely on disk. Small ones arrive even when the page goes away meanwhile. */
export async function writeDocument(collection: Collection, key: string, value: unknown): Promise<void> {
  const body = JSON.stringify({ value });
  await change(documentRoutes.put, collection, key, {
    body,
    headers: { "content-type": "application/json", [windowHeader]: windowId },
    keepalive: body.length < outlivingLimit,
  });
}

export const deleteDocument = (collection: Collection, key: string): Promise<void> =>
  change(documentRoutes.remove, collection, key, { headers: { [windowHeader]: windowId } });

async function change(
  route: typeof documentRoutes.put | typeof documentRoutes.remove,
  collection: Collection,
  key: string,
  init: RequestInit,
): Promise<void> {
  reading.delete(collection);
  startDocuments.delete(collection);
  try {
    await fetchHost(route, { collection, key }, { ...init, signal: AbortSignal.timeout(writeLimitMs) });
  } finally {
    // Values that were read while it ran may be older.
    reading.delete(collection);
  }
}

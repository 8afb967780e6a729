import type { z } from "zod";
import {
  type Collection,
  documentList,
  type StoredDocument,
  windowHeader,
} from "../../shared/host/documents.ts";
import { hostFetch, hostJson } from "./host.ts";

/** Id of this window while its page is loaded; sent with what it stores, so that its own writes can be recognized. */
export const windowId: string = crypto.randomUUID();

const route = (collection: Collection, key: string) => `/documents/${collection}/${encodeURIComponent(key)}`;

/**
 * Returns a document's value, undefined when there is none or it does not match the schema. Reads the whole (small)
 * collection, so that a missing document is not a failed request.
 */
export async function readDocument<S extends z.ZodType>(
  schema: S,
  collection: Collection,
  key: string,
): Promise<z.output<S> | undefined> {
  return (await listDocuments(schema, collection)).find((stored) => stored.key === key)?.value;
}

/** Running reads of whole collections; concurrent readers share one, until something is written. */
const reading = new Map<Collection, Promise<StoredDocument[]>>();

function readCollection(collection: Collection): Promise<StoredDocument[]> {
  const shared = reading.get(collection);
  if (shared) return shared;
  const read = hostJson(documentList, `/documents/${collection}`).finally(() => {
    if (reading.get(collection) === read) reading.delete(collection);
  });
  reading.set(collection, read);
  return read;
}

/** Returns all documents of a collection, newest first, without those of another shape. */
export async function listDocuments<S extends z.ZodType>(
  schema: S,
  collection: Collection,
): Promise<{ key: string; value: z.output<S>; updatedAt: string }[]> {
  const stored = await readCollection(collection);
  return stored.flatMap(({ key, value, updated_at }) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [{ key, value: parsed.data, updatedAt: updated_at }] : [];
  });
}

/** Characters up to which browsers let a request outlive the page (`keepalive`). */
const outlivingLimit = 60_000;

/** Milliseconds after which a write without a response counts as failed, so that later ones are not held up. */
const writeLimitMs = 30_000;

/** Writes a document; resolves when it is safely on disk. Small ones arrive even when the page goes away meanwhile. */
export async function writeDocument(collection: Collection, key: string, value: unknown): Promise<void> {
  const body = JSON.stringify({ value });
  await change(collection, key, {
    method: "PUT",
    body,
    headers: { "content-type": "application/json", [windowHeader]: windowId },
    keepalive: body.length < outlivingLimit,
  });
}

export const deleteDocument = (collection: Collection, key: string): Promise<void> =>
  change(collection, key, { method: "DELETE", headers: { [windowHeader]: windowId } });

async function change(collection: Collection, key: string, init: RequestInit): Promise<void> {
  reading.delete(collection);
  try {
    await hostFetch(route(collection, key), { ...init, signal: AbortSignal.timeout(writeLimitMs) });
  } finally {
    // Values that were read while it ran may be older.
    reading.delete(collection);
  }
}

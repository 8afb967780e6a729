import type { z } from "zod";
import { type Collection, documentList } from "../../shared/host/documents.ts";
import { hostFetch, hostJson, hostSend } from "./host.ts";

const route = (collection: Collection, key: string) => `/documents/${collection}/${encodeURIComponent(key)}`;

/**
 * A document's value, or undefined when there is none or it no longer has the shape that is asked for. Reads the
 * whole (small) collection, so that a document that was never written is no failed request.
 */
export async function readDocument<S extends z.ZodType>(
  schema: S,
  collection: Collection,
  key: string,
): Promise<z.output<S> | undefined> {
  return (await listDocuments(schema, collection)).find((stored) => stored.key === key)?.value;
}

/** All documents of a collection, newest first; those of another shape are left out. */
export async function listDocuments<S extends z.ZodType>(
  schema: S,
  collection: Collection,
): Promise<{ key: string; value: z.output<S>; updatedAt: string }[]> {
  const stored = await hostJson(documentList, `/documents/${collection}`);
  return stored.flatMap(({ key, value, updated_at }) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [{ key, value: parsed.data, updatedAt: updated_at }] : [];
  });
}

/** Browsers let requests of so many characters outlive the page that sent them. */
const outlivingLimit = 60_000;

/** Writes a document; resolves when it is safely on disk. Small ones arrive even when the page goes away meanwhile. */
export async function writeDocument(collection: Collection, key: string, value: unknown): Promise<void> {
  const body = JSON.stringify({ value });
  await hostFetch(route(collection, key), {
    method: "PUT",
    body,
    headers: { "content-type": "application/json" },
    keepalive: body.length < outlivingLimit,
  });
}

export const deleteDocument = (collection: Collection, key: string) =>
  hostSend(route(collection, key), "DELETE");

import { z } from "zod";

/**
 * Small JSON documents that the page stores on the host's disk: drafts, preferences, recent projects. They survive
 * a kill of every process: a write returns after it was synced.
 *
 * `GET /documents/:collection` lists (newest first), `GET /documents/:collection/:key` returns one or 404,
 * `PUT` writes {@link putDocumentBody} (204), `DELETE` removes (204). Keys and collections are encoded segments.
 */
export const document = z.object({
  key: z.string(),
  value: z.json(),
  updated_at: z.iso.datetime(),
});
export type StoredDocument = z.output<typeof document>;

export const documentList = z.array(document);

/** A document to store: at most 64 MiB of JSON text. */
export const putDocumentBody = z.strictObject({ value: z.json() });

/** Header with the id of the window that writes; the event of the change repeats it. */
export const windowHeader = "x-helve-window";

/** Names of the collections that exist. */
export const collection = z.enum([
  "drafts",
  "edit-bases",
  "outbox",
  "preferences",
  "recent",
  "pinned",
  "layout",
  "reviews",
]);
export type Collection = z.output<typeof collection>;

import { z } from "zod";
import { hostRoute } from "./host-route.ts";

export const document = z.object({
  key: z.string(),
  value: z.json(),
  updated_at: z.iso.datetime(),
});
export type StoredDocument = z.output<typeof document>;
export const documentList = z.array(document);

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

const inCollection = z.object({ collection });
const params = z.object({ collection, key: z.string() });

/**
 * Small JSON documents that the page stores on the host's disk: drafts, preferences, recent projects. They survive
 * a kill of every process: a write returns after it was synced.
 */
export const documentRoutes = {
  /** The documents of a collection, newest first. */
  list: hostRoute("GET /documents/:collection", { params: inCollection, response: documentList }),
  /** A document, or 404. */
  get: hostRoute("GET /documents/:collection/:key", { params, response: document }),
  put: hostRoute("PUT /documents/:collection/:key", {
    params,
    body: z.strictObject({ value: z.json() }),
    maxBodyBytes: 64 * 1024 * 1024,
  }),
  remove: hostRoute("DELETE /documents/:collection/:key", { params }),
};

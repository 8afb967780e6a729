import type { z } from "zod";
import { ProblemError } from "../../shared/errors.ts";
import { type Collection, document, documentList } from "../../shared/host/documents.ts";
import { hostJson, hostSend } from "./host.ts";

const route = (collection: Collection, key: string) => `/documents/${collection}/${encodeURIComponent(key)}`;

/** A document's value, or undefined when there is none or it no longer has the shape that is asked for. */
export async function readDocument<S extends z.ZodType>(
  schema: S,
  collection: Collection,
  key: string,
): Promise<z.output<S> | undefined> {
  try {
    const stored = await hostJson(document, route(collection, key));
    return schema.safeParse(stored.value).data;
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "not_found") return undefined;
    throw error;
  }
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

/** Writes a document; resolves when it is safely on disk. */
export const writeDocument = (collection: Collection, key: string, value: unknown) =>
  hostSend(route(collection, key), "PUT", { value });

export const deleteDocument = (collection: Collection, key: string) =>
  hostSend(route(collection, key), "DELETE");

import { Hono } from "hono";
import { collection, putDocumentBody, windowHeader } from "../../../shared/host/documents.ts";
import type { DocumentChange, DocumentStore } from "../documents/document-store.ts";
import { checkInput } from "../input.ts";
import { readJson } from "../page/request-body.ts";

const maxBytes = 64 * 1024 * 1024;

/** Routes of shared/host/documents.ts. */
export const documentRoutes = (store: DocumentStore): Hono =>
  new Hono()
    .get("/documents/:collection", (context) =>
      context.json(store.list(checkInput(collection, context.req.param("collection")))),
    )
    .get("/documents/:collection/:key", (context) => {
      const { collection, key } = documentOf(context.req.param(), context.req.raw);
      return context.json(store.get(collection, key));
    })
    .put("/documents/:collection/:key", async (context) => {
      const document = documentOf(context.req.param(), context.req.raw);
      const { value } = await readJson(context.req.raw, putDocumentBody, maxBytes);
      store.put({ ...document, value });
      return context.body(null, 204);
    })
    .delete("/documents/:collection/:key", (context) => {
      store.delete(documentOf(context.req.param(), context.req.raw));
      return context.body(null, 204);
    });

/** Returns the document that a request is about, with the window that sent it, where it names itself. */
function documentOf(
  path: { readonly collection: string; readonly key: string },
  { headers }: Request,
): DocumentChange {
  const window = headers.get(windowHeader);
  return {
    collection: checkInput(collection, path.collection),
    key: path.key,
    ...(window ? { window } : {}),
  };
}

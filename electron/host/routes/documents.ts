import { Hono } from "hono";
import { collection, putDocumentBody, windowHeader } from "../../../shared/host/documents.ts";
import type { DocumentStore } from "../documents/document-store.ts";
import type { EventBus } from "../events/event-bus.ts";
import { checkInput } from "../input.ts";
import { notFoundError } from "../problems.ts";
import { readJson } from "./request-body.ts";

const maxBytes = 64 * 1024 * 1024;

/** Routes of shared/host/documents.ts. */
export function documentRoutes(store: DocumentStore, bus: EventBus): Hono {
  return new Hono()
    .get("/documents/:collection", (context) =>
      context.json(store.list(checkInput(collection, context.req.param("collection")))),
    )
    .get("/documents/:collection/:key", (context) => {
      const found = store.get(
        checkInput(collection, context.req.param("collection")),
        context.req.param("key"),
      );
      if (!found) throw notFoundError("This document");
      return context.json(found);
    })
    .put("/documents/:collection/:key", async (context) => {
      const name = checkInput(collection, context.req.param("collection"));
      const key = context.req.param("key");
      const { value } = await readJson(context.req.raw, putDocumentBody, maxBytes);
      store.put(name, key, value);
      bus.emit({ type: "document", collection: name, key, ...writerOf(context.req.raw) });
      return context.body(null, 204);
    })
    .delete("/documents/:collection/:key", (context) => {
      const name = checkInput(collection, context.req.param("collection"));
      const key = context.req.param("key");
      if (store.delete(name, key)) {
        bus.emit({ type: "document", collection: name, key, ...writerOf(context.req.raw) });
      }
      return context.body(null, 204);
    });
}

/** Returns the window that sent a request, where it names itself. */
function writerOf({ headers }: Request): { window?: string } {
  const window = headers.get(windowHeader);
  return window ? { window } : {};
}

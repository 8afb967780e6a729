import type { Hono } from "hono";
import { z } from "zod";
import { diagnosticRoutes } from "../../../shared/host/diagnostics.ts";
import { documentRoutes, windowHeader } from "../../../shared/host/documents.ts";
import { eventRoutes } from "../../../shared/host/events.ts";
import { cacheRoutes, settingsRoutes } from "../../../shared/host/settings.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { type Confirmations, typedCode } from "../confirmation/confirmations.ts";
import type { Diagnostics } from "../diagnostics/diagnostics.ts";
import { type EventBus, eventStream } from "../events/event-bus.ts";
import { handle } from "../page/handle-route.ts";
import { changeSettings, type SettingsStore } from "../settings/settings-store.ts";
import type { DocumentStore } from "../storage/document-store.ts";
import type { TraceMirror } from "../traces/trace-mirror.ts";

interface OwnDataParts {
  readonly documents: DocumentStore;
  readonly settings: SettingsStore;
  readonly confirmations: Confirmations;
  /** Whether the user chose a folder in a dialog of the system. */
  readonly isChosen: (folder: string) => boolean;
  readonly cache: ResponseCache;
  readonly traces: TraceMirror;
  readonly diagnostics: Diagnostics;
}

/** Serves what Helve itself stores: documents, settings, copies of responses and logs, and diagnostics. */
export function serveOwnData(app: Hono, parts: OwnDataParts): void {
  const { documents, settings, confirmations, isChosen, cache, traces, diagnostics } = parts;
  handle(app, documentRoutes.list, ({ collection }) => documents.list(collection));
  handle(app, documentRoutes.get, ({ collection, key }) => documents.get(collection, key));
  handle(app, documentRoutes.put, ({ collection, key, body: { value } }, request) =>
    documents.put({ collection, key, value, ...windowOf(request) }),
  );
  handle(app, documentRoutes.remove, ({ collection, key }, request) =>
    documents.delete({ collection, key, ...windowOf(request) }),
  );

  handle(app, settingsRoutes.get, () => settings.value);
  // The store checks the patch: the schema fills in what was left out, which must not change.
  handle(app, { ...settingsRoutes.change, body: z.unknown() }, ({ body: patch }, request) =>
    changeSettings(settings, confirmations, { patch, code: typedCode(request), isChosen }),
  );

  handle(app, cacheRoutes.get, () => ({ bytes: cache.size + traces.size, traces: traces.size }));
  handle(app, cacheRoutes.clear, async () => {
    cache.clear();
    await traces.clear();
  });

  handle(app, diagnosticRoutes.list, () => diagnostics.list());
  handle(app, diagnosticRoutes.clear, () => diagnostics.clear());
}

const notStored = { "cache-control": "no-store" };

/** Serves the host's events; `closing` ends every stream. */
export function serveEvents(app: Hono, bus: EventBus, closing: AbortSignal): void {
  handle(app, eventRoutes.stream, (_, { signal }) => {
    const headers = { "content-type": "text/event-stream", "x-accel-buffering": "no", ...notStored };
    return new Response(eventStream(bus, [signal, closing]), { headers });
  });
  handle(app, eventRoutes.state, () => Response.json(bus.state(), { headers: notStored }));
}

/** Returns the window that sent a request, where it names itself. */
function windowOf({ headers }: Request): { readonly window?: string } {
  const window = headers.get(windowHeader);
  return window ? { window } : {};
}

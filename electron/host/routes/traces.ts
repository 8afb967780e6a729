import { Hono } from "hono";
import { z } from "zod";
import {
  compareQuery,
  followQuery,
  searchQuery,
  tracesPreparePath,
  tracesPrepareSearchPath,
  tracesSearch,
  tracesSearchPath,
  traceTextQuery,
} from "../../../shared/host/traces.ts";
import { checkInput, parseJsonBody } from "../input.ts";
import { compareUpdates } from "../traces/compare-updates.ts";
import { followTrace } from "../traces/follow-trace.ts";
import { searchTraces } from "../traces/search-traces.ts";
import { searchUpdates } from "../traces/search-updates.ts";
import type { Trace } from "../traces/trace.ts";
import type { Traces } from "../traces/traces.ts";
import { jsonLines, textStream } from "./json-lines.ts";
import { readRequestBody } from "./request-body.ts";
import { readerOf, traceReadHandlers } from "./trace-reads.ts";

const address = z.object({
  account: z.string(),
  project: z.string().min(1),
  job: z.coerce.number().pipe(z.int().min(1)),
});
/** Bytes of a request's body. */
const maxBodyBytes = 1_048_576;

/** Routes of shared/host/traces.ts; `closing` ends every stream. */
export function traceRoutes(traces: Traces, closing: AbortSignal): Hono {
  const find = (params: Record<string, string>) => {
    const { account, project, job } = checkInput(address, params);
    return traces.get(account, project, job);
  };
  /** Aborted when the reader leaves or the host closes. */
  const stopOf = (request: Request): AbortController => {
    const stop = new AbortController();
    const abort = () => stop.abort();
    for (const signal of [request.signal, closing]) signal.addEventListener("abort", abort, { once: true });
    if (request.signal.aborted || closing.aborted) abort();
    return stop;
  };
  const app = new Hono()
    .post(tracesPreparePath, async (context) => {
      await traces.threads.prepare();
      return context.body(null, 204);
    })
    .post(tracesPrepareSearchPath, async (context) => {
      await traces.threads.prepareSearching();
      return context.body(null, 204);
    })
    .post(tracesSearchPath, async (context) => {
      const { sources, query } = checkInput(
        tracesSearch,
        parseJsonBody(await readRequestBody(context.req.raw, maxBodyBytes)),
      );
      const stop = stopOf(context.req.raw);
      const found = searchTraces(traces, sources, query, stop.signal);
      return jsonLines(found, stop);
    })
    .get("/traces/:account/:project/:job/follow", async (context) => {
      const trace = await find(context.req.param());
      const { ahead } = checkInput(followQuery, context.req.query());
      const stop = stopOf(context.req.raw);
      trace.holdRest(ahead ? "ahead" : "draw");
      await openStored(trace, stop.signal);
      return jsonLines(followTrace(trace, stop.signal), stop);
    })
    .post("/traces/:account/:project/:job/rest", async (context) => {
      (await find(context.req.param())).readRest();
      return context.body(null, 204);
    })
    .get("/traces/:account/:project/:job/text", async (context) => {
      const { generation, from, to } = checkInput(traceTextQuery, context.req.query());
      const stop = stopOf(context.req.raw);
      const reader = await readerOf(await find(context.req.param()), generation, stop.signal);
      return textStream(joinLines(reader.wholeText(from, to, stop.signal)), stop);
    })
    .get("/traces/:account/:project/:job/search", async (context) => {
      const { generation, ...query } = checkInput(searchQuery, context.req.query());
      const stop = stopOf(context.req.raw);
      const reader = await readerOf(await find(context.req.param()), generation, stop.signal);
      return jsonLines(searchUpdates(traces, reader, query, stop.signal), stop);
    })
    .get("/traces/:account/:project/:job/compare", async (context) => {
      const { account, project } = checkInput(address, context.req.param());
      const { generation, with: other } = checkInput(compareQuery, context.req.query());
      const stop = stopOf(context.req.raw);
      const right = await find(context.req.param());
      await readerOf(right, generation, stop.signal);
      const left = await traces.get(account, project, other);
      return jsonLines(compareUpdates(traces, left, right, stop.signal), stop);
    });
  for (const { name, run } of Object.values(traceReadHandlers)) {
    app.get(`/traces/:account/:project/:job/${name}`, async (context) => {
      const trace = await find(context.req.param());
      const { signal } = context.req.raw;
      return Response.json(await run(context.req.query(), { traces, trace, signal }));
    });
  }
  return app;
}

async function* joinLines(parts: AsyncGenerator<string[]>): AsyncGenerator<string, void> {
  let before = "";
  for await (const lines of parts) {
    yield before + lines.join("\n");
    before = "\n";
  }
}

/**
 * Waits for the first bytes of a trace where none are stored; meanwhile it is checked whether the stored ones are still
 * the service's. Throws ProblemError.
 */
async function openStored(trace: Trace, signal: AbortSignal): Promise<void> {
  const opened = trace.open(signal);
  if (trace.content.size === 0 && !trace.content.complete) await opened;
  else opened.catch(() => undefined);
}

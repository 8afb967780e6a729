import { createReadStream } from "node:fs";
import { Hono } from "hono";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { toStream } from "../client/body.ts";
import { checkInput } from "../input.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";
import { followTrace } from "../traces/follow-trace.ts";
import type { Trace } from "../traces/trace.ts";
import type { Traces } from "../traces/traces.ts";

const address = z.object({
  account: z.string(),
  project: z.string().min(1),
  job: z.coerce.number().pipe(z.int().min(1)),
});
const followQuery = z.object({ generation: z.string(), from: z.coerce.number().pipe(z.int().min(0)) });
/** Bytes that are read from the disk at once. */
const highWaterMark = 256 * 1024;
const bytesQuery = followQuery.pick({ generation: true });

/** Routes of shared/host/traces.ts; `closing` ends every stream. */
export function traceRoutes(traces: Traces, closing: AbortSignal): Hono {
  const find = (params: Record<string, string>) => {
    const { account, project, job } = checkInput(address, params);
    return traces.get(account, project, job);
  };
  return new Hono()
    .get("/traces/:account/:project/:job", async (context) => {
      const trace = await find(context.req.param());
      return context.json(await trace.open(AbortSignal.any([context.req.raw.signal, closing])));
    })
    .get("/traces/:account/:project/:job/bytes", async (context) => {
      const trace = await find(context.req.param());
      requireGeneration(trace, checkInput(bytesQuery, context.req.query()).generation);
      trace.use();
      return storedBytes(trace, context.req.header("range"));
    })
    .get("/traces/:account/:project/:job/follow", async (context) => {
      const trace = await find(context.req.param());
      const { generation, from } = checkInput(followQuery, context.req.query());
      requireGeneration(trace, generation);
      const signal = AbortSignal.any([context.req.raw.signal, closing]);
      return new Response(followTrace(trace, from, signal), { headers: byteHeaders() });
    });
}

function requireGeneration(trace: Trace, generation: string): void {
  if (trace.content.isCurrent(generation)) return;
  throw new ProblemError({
    code: "conflict",
    message: "The service has another log for this job now.",
    retry: true,
  });
}

const byteHeaders = (): Headers =>
  addSecurityHeaders(new Headers({ "content-type": "application/octet-stream" }));

/** The stored bytes, or the one part of them that `range` names. */
function storedBytes(trace: Trace, range: string | undefined): Response {
  const { path, size } = trace.content;
  const headers = byteHeaders();
  headers.set("accept-ranges", "bytes");
  const part = range === undefined ? { start: 0, end: size } : readRange(range, size);
  if (part === null) {
    headers.set("content-range", `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = part;
  if (range !== undefined) headers.set("content-range", `bytes ${start}-${end - 1}/${size}`);
  headers.set("content-length", String(end - start));
  // A stream cannot have no byte.
  const body = start < end ? toStream(createReadStream(path, { start, end: end - 1, highWaterMark })) : null;
  return new Response(body, { status: range === undefined ? 200 : 206, headers });
}

/** Returns where a range begins and ends (exclusive); null where there is no such byte, or where it cannot be read. */
function readRange(text: string, size: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size : Math.min(size, Number(to) + 1);
  return start < end ? { start, end } : null;
}

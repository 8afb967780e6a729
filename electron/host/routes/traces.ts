import { Hono } from "hono";
import { z } from "zod";
import { ProblemError } from "../../../shared/errors.ts";
import { checkInput } from "../input.ts";
import { addSecurityHeaders } from "../operations/response-headers.ts";
import { rangeResponse } from "../page/file-response.ts";
import { followTrace } from "../traces/follow-trace.ts";
import type { Trace } from "../traces/trace.ts";
import type { Traces } from "../traces/traces.ts";

const address = z.object({
  account: z.string(),
  project: z.string().min(1),
  job: z.coerce.number().pipe(z.int().min(1)),
});
const followQuery = z.object({ generation: z.string(), from: z.coerce.number().pipe(z.int().min(0)) });
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
      const { path, size } = trace.content;
      return rangeResponse(path, size, context.req.header("range"));
    })
    .get("/traces/:account/:project/:job/follow", async (context) => {
      const trace = await find(context.req.param());
      const { generation, from } = checkInput(followQuery, context.req.query());
      requireGeneration(trace, generation);
      const signal = AbortSignal.any([context.req.raw.signal, closing]);
      return new Response(followTrace(trace, from, signal), {
        headers: addSecurityHeaders(new Headers({ "content-type": "application/octet-stream" })),
      });
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

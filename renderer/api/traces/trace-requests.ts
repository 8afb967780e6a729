import type { z } from "zod";
import { type TraceRead, tracePath } from "../../../shared/host/traces.ts";
import type { TraceSource } from "../../../shared/trace/trace-types.ts";
import { hostFetch } from "../host.ts";

/** Values of a request to a trace's routes; dates and objects cannot be in a URL. */
type Query = Readonly<Record<string, string | number | boolean>>;

/** Returns the path of one of a trace's routes. */
export function traceRoute(
  { accountId, project, jobId }: TraceSource,
  name: string,
  query: Query = {},
): string {
  const values = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return `${tracePath(accountId, project, jobId)}/${name}?${new URLSearchParams(values)}`;
}

/** Reads a part of a trace. Throws ProblemError. */
export async function readTrace<Q extends z.ZodType, R extends z.ZodType>(
  source: TraceSource,
  { name, response: schema }: TraceRead<Q, R>,
  query: Query,
  signal?: AbortSignal,
): Promise<z.output<R>> {
  const response = await hostFetch(traceRoute(source, name, query), signal ? { signal } : {});
  return schema.parse(await response.json());
}

/** Yields the values of a body that has a JSON text on each line. */
export async function* jsonLinesOf<S extends z.ZodType>(
  schema: S,
  response: Response,
): AsyncGenerator<z.output<S>, void> {
  for await (const line of bodyLines(response)) yield schema.parse(JSON.parse(line));
}

/** Yields the lines of a body. */
export async function* bodyLines(response: Response): AsyncGenerator<string, void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

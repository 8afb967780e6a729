import { z } from "zod";
import { hostPath } from "../../../shared/host/prefix.ts";
import {
  type TraceState,
  traceBytesPath,
  traceFollowPath,
  tracePath,
  traceState,
} from "../../../shared/host/traces.ts";
import type { TraceProblem, TraceSource } from "./trace-types.ts";

/** The host's part: it keeps a trace on disk. */
export interface TraceHost {
  /** Throws {@link TraceError} where there is no trace. */
  state(signal: AbortSignal): Promise<TraceState>;
  /** Returns the bytes `from` to `to` (exclusive), fewer where there are no more. */
  bytes(generation: string, from: number, to: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** Yields the bytes from `from` on as they come, until the trace is complete or something goes wrong. */
  follow(generation: string, from: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The host could not read a trace. Code `conflict`: the generation is no longer the one that was asked for. */
export class TraceError extends Error {
  override readonly name = "TraceError";
  readonly problem: TraceProblem;
  readonly retry: boolean;
  constructor(problem: TraceProblem, retry: boolean) {
    super(problem.message);
    this.problem = problem;
    this.retry = retry;
  }
}

/** Reads a trace through the host's routes. */
export function traceHost({ accountId, project, jobId }: TraceSource): TraceHost {
  const path = tracePath(accountId, project, jobId);
  return {
    state: async (signal) => traceState.parse(await (await read(path, { signal })).json()),
    async bytes(generation, from, to, signal) {
      if (to <= from) return new Uint8Array();
      const headers = { range: `bytes=${from}-${to - 1}` };
      const init = { headers, ...(signal ? { signal } : {}) };
      const response = await read(traceBytesPath(path, generation), init);
      return new Uint8Array(await response.arrayBuffer());
    },
    async *follow(generation, from, signal) {
      const { body } = await read(traceFollowPath(path, generation, from), { signal });
      const reader = body?.getReader();
      try {
        for (;;) {
          const part = await reader?.read();
          if (!part || part.done) return;
          yield part.value;
        }
      } finally {
        await reader?.cancel().catch(() => undefined);
      }
    },
  };
}

const unreachable = { code: "unavailable", message: "Cannot reach Helve's background process." };
const failure = z.object({ code: z.string(), message: z.string(), retry: z.boolean().default(false) });

async function read(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(hostPath(path), init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new TraceError(unreachable, true);
  }
  if (response.ok) return response;
  const parsed = failure.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) throw new TraceError(parsed.data, parsed.data.retry);
  const code = response.status === 409 ? "conflict" : "bad_response";
  throw new TraceError({ code, message: `The trace cannot be read (HTTP ${response.status}).` }, false);
}

import {
  type TraceState,
  traceBytesPath,
  traceFollowPath,
  tracePath,
  traceState,
} from "../../../shared/host/traces.ts";
import type { Polling } from "../traces/polling.ts";
import type { HostInFolder } from "./host-in-folder.ts";

/** Pauses that no test has to wait for. */
export const quickPolling: Polling = { first: 10, longest: 40, linger: 50, settle: 30 };

/** One trace as the page reads it. */
export interface HostTrace {
  readonly path: string;
  /** Throws the response's text where it is an error. */
  state(): Promise<TraceState>;
  /** Follows a generation to the end of the body. */
  follow(generation: string, from?: number): Promise<Buffer>;
  /** Begins to follow; `leave` aborts. */
  start(
    generation: string,
    from?: number,
  ): Promise<{ readonly read: () => Promise<Buffer | null>; leave(): void }>;
  bytes(generation: string, range?: string): Promise<Response>;
}

/** Reads job `job` through a host's routes. */
export function hostTrace(
  host: HostInFolder,
  accountId: string,
  job: number,
  project = "group/project",
): HostTrace {
  const path = tracePath(accountId, project, job);
  return {
    path,
    async state() {
      const response = await host.ask(path);
      if (!response.ok) throw new Error(await response.text());
      return traceState.parse(await response.json());
    },
    async follow(generation, from = 0) {
      const response = await host.ask(traceFollowPath(path, generation, from));
      return Buffer.from(await response.arrayBuffer());
    },
    async start(generation, from = 0) {
      const abort = new AbortController();
      const { body } = await host.ask(traceFollowPath(path, generation, from), { signal: abort.signal });
      const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
      return {
        read: async () => {
          const { value } = await reader.read();
          return value ? Buffer.from(value) : null;
        },
        leave: () => abort.abort(),
      };
    },
    bytes: (generation, range) =>
      host.ask(traceBytesPath(path, generation), range ? { headers: { range } } : {}),
  };
}

/** Lines that differ from each other. */
export const traceText = (lines: number, from = 0): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, index) => `line ${from + index} of the job\n`).join(""));

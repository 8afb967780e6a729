import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { routePath } from "../../../shared/host/host-route.ts";
import { type TraceUpdate, traceRoutes, traceUpdate } from "../../../shared/host/traces.ts";
import type { TraceState } from "../traces/trace.ts";
import type { Polling } from "../traces/trace-sync.ts";
import type { HostInFolder } from "./host-in-folder.ts";

/** Intervals that no test has to wait for. */
export const quickPolling: Polling = {
  ...{ firstIntervalMs: 10, maxIntervalMs: 40, linger: 50, settle: 30 },
  ...{ draw: 10, ahead: 10 },
};

/** One trace as the page reads it. */
export interface HostTrace {
  readonly path: string;
  /** Throws the response's text where it is an error. */
  state(): Promise<TraceState>;
  /**
   * Follows a generation until it is complete or over, or cannot be read further. Returns its bytes from `from` on as
   * they are on the disk.
   */
  follow(generation: string, from?: number): Promise<Buffer>;
  /** Begins to follow; `leave` aborts. */
  start(generation: string): Promise<{ readonly read: () => Promise<Buffer | null>; leave(): void }>;
  /** Reads one of the routes below {@link path}, such as `lines`. */
  read(name: string, query: Readonly<Record<string, string | number>>): Promise<Response>;
}

/** Reads job `job` through a host's routes. */
export function hostTrace(
  host: HostInFolder,
  accountId: string,
  job: number,
  project = "group/project",
): HostTrace {
  const path = routePath(traceRoutes.rest, { account: accountId, project, job }).replace(/\/rest$/, "");
  const follow = async () => {
    const abort = new AbortController();
    const response = await host.request(`${path}/follow`, { signal: abort.signal });
    if (!response.ok) throw new Error(await response.text());
    return { updates: updatesOf(response), leave: () => abort.abort() };
  };
  const bytesOf = (generation: string): Buffer => {
    const file = join(host.folder, "traces", `${generation}.log`);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : Buffer.alloc(0);
  };
  return {
    path,
    async state() {
      const { updates, leave } = await follow();
      const { value } = await updates.next();
      leave();
      if (!value) throw new Error("The stream ended");
      const { generation, size, complete, problem } = value.summary;
      return { generation, size, complete, problem } as TraceState;
    },
    async follow(generation, from = 0) {
      const followed = await follow().catch(() => null);
      if (!followed) return bytesOf(generation).subarray(from);
      const { updates, leave } = followed;
      let bytes: Buffer = Buffer.alloc(0);
      const hadProblem = { first: true, value: false };
      for await (const { summary } of updates) {
        if (summary.generation !== generation) break;
        bytes = bytesOf(generation);
        if (hadProblem.first) Object.assign(hadProblem, { first: false, value: summary.problem !== null });
        if (summary.complete || (summary.problem && !hadProblem.value)) break;
      }
      leave();
      return bytes.subarray(from);
    },
    async start(generation) {
      const { updates, leave } = await follow();
      let read = 0;
      return {
        leave,
        async read() {
          const { value } = await updates.next();
          if (value?.summary.generation !== generation) return null;
          const bytes = bytesOf(generation).subarray(read, value.summary.size);
          read = value.summary.size;
          return bytes;
        },
      };
    },
    read: (name, query) => {
      const values = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
      return host.request(`${path}/${name}?${new URLSearchParams(values)}`);
    },
  };
}

async function* updatesOf(response: Response): AsyncGenerator<TraceUpdate, void> {
  let rest = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield traceUpdate.parse(JSON.parse(line));
  }
}

/** Lines that differ from each other. */
export const traceText = (lines: number, from = 0): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, index) => `line ${from + index} of the job\n`).join(""));

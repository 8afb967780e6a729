import type { ServerResponse } from "node:http";
import { type MockHandler, type MockService, mockService, sendJson } from "./mock-service.ts";

/** A service with traces that a test changes as it likes. */
export interface TraceService extends MockService {
  /** Output of each job so far; a job without an entry has no trace. */
  readonly traces: Map<number, Buffer>;
  /** State of each job; one without an entry does not exist. */
  readonly jobs: Map<number, Record<string, unknown>>;
  /** Path of the one project that has the jobs; null where any path does. */
  project: string | null;
  /** Sends a trace; the whole one unless set. */
  send: (request: Parameters<MockHandler>[0], response: ServerResponse, bytes: Buffer) => unknown;
  /** Requests for traces, and for jobs. */
  reads(of: "trace" | "job"): Parameters<MockHandler>[0][];
}

/** Sends a whole trace, as most services do. */
export const sendWhole: TraceService["send"] = (_request, response, bytes) => {
  response.writeHead(200, { "content-type": "text/plain", "content-length": String(bytes.length) });
  response.end(bytes);
};

/** Sends the requested range. */
export const sendPart: TraceService["send"] = (request, response, bytes) => {
  const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
  if (from === undefined) return sendWhole(request, response, bytes);
  if (Number(from) >= bytes.length) {
    return response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
  }
  response.writeHead(206, {
    "content-type": "text/plain",
    "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
  });
  response.end(bytes.subarray(Number(from)));
};

const tracePath = /\/projects\/[^/]+\/jobs\/(\d+)\/trace$/;
const jobPath = /\/projects\/[^/]+\/jobs\/(\d+)$/;

/** Starts the service. It sends whole traces until `send` is set. */
export async function traceService(): Promise<TraceService> {
  const traces = new Map<number, Buffer>();
  const jobs = new Map<number, Record<string, unknown>>();
  const notFound = (response: ServerResponse) =>
    response.writeHead(404, { "content-type": "application/json" }).end('{"message":"404 Not found"}');
  const rough = await mockService((request, response) => {
    const { project } = service;
    if (project && !request.path.includes(`/projects/${encodeURIComponent(project)}/`)) {
      if (request.path.includes("/projects/")) notFound(response);
      return;
    }
    const trace = Number(tracePath.exec(request.path)?.[1]);
    const job = Number(jobPath.exec(request.path)?.[1]);
    if (trace) {
      const bytes = traces.get(trace);
      return bytes ? service.send(request, response, bytes) : notFound(response);
    }
    if (!job) return;
    const state = jobs.get(job);
    if (state) sendJson(response, { id: job, name: "build", stage: "test", ...state });
    else notFound(response);
  });
  const service: TraceService = {
    ...rough,
    traces,
    jobs,
    project: null,
    send: sendWhole,
    reads: (of) => rough.seen.filter(({ path }) => (of === "trace" ? tracePath : jobPath).test(path)),
    [Symbol.asyncDispose]: () => rough[Symbol.asyncDispose](),
  };
  return service;
}

export const runningJob = { status: "running", finished_at: null };
export const endedJob = { status: "success", finished_at: "2020-01-02T03:04:05.000Z" };

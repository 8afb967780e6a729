import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker as Thread } from "node:worker_threads";
import { vi } from "vitest";
import type { MemoryHost } from "./memory-host.ts";

/** Serves traces over HTTP as the host does, one for each job, and runs the page's workers in threads. */
export async function startPage(
  traces: Readonly<Record<number, MemoryHost>>,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void serve(traces, request.url ?? "", request.headers.range).then(async ({ status, body }) => {
      response.writeHead(status, { "content-type": "application/octet-stream" });
      for await (const part of body) response.write(part);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const threads: Thread[] = [];
  vi.stubGlobal("Worker", workerClass(base, threads));
  return {
    async close() {
      vi.unstubAllGlobals();
      await Promise.all(threads.map((thread) => thread.terminate()));
      await stop(server);
    },
  };
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

interface Served {
  readonly status: number;
  readonly body: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

async function serve(
  traces: Readonly<Record<number, MemoryHost>>,
  url: string,
  range?: string,
): Promise<Served> {
  const { pathname, searchParams } = new URL(url, "http://host");
  const [, job = "", action] = /^\/-\/traces\/[^/]+\/[^/]+\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const trace = traces[Number(job)];
  if (!trace) return { status: 404, body: ['{"code":"not_found","message":"No such job"}'] };
  const generation = searchParams.get("generation") ?? "";
  if (!action) return { status: 200, body: [JSON.stringify(await trace.state())] };
  if (action === "follow") {
    const signal = new AbortController().signal;
    return { status: 200, body: trace.follow(generation, Number(searchParams.get("from")), signal) };
  }
  const [, from = "0", to = "0"] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  try {
    return { status: 206, body: [await trace.bytes(generation, Number(from), Number(to) + 1)] };
  } catch {
    return { status: 409, body: ['{"code":"conflict","message":"Another generation"}'] };
  }
}

const workerClass = (base: string, threads: Thread[]) =>
  class {
    readonly #thread: Thread;
    constructor(url: URL) {
      const workerData = { base, url: url.href };
      this.#thread = new Thread(new URL("./thread.mjs", import.meta.url), { workerData });
      threads.push(this.#thread);
    }
    postMessage(message: unknown, transfer: ArrayBuffer[]): void {
      this.#thread.postMessage(message, transfer);
    }
    addEventListener(type: string, listener: (event: unknown) => void): void {
      this.#thread.on(type, (data) => listener(type === "error" ? { message: String(data) } : { data }));
    }
    terminate(): void {
      void this.#thread.terminate();
    }
  };

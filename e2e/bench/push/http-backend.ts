import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

/** Git's own HTTP server, `git http-backend`, behind the smallest CGI bridge: what the service is measured against. */
export interface Backend {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the repositories below `folder` on a free port of the loopback interface. */
export async function startBackend(folder: string): Promise<Backend> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const header = (name: string) => String(request.headers[name] ?? "");
    const child = spawn("git", ["http-backend"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_PROTOCOL: header("git-protocol"),
        REMOTE_USER: "bench",
        REMOTE_ADDR: "127.0.0.1",
        REQUEST_METHOD: request.method,
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: header("content-type"),
        CONTENT_LENGTH: header("content-length"),
        HTTP_CONTENT_ENCODING: header("content-encoding"),
      },
    });
    pipeline(request, child.stdin).catch(() => undefined);
    let head = Buffer.alloc(0);
    const readHead = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      child.stdout.off("data", readHead);
      child.stdout.pause();
      const lines = head.subarray(0, end).toString().split("\r\n");
      for (const line of lines) {
        const [name = "", value = ""] = line.split(/:\s*/, 2);
        if (name.toLowerCase() === "status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      pipeline(child.stdout, response).catch(() => undefined);
    };
    child.stdout.on("data", readHead);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

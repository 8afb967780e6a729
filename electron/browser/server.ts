import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { hostRequest } from "../host/page/host-request.ts";
import { createPageFiles } from "../host/page/page-files.ts";
import { passBody } from "../host/page/pass-body.ts";
import { createGate } from "./gate.ts";

export interface ShellServerOptions {
  /** Folder of the built page. */
  readonly page: string;
  /** The host's handler; paths come without the prefix. */
  readonly handle: (request: Request) => Promise<Response>;
  /** 0 takes any that is free. */
  readonly port: number;
}

export interface ShellServer {
  /** URL without a key. */
  readonly url: string;
  /** A link that lets one browser in, once. */
  mintLink(): string;
  close(): Promise<void>;
}

/** Serves the page and the host's routes on 127.0.0.1, behind the gate. */
export function startShellServer({ page, handle, port }: ShellServerOptions): Promise<ShellServer> {
  const bound = { port };
  const gate = createGate(() => bound.port);
  const files = createPageFiles(page);
  const answer = async (request: Request): Promise<Response> => {
    const stopped = gate.check(request);
    if (stopped) return stopped;
    const inner = hostRequest(request);
    return inner ? passBody(await handle(inner), inner.signal) : files(request);
  };
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: answer, port, hostname: "127.0.0.1", overrideGlobalObjects: false },
      (address: AddressInfo) => {
        bound.port = address.port;
        const url = `http://127.0.0.1:${address.port}`;
        resolve({
          url,
          mintLink: () => `${url}/?key=${gate.mintKey()}`,
          close: () =>
            new Promise((done) => {
              server.close(() => done());
              (server as Server).closeAllConnections();
            }),
        });
      },
    );
    server.on("error", reject);
  });
}

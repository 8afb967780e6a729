import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Service } from "./server.ts";

/** A service that listens on the loopback interface. */
export interface Listening {
  /** Base URL without trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Node flushes headers as UTF-8, which spoils values that are bytes already, such as names of files (compat.md, trap 6). */
class BytewiseResponse<R extends IncomingMessage> extends ServerResponse<R> {
  override flushHeaders(): void {
    if (this.writable) this.write("", "latin1");
  }
}

/** Serves on 127.0.0.1; port 0 takes any that is free. Requests keep their raw paths (compat.md, trap 1). */
export function listen(service: Service, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: service,
        port,
        hostname: "127.0.0.1",
        overrideGlobalObjects: false,
        serverOptions: { ServerResponse: BytewiseResponse },
      },
      (address: AddressInfo) => {
        resolve({
          url: `http://127.0.0.1:${address.port}`,
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

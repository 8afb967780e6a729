import { type RequestOptions, request } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type ConnectionOptions, connect, type SecureContext } from "node:tls";
import type { buildConnector } from "undici";

type TlsOptions = Pick<ConnectionOptions, "rejectUnauthorized" | "secureContext" | "servername">;

/** The proxy could not be reached or did not let a call through; the service never saw it. */
export class ProxyFailure extends Error {
  readonly code = "HELVE_PROXY";
  /** Host of the proxy; empty where it is not known. */
  readonly proxy: string;

  constructor(
    message: string,
    { proxy = "", cause }: { readonly proxy?: string; readonly cause?: Error } = {},
  ) {
    super(message, { cause });
    this.proxy = proxy;
  }
}

/** Returns `Proxy-Authorization` for a proxy URL's user and password, if it has any. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (!proxy.username) return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

/** Returns the name that the certificate of an HTTPS proxy has to prove; empty where the proxy is an address. */
export function proxyName({ hostname }: URL): string {
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "" : hostname;
}

/**
 * Connects through a proxy's CONNECT. Unlike undici's own ProxyAgent it also ends when the proxy hangs up or does
 * not respond. `timeout` in ms.
 */
export function tunnelThrough(
  proxy: URL,
  secureContext: SecureContext | undefined,
  timeout: number,
  lookup?: LookupFunction,
): buildConnector.connector {
  return ({ hostname, port, protocol, servername }, callback) => {
    const target = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
    const options: RequestOptions & TlsOptions = {
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...proxyHeaders(proxy) },
      agent: false,
      timeout,
      lookup,
      // Otherwise Node takes the name from the Host header, and any certificate for the target would be accepted.
      servername: proxyName(proxy),
      rejectUnauthorized: true,
      secureContext,
    };
    const outgoing = proxy.protocol === "https:" ? secureRequest(options) : request(options);
    outgoing.once("timeout", () => outgoing.destroy(new Error("it does not respond")));
    outgoing.once("error", (error) =>
      callback(
        new ProxyFailure(`${proxy.host}: ${error.message}`, { proxy: proxy.host, cause: error }),
        null,
      ),
    );
    outgoing.once("connect", ({ statusCode }, socket) => {
      socket.setTimeout(0);
      if (statusCode !== 200) {
        socket.destroy();
        return callback(new ProxyFailure(`${proxy.host} responded with ${statusCode}`), null);
      }
      if (protocol !== "https:") return callback(null, socket);
      const name = servername || hostname;
      const secure = connect({
        socket,
        ...(isIP(name) ? { host: name } : { servername: name }),
        ALPNProtocols: ["http/1.1"],
        rejectUnauthorized: true,
        secureContext,
      });
      const fail = (error: Error) => callback(error, null);
      secure.once("error", fail);
      secure.once("secureConnect", () => {
        secure.removeListener("error", fail);
        callback(null, secure);
      });
    });
    outgoing.end();
  };
}

import type { IncomingMessage } from "node:http";
import { httpError } from "./http-error.ts";

/** Returns the host names under which a service at a base URL may be called. */
export const hostsOf = (url: string): ReadonlySet<string> => {
  const { port } = new URL(url);
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
};

/**
 * Returns a 421 response for a request to another host: a web page whose name was bound to this machine
 * (DNS rebinding), or a proxy's. Null where the request names the service itself, in its target and its header.
 */
export function checkHost(
  hosts: ReadonlySet<string>,
  request: Request,
  incoming: IncomingMessage,
): Response | null {
  const header = incoming.headers.host?.toLowerCase();
  if (header !== undefined && hosts.has(header) && hosts.has(new URL(request.url).host)) return null;
  const { status, body } = httpError(421, "421 Misdirected Request");
  return Response.json(body, { status });
}

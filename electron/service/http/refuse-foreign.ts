import type { IncomingMessage } from "node:http";
import { HttpError, httpError } from "./http-error.ts";

/** Returns the values of `Host` with which a service at a base URL may be called. */
export const serviceHosts = (url: string): ReadonlySet<string> => {
  const { port } = new URL(url);
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
};

/** Values of `Sec-Fetch-Site` of a page of the service itself, and of an address that somebody typed. */
const ownSites: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Returns the refusal of a request that was meant for another host or that a page of another site sends, before
 * anything of it is parsed; null for all others. git and other clients send neither `Origin` nor `Sec-Fetch-Site`; a
 * browser adds them to what any page makes it send, such as an image or a form.
 */
export function refuseForeign(
  hosts: ReadonlySet<string>,
  request: Request,
  { headers, rawHeaders }: IncomingMessage,
): Response | null {
  const refusal = findRefusal(hosts, request.url, headers, rawHeaders);
  if (refusal === null) return null;
  return Response.json(refusal.body, { status: refusal.status });
}

function findRefusal(
  hosts: ReadonlySet<string>,
  url: string,
  { host = "", origin, "sec-fetch-site": site }: IncomingMessage["headers"],
  rawHeaders: readonly string[],
): HttpError | null {
  // Node keeps the first line alone; another program may read the last one.
  if (rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length !== 1)
    return new HttpError(400, { error: "One Host header is needed" });
  const name = host.toLowerCase();
  if (!hosts.has(name) || !hosts.has(new URL(url).host)) return httpError(421, "421 Misdirected Request");
  const isOwn = origin === undefined || origin.toLowerCase() === `http://${name}`;
  if (isOwn && (site === undefined || ownSites.has(String(site)))) return null;
  return httpError(403, "403 Forbidden - Pages of other sites may not use this service.");
}

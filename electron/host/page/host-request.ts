import { hostPrefix } from "../../../shared/host/prefix.ts";

/** The host's own form of a request below its prefix (`/-/accounts` as `/accounts`), null for any other. */
export function hostRequest(request: Request): Request | null {
  const { pathname } = new URL(request.url);
  if (pathname !== hostPrefix && !pathname.startsWith(`${hostPrefix}/`)) return null;
  // The raw path stays as it was sent: encoded slashes are part of it.
  const at = request.url.indexOf(pathname);
  const inner = request.url.slice(0, at) + request.url.slice(at + hostPrefix.length);
  return new Request(inner, request);
}

/** What the page may use a response of the host as: data, media, fonts, and a document for what is saved. */
const destinations: ReadonlySet<string> = new Set([
  "",
  "empty",
  "image",
  "audio",
  "video",
  "track",
  "font",
  "document",
]);

/**
 * Returns a refusal where the browser would run a response of the host, style the page with it or frame it: these bytes
 * come from strangers, and `script-src 'self'` does not tell them from the page's own. Null where they stay data.
 */
export function refuseDestination(request: Request): Response | null {
  const destination = request.headers.get("sec-fetch-dest") ?? request.destination;
  if (destinations.has(destination)) return null;
  return new Response("The host's responses are data: they are not run, styled with or framed.\n", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  });
}

import { hostPrefix } from "../../../shared/host/prefix.ts";

/** Returns a request below the host's prefix without it (`/-/accounts` as `/accounts`), null for any other. */
export function hostRequest(request: Request): Request | null {
  const { pathname } = new URL(request.url);
  if (pathname !== hostPrefix && !pathname.startsWith(`${hostPrefix}/`)) return null;
  // The raw path stays as it was sent: encoded slashes are part of it.
  const at = request.url.indexOf(pathname);
  const inner = request.url.slice(0, at) + request.url.slice(at + hostPrefix.length);
  return new Request(inner, request);
}

/** Allowed values of `Sec-Fetch-Dest`: data, media, fonts, and a document for what is saved. */
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
 * are untrusted, and `script-src 'self'` allows them like the page's own. Null where they stay data.
 */
export function refuseDestination(request: Request): Response | null {
  const destination = request.headers.get("sec-fetch-dest") ?? request.destination;
  if (destinations.has(destination)) return null;
  return new Response("The host's responses are data: they are not run, styled with or framed.\n", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  });
}

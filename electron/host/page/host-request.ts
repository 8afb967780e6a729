import type { MiddlewareHandler } from "hono";
import { hostHeaders } from "../../../shared/host/accounts.ts";
import { hostPrefix } from "../../../shared/host/host-route.ts";

/** Returns a request below the host's prefix without it, null for any other. */
export function hostRequest(request: Request): Request | null {
  const { pathname } = new URL(request.url);
  if (pathname !== hostPrefix && !pathname.startsWith(`${hostPrefix}/`)) return null;
  // The raw path stays as it was sent: encoded slashes are part of it.
  const at = request.url.indexOf(pathname);
  const inner = request.url.slice(0, at) + request.url.slice(at + hostPrefix.length);
  const { method, headers, signal } = request;
  // A read has no body; all that a request may have takes several times as long to copy.
  return new Request(inner, method === "GET" || method === "HEAD" ? { method, headers, signal } : request);
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

/**
 * Returns the same response with a body that calls `cancelled` when the page cancels it. A body that fails after
 * `signal` was aborted just ends. Nothing is read ahead of the page.
 */
export function forwardBody(
  response: Response,
  signal: AbortSignal,
  cancelled: (reason: unknown) => void = () => undefined,
): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          const { done, value } = await reader.read();
          if (done) stream.close();
          else stream.enqueue(value);
        } catch (error) {
          if (!signal.aborted) throw error;
          stream.close();
        }
      },
      async cancel(reason) {
        cancelled(reason);
        // The body may have failed with the abort already.
        await reader.cancel(reason).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/**
 * Responses to HEAD have no body: a problem becomes a header, percent-encoded, and any other body is canceled, since a
 * stream of events would never end.
 */
export const cancelHeadBody: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.req.method !== "HEAD") return;
  if (context.res.headers.get("content-type") === "application/problem+json")
    context.res.headers.set(hostHeaders.problem, encodeURIComponent(await context.res.text()));
  else await context.res.body?.cancel();
};

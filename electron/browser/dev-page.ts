import { contentSecurityPolicy, pageHeaders } from "../host/page/page-assets.ts";

/** The development server of the page, and what its page needs beside the usual policy. */
interface DevServer {
  /** Origin of the development server on the loopback. */
  readonly origin: string;
  /** Nonce of its inline scripts. */
  readonly nonce: string;
}

const forwardedHeaders = ["accept", "if-none-match", "sec-fetch-dest"];

/**
 * Returns the page from a development server instead of the built one. Requests have passed the shell's checks already.
 * The policy of the page allows the server's inline script and its socket for hot reload in addition.
 */
export function createDevPage({ origin, nonce }: DevServer): (request: Request) => Promise<Response> {
  const policy = contentSecurityPolicy
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ${origin.replace(/^http/, "ws")}`);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
    const { pathname, search } = new URL(request.url);
    const headers = new Headers();
    for (const name of forwardedHeaders) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const response = await fetch(origin + pathname + search, { method: request.method, headers });
    const sent = new Headers({
      ...pageHeaders,
      "content-security-policy": policy,
      "cache-control": "no-cache",
    });
    for (const name of ["content-type", "etag"]) {
      const value = response.headers.get(name);
      if (value !== null) sent.set(name, value);
    }
    return new Response(response.body, { status: response.status, headers: sent });
  };
}

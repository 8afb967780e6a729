import { disarmLinks } from "../../../shared/api/contract/paging.ts";
import { hostHeaders, type ListGap } from "../../../shared/host/accounts.ts";
import { addSecurityHeaders } from "./response-headers.ts";

/** Source of a response (shared/host/accounts.ts). */
export type ResponseSource = "network" | "revalidated" | "cache";

/** A service's response, safe for the page. */
export interface OperationResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly source: ResponseSource;
  /** Seconds since the service last confirmed it. */
  readonly age: number;
  /** Missing part of a list that was requested whole. */
  readonly gap?: ListGap;
}

const bodiless = new Set([204, 205, 304]);

/** Returns the response as the page gets it. */
export function toPageResponse(response: OperationResponse): Response {
  const headers = addSecurityHeaders(new Headers(response.headers));
  disarmLinks(headers);
  // For the host, which compares it with the time of a write; a browser counts by it.
  headers.delete("age");
  headers.set(hostHeaders.source, response.source);
  headers.set(hostHeaders.age, String(Math.max(0, Math.floor(response.age))));
  // Header values are Latin-1.
  if (response.gap) headers.set(hostHeaders.gap, encodeURIComponent(JSON.stringify(response.gap)));
  const body = bodiless.has(response.status) ? null : response.body;
  return new Response(body, { status: response.status, headers });
}

import { hostHeaders, type ListGap } from "../../../shared/host/accounts.ts";
import { addSecurityHeaders } from "./response-headers.ts";

/** Where an answer came from (shared/host/accounts.ts). */
export type ResponseSource = "network" | "revalidated" | "cache";

/** A service's answer, made safe for the page. */
export interface OperationResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly source: ResponseSource;
  /** Seconds since it was known to be current. */
  readonly age: number;
  /** What is missing of a list that was asked for whole. */
  readonly gap?: ListGap;
}

const bodiless = new Set([204, 205, 304]);

/** The answer as the page gets it. */
export function toResponse(answer: OperationResponse): Response {
  const headers = addSecurityHeaders(new Headers(answer.headers));
  headers.set(hostHeaders.source, answer.source);
  headers.set(hostHeaders.age, String(Math.max(0, Math.floor(answer.age))));
  // Header values are Latin-1.
  if (answer.gap) headers.set(hostHeaders.gap, encodeURIComponent(JSON.stringify(answer.gap)));
  const body = bodiless.has(answer.status) ? null : answer.body;
  return new Response(body, { status: answer.status, headers });
}

import { BodyDefect } from "../checks/body-defect.ts";
import { refuseWebPage } from "../checks/web-page-check.ts";
import type { ServiceResponse } from "../client/service-client.ts";
import { contentLength } from "../operations/receive-body.ts";

/**
 * Returns where the bytes of a 206 begin in the trace, which are all up to its end, and the size of the trace. Returns null
 * for a response that does not prove that.
 */
export function provenEnd({ status, headers, compressed }: ServiceResponse): TraceRange | null {
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get("content-range") ?? "");
  if (status !== 206 || compressed || !range) return null;
  const [from, last, size] = range.slice(1).map(Number) as [number, number, number];
  return last < from || last !== size - 1 ? null : { from, size };
}

/** The end of a trace: its bytes from `from` on. */
interface TraceRange {
  readonly from: number;
  /** Bytes of the whole trace. */
  readonly size: number;
}

/**
 * Returns how many bytes a 206 has, which are all from `from` to the end of the trace. Returns null for a response that
 * does not prove that: then nothing of it can be used.
 */
export function provenRest(response: ServiceResponse, from: number): number | null {
  const end = provenEnd(response);
  if (end?.from !== from) return null;
  const rest = end.size - from;
  const length = response.headers.has("content-length") ? contentLength(response.headers) : rest;
  return length === rest ? length : null;
}

/** Throws {@link BodyDefect} for a content type that no trace has, such as that of an error or a web page. */
export function checkTraceType(headers: Headers): void {
  if (/^\s*(text\/html|application\/(xhtml|xml|json|problem))/i.test(headers.get("content-type") ?? "")) {
    throw new BodyDefect("is not a log", true);
  }
}

/** Throws {@link BodyDefect} where the first bytes are a web page's, in a response that does not say that it is text. */
export function checkTraceStart(headers: Headers, start: Uint8Array): void {
  if (/^\s*text\/plain/i.test(headers.get("content-type") ?? "")) return;
  refuseWebPage(start);
}

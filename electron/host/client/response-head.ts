import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { ProxyFailure } from "../network/tunnel.ts";
import { discardBody } from "./discard-body.ts";

/** One response of a service, redirects included; its body as received. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
  /** Target of a redirect; null where the headers name none or several. */
  readonly location: string | null;
  readonly source: Readable;
}

/** Returns undici's response with its headers read. Throws {@link ProxyFailure} where a proxy asks for a password. */
export function readResponseHead({ statusCode, headers, body }: Dispatcher.ResponseData): ResponseHead {
  if (statusCode === 407) {
    discardBody(body);
    throw new ProxyFailure("the proxy asks for a user and password");
  }
  const location = oneLocation(headers.location);
  return { status: statusCode, headers: toHeaders(headers), location, source: body };
}

/** Returns the target of a redirect, null where its headers name none or several. */
function oneLocation(location: string | string[] | undefined): string | null {
  const [first, ...others] = new Set([location ?? []].flat());
  return first !== undefined && others.length === 0 ? first : null;
}

/** undici returns header values as Latin-1 text, which is what a Headers object takes. */
function toHeaders(raw: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) headers.append(name, entry);
    }
  }
  return headers;
}

import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import {
  checkReach,
  ForbiddenAddress,
  lookupWithin,
  type Reach,
  type Resolve,
  systemResolve,
} from "../../../../system/address.ts";

/** Limits of one attempt. */
export interface PostLimits {
  /** Until the connection, with TLS, is established. */
  readonly connectMs: number;
  /** Until the response has been read. */
  readonly totalMs: number;
  /** Of the response's body; the rest is not read. */
  readonly maxBodyBytes: number;
}

export const defaultPostLimits: PostLimits = { connectMs: 5_000, totalMs: 10_000, maxBodyBytes: 16 * 1024 };

const timeoutText = "Timeout: no complete response";
/** Characters of the response's headers that are recorded. */
const maxHeaderLength = 4096;

interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly checksCertificates: boolean;
  /** Addresses that may be connected to. */
  readonly reach: Reach;
  readonly resolve: Resolve;
  readonly limits: PostLimits;
  readonly signal: AbortSignal;
}

/** A response, or why there is none. `isRefused`: the address may not be reached, now or later. */
export type PostResult =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** Reason why it is incomplete; null where complete. */
      readonly error: string | null;
    }
  | { readonly kind: "failed"; readonly error: string; readonly isRefused: boolean };

/**
 * Sends one event. Redirects are not followed. The addresses of the name are checked before anything is sent, and one of
 * those that were checked is connected to. Never rejects.
 */
function postEvent({ url, headers, body, ...options }: PostRequest): Promise<PostResult> {
  const { reach, resolve: lookUp, limits } = options;
  return new Promise((resolve) => {
    const fail = (error: unknown) =>
      resolve({ kind: "failed", error: describeError(error), isRefused: error instanceof ForbiddenAddress });
    try {
      checkReach(url, reach);
    } catch (error) {
      return fail(error);
    }
    const total = AbortSignal.timeout(limits.totalMs);
    const isSecure = url.protocol === "https:";
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      agent: false,
      lookup: lookupWithin(reach, lookUp),
      signal: AbortSignal.any([options.signal, total]),
      maxHeaderSize: 16 * 1024,
      ...(isSecure ? { rejectUnauthorized: options.checksCertificates } : {}),
    });
    const connecting = setTimeout(
      () => request.destroy(new Error("Timeout: no connection")),
      limits.connectMs,
    );
    request.on("socket", (socket) => {
      socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(connecting));
    });
    request.on("close", () => clearTimeout(connecting));
    let hasHead = false;
    request.on("error", (error) => {
      // An error after the headers is reported with the status.
      if (!hasHead) fail(total.aborted ? new Error(timeoutText) : error);
    });
    request.on("response", (response) => {
      hasHead = true;
      void readResponse(response, limits, total).then((result) => {
        resolve(result);
        request.destroy();
      });
    });
    request.end(body);
  });
}

async function readResponse(
  response: IncomingMessage,
  { maxBodyBytes }: PostLimits,
  total: AbortSignal,
): Promise<PostResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  let error: string | null = null;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBodyBytes) break;
    }
  } catch (cause) {
    error = total.aborted ? timeoutText : `Incomplete response: ${describeError(cause)}`;
  }
  return {
    kind: "response",
    status: response.statusCode ?? 0,
    headers: boundedHeaders(response.headers),
    body: Buffer.concat(chunks).subarray(0, maxBodyBytes).toString(),
    error,
  };
}

function boundedHeaders(headers: IncomingMessage["headers"]): Record<string, string> {
  let length = 0;
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return Object.fromEntries(
    entries.filter(([name, value]) => {
      length += name.length + value.length;
      return length <= maxHeaderLength;
    }),
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried.
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  if (error.message === "" && first instanceof Error) return first.message;
  return error.message || error.name;
}

/** A request as it is sent to the thread. */
export interface Post extends Omit<PostRequest, "url" | "resolve" | "signal"> {
  readonly url: string;
  /** Whether the last attempt for its hook failed. */
  readonly isFailing: boolean;
}

/**
 * Sends events. A lookup of a name blocks a thread of the process until the system gives up, so that those of hooks whose
 * last attempt failed are made one at a time, and not at all once their attempt is over.
 */
export class EventPoster {
  readonly #resolve: Resolve;
  /** The last lookup of a name for a hook whose last attempt failed. */
  #lookup: Promise<unknown> = Promise.resolve();

  constructor(resolve: Resolve = systemResolve) {
    this.#resolve = resolve;
  }

  /** Sends one event, as `postEvent` does. Never rejects. */
  post = ({ url, isFailing, ...post }: Post, signal: AbortSignal): Promise<PostResult> =>
    postEvent({
      ...post,
      url: new URL(url),
      resolve: isFailing ? (name) => this.#resolveInTurn(name, post.limits.connectMs) : this.#resolve,
      signal,
    });

  #resolveInTurn(name: string, maxWaitMs: number): ReturnType<Resolve> {
    const since = performance.now();
    const looked = this.#lookup.then(() => {
      if (performance.now() - since >= maxWaitMs) throw new Error("Timeout: no connection");
      return this.#resolve(name);
    });
    this.#lookup = looked.catch(() => undefined);
    return looked;
  }
}

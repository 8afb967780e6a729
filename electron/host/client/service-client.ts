import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { isLoopback } from "../../system/address.ts";
import { ForbiddenAddress } from "../../system/reach.ts";
import { isHtml } from "../checks/expectation.ts";
import type { Network } from "../network/network.ts";
import { ProxyFailure } from "../network/tunnel.ts";
import { decompress } from "./body.ts";
import { discardBody } from "./discard-body.ts";
import type { Limiter, Priority } from "./limiter.ts";
import { networkError, webPageError } from "./network-error.ts";
import type { RateGate } from "./rate-gate.ts";
import { readRateLimit } from "./rate-limit.ts";
import { nextTarget, type RedirectTarget, reachOf, redirectRefused } from "./redirect.ts";
import { canceled, ServiceRequestError } from "./service-request-error.ts";

/** One call to a service. */
export interface ServiceRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Raw path and query below `/api/v4`. */
  readonly path: string;
  /** Operation as `METHOD /path/:template`; a rate limit may apply to one operation. */
  readonly operation: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  /** Bytes may come from another origin, without the token. */
  readonly allowElsewhere?: boolean;
  /** Request the bytes without compression, for resuming and progress. */
  readonly plain?: boolean;
  readonly priority?: Priority;
}

/** A response, body unread; it occupies a slot of the limiter until the body ends or is destroyed. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Plain bytes. */
  readonly body: Readable;
  /** Whether the body was compressed on the way, so that `content-length` counts something else. */
  readonly compressed: boolean;
}

/** What a client needs of its account. */
export interface Endpoint {
  readonly base: URL;
  /** Skips every proxy (the local service). */
  readonly direct: boolean;
  readonly token: () => Promise<string>;
  /** Seconds without a byte after which a call fails. */
  readonly timeout: () => number;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;
/** A write may take the service long; giving up early leaves the user unsure. */
const writeTimeoutFactor = 5;

/** Sends calls to one service with one token. Knows nothing of caching, retries or the contract. */
export class ServiceClient {
  readonly endpoint: Endpoint;
  readonly gate: RateGate;
  readonly #network: Network;
  readonly #limiter: Limiter;
  readonly #seen: (result: number | ServiceRequestError) => void;

  constructor(
    endpoint: Endpoint,
    network: Network,
    limiter: Limiter,
    gate: RateGate,
    seen: (result: number | ServiceRequestError) => void,
  ) {
    this.endpoint = endpoint;
    this.gate = gate;
    this.#network = network;
    this.#limiter = limiter;
    this.#seen = seen;
  }

  /** Sends a call. Returns the response once its headers arrived. Throws ServiceRequestError, or what reading the token throws. */
  async send(call: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    const token = await this.endpoint.token();
    const release = await this.#limiter.acquire(signal, call.priority);
    try {
      const incoming = await this.#follow(call, token, signal);
      // A response that broke in the packet of its head has closed before anybody could listen.
      if (incoming.source.closed) release();
      else incoming.source.once("close", release);
      // The reader of the body gets its failure; without a reader it must not end the process.
      incoming.source.on("error", () => {});
      // Only bytes may be a web page; any other comes from a proxy or a captive portal.
      const webPage = incoming.status === 511 || (incoming.status < 300 && !call.allowElsewhere);
      if (webPage && isHtml(incoming.headers.get("content-type"))) {
        discardBody(incoming.source);
        throw webPageError(this.endpoint.base.host, incoming.status);
      }
      this.#seen(incoming.status);
      this.gate.recordLimit(call.operation, readRateLimit(incoming.headers), incoming.status === 429);
      const encoding = incoming.headers.get("content-encoding");
      const body = decompress(incoming.source, encoding);
      return {
        status: incoming.status,
        headers: incoming.headers,
        body,
        compressed: body !== incoming.source,
      };
    } catch (error) {
      release();
      if (signal.aborted) throw canceled();
      const failure =
        error instanceof ForbiddenAddress
          ? redirectRefused(error.message)
          : networkError(error, this.endpoint.base.host);
      this.#seen(failure);
      throw failure;
    }
  }

  async #follow(call: ServiceRequest, token: string, signal: AbortSignal) {
    const { base } = this.endpoint;
    const root = base.pathname.replace(/\/$/, "");
    let hop: RedirectTarget = { origin: base.origin, path: `${root}/api/v4${call.path}`, trusted: true };
    const reads = call.method === "GET" || call.method === "HEAD";
    for (let hops = 0; ; hops++) {
      const response = await this.#dispatch(call, hop, hop.trusted ? { "private-token": token } : {}, signal);
      const headers = toHeaders(response.headers);
      if (response.statusCode === 407) {
        discardBody(response.body);
        throw new ProxyFailure("the proxy asks for a user and password");
      }
      if (!redirects.has(response.statusCode)) {
        return { status: response.statusCode, headers, source: response.body };
      }
      discardBody(response.body);
      if (!reads || hops === maxRedirects) {
        throw new ServiceRequestError({
          code: "refused",
          message: "The service redirects this request, so Helve did not send it.",
          detail: `HTTP ${response.statusCode}`,
          status: response.statusCode,
        });
      }
      hop = nextTarget(hop, oneLocation(response.headers.location), base, call.allowElsewhere ?? false);
    }
  }

  async #dispatch(
    call: ServiceRequest,
    hop: RedirectTarget,
    secret: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) {
    const { endpoint } = this;
    const origin = new URL(hop.origin);
    const reads = call.method === "GET" || call.method === "HEAD";
    const dispatcher = await this.#network.dispatcher(origin, {
      direct: endpoint.direct,
      fresh: !reads,
      reach: reachOf(hop, endpoint.base),
    });
    const plain = call.plain || call.method === "HEAD" || isLoopback(origin);
    const timeout = endpoint.timeout() * 1000;
    return dispatcher.request({
      origin: hop.origin,
      path: hop.path,
      method: call.method,
      headers: {
        accept: "*/*",
        "accept-encoding": plain ? "identity" : "gzip, br",
        "user-agent": "Helve",
        ...secret,
        ...call.headers,
      },
      body: call.body ?? null,
      signal,
      headersTimeout: reads ? timeout : timeout * writeTimeoutFactor,
      bodyTimeout: timeout,
    });
  }
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

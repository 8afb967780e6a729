import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type { Optional } from "../../../shared/optional.ts";
import { ForbiddenAddress, isLoopback } from "../../system/address.ts";
import { type BodyLimits, dataLimits } from "../checks/body-check.ts";
import { isHtml } from "../checks/expectation.ts";
import type { Network } from "../network/network.ts";
import { ProxyFailure } from "../network/tunnel.ts";
import { decodeBody, discardBody } from "./body.ts";
import type { CallKind, Limiter } from "./limiter.ts";
import { canceled, networkError, ServiceRequestError, webPageError } from "./network-error.ts";
import { type RateGate, readRateLimit } from "./rate-limit.ts";
import { addressRefused, nextTarget, type RedirectTarget, reachOf, redirectRefused } from "./redirect.ts";
import type { SentCalls } from "./sent-calls.ts";

/** One call to a service. */
export interface ServiceRequest
  extends CallKind,
    Optional<{
      body: Uint8Array | string | Readable;
      /** Subject that a user waits for, such as "Branches"; none for a call of the host itself. */
      what: string;
    }> {
  readonly method: Dispatcher.HttpMethod;
  /** Raw path and query below `/api/v4`. */
  readonly path: string;
  /** Operation as `METHOD /path/:template`; a rate limit may apply to one operation. */
  readonly operation: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes may be fetched from another origin, without the token. */
  readonly allowElsewhere?: boolean;
  /** Request the bytes without compression, for resuming and progress. */
  readonly plain?: boolean;
  /** Bounds of the response's body once it is decompressed; those of buffered JSON unless given. */
  readonly limits?: BodyLimits;
}

/** A response, body unread; it occupies a slot of the limiter until the body ends or is destroyed. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Plain bytes. */
  readonly body: Readable;
  /** Whether the body was compressed on the way, so that `content-length` counts something else. */
  readonly compressed: boolean;
  /** Whether a redirect was followed to it. */
  readonly isRedirected: boolean;
}

/** URL, token and timeout of an account's service. */
export interface ServiceEndpoint {
  readonly base: URL;
  /** Skips every proxy (the local service). */
  readonly direct: boolean;
  readonly token: () => Promise<string>;
  /** Seconds without a byte after which a call fails. */
  readonly timeout: () => number;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;
/** A write may take the service long; giving up early leaves the user unsure. */
const writeTimeoutFactor = 5;

/** Sends calls to one service with one token. It does not cache, retry or validate. */
export class ServiceClient {
  readonly endpoint: ServiceEndpoint;
  readonly gate: RateGate;
  readonly #network: Network;
  readonly #limiter: Limiter;
  readonly #seen: (result: number | ServiceRequestError) => void;
  readonly #sent: SentCalls | undefined;

  constructor(
    endpoint: ServiceEndpoint,
    network: Network,
    limiter: Limiter,
    gate: RateGate,
    seen: (result: number | ServiceRequestError) => void,
    sent?: SentCalls,
  ) {
    this.endpoint = endpoint;
    this.gate = gate;
    this.#network = network;
    this.#limiter = limiter;
    this.#seen = seen;
    this.#sent = sent;
  }

  /** Sends a call. Returns the response once its headers arrived. Throws ServiceRequestError, or what reading the token throws. */
  async send(call: ServiceRequest, signal: AbortSignal): Promise<ServiceResponse> {
    const token = await this.endpoint.token();
    const release = await this.#limiter.acquire(signal, call);
    const sent = call.what === undefined ? undefined : this.#sent?.add(call.what);
    const progress: Progress = { begun: false, arrived: () => sent?.arrived() };
    const end = () => {
      release();
      sent?.end();
    };
    try {
      const { base } = this.endpoint;
      const path = `${base.pathname.replace(/\/$/, "")}/api/v4${call.path}`;
      const target: RedirectTarget = { origin: base.origin, path, trusted: true };
      const first = await this.#request(call, target, token, signal, progress);
      const incoming =
        isRead(call) && redirects.has(first.status)
          ? await this.#follow(call, target, first, token, signal, progress)
          : first;
      // A response that broke in the packet of its head has closed before anybody could listen.
      if (incoming.source.closed) end();
      else incoming.source.once("close", end);
      sent?.readFrom(incoming.source);
      // The reader of the body gets its failure; without a reader it must not end the process.
      incoming.source.on("error", () => {});
      // Only a file may be a web page; any other web page is from a proxy or a captive portal.
      const webPage = incoming.status === 511 || (incoming.status < 300 && !call.allowElsewhere);
      if (webPage && isHtml(incoming.headers.get("content-type"))) {
        discardBody(incoming.source);
        throw webPageError(this.endpoint.base.host, incoming.status);
      }
      this.#seen(incoming.status);
      this.gate.recordLimit(call.operation, readRateLimit(incoming.headers), incoming.status === 429);
      const encoding = incoming.headers.get("content-encoding");
      const body = decodeBody(incoming.source, encoding, call.limits ?? dataLimits);
      return {
        status: incoming.status,
        headers: incoming.headers,
        body,
        compressed: body !== incoming.source,
        isRedirected: incoming !== first,
      };
    } catch (error) {
      end();
      if (signal.aborted) throw canceled();
      const failure = this.#failureOf(error, progress.begun);
      this.#seen(failure);
      throw failure;
    }
  }

  #failureOf(error: unknown, begun: boolean): ServiceRequestError {
    const { base } = this.endpoint;
    if (!(error instanceof ForbiddenAddress)) {
      return networkError(error, base.host, begun, { isPlain: base.protocol === "http:" });
    }
    const isOwn = error.host === base.host || error.host === base.hostname;
    return isOwn
      ? addressRefused(base.host, error.message)
      : redirectRefused(error.message, undefined, !begun);
  }

  /** Follows the redirects of a read and returns the last response. Throws where it may not go further. */
  async #follow(
    call: ServiceRequest,
    first: RedirectTarget,
    redirected: ResponseHead,
    token: string,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<ResponseHead> {
    let target = first;
    let response = redirected;
    for (let hops = 0; redirects.has(response.status); hops++) {
      discardBody(response.source);
      if (hops === maxRedirects) {
        throw new ServiceRequestError({
          code: "refused",
          message: "The service redirects this request again and again.",
          detail: `HTTP ${response.status}`,
          status: response.status,
        });
      }
      target = nextTarget(target, response.location, this.endpoint.base, call.allowElsewhere ?? false);
      response = await this.#request(call, target, token, signal, { ...progress, begun: false });
    }
    return response;
  }

  async #request(
    call: ServiceRequest,
    target: RedirectTarget,
    token: string,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<ResponseHead> {
    const { endpoint } = this;
    const origin = new URL(target.origin);
    const reads = isRead(call);
    const dispatcher = await this.#network.dispatcher(origin, {
      direct: endpoint.direct,
      fresh: !reads,
      reach: reachOf(target, endpoint.base),
    });
    const plain = call.plain || call.method === "HEAD" || isLoopback(origin);
    const timeout = endpoint.timeout() * 1000;
    const response = await recordProgress(dispatcher, progress).request({
      origin: target.origin,
      path: target.path,
      method: call.method,
      headers: {
        accept: "*/*",
        "accept-encoding": plain ? "identity" : "gzip, br",
        "user-agent": "Helve",
        ...(target.trusted ? { "private-token": token } : {}),
        ...call.headers,
      },
      body: call.body ?? null,
      signal,
      headersTimeout: reads ? timeout : timeout * writeTimeoutFactor,
      bodyTimeout: timeout,
    });
    return readResponseHead(response);
  }
}

const isRead = ({ method }: ServiceRequest): boolean => method === "GET" || method === "HEAD";

/** Progress of a call. */
interface Progress {
  /** Whether a connection was made and the request was begun, so that the service may have it. */
  begun: boolean;
  /** Called with the head of a response and each part of its body. */
  readonly arrived: () => void;
}

/**
 * Returns a dispatcher that records when it begins to write a request, and what arrives of the response. An error's code alone does not show that: a
 * network that goes away and damage to TLS have the same codes before and after.
 */
const recordProgress = (dispatcher: Dispatcher, progress: Progress): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const recording: Dispatcher.DispatchHandler = {
      onRequestStart(...given) {
        progress.begun = true;
        handler.onRequestStart?.(...given);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart(...given) {
        progress.arrived();
        handler.onResponseStart?.(...given);
      },
      onResponseData(...given) {
        progress.arrived();
        handler.onResponseData?.(...given);
      },
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    };
    return dispatch(options, recording);
  });

/** One response of a service, redirects included; its body as received. */
interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
  /** Target of a redirect; null where the headers name none or several. */
  readonly location: string | null;
  readonly source: Readable;
}

/** Returns undici's response with its headers read. Throws {@link ProxyFailure} where a proxy asks for a password. */
function readResponseHead({ statusCode, headers, body }: Dispatcher.ResponseData): ResponseHead {
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

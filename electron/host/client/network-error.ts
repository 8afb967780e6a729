import { type Problem, ProblemError } from "../../../shared/errors.ts";
import type { Optional } from "../../../shared/optional.ts";
import { BodyDefect, OversizedBody } from "../checks/body-check.ts";
import { ProxyFailure } from "../network/tunnel.ts";
import { describeTlsFailure, hasEndedInHandshake, isTlsAlert, speaksNoTls } from "./tls-failure.ts";

/** A call that failed on the way or was refused, with what a retry depends on. */
export class ServiceRequestError extends ProblemError {
  /** Whether the same read may succeed a moment later. */
  readonly retryable: boolean;
  /** Whether the service provably never received the call. */
  readonly notSent: boolean;
  /** Whether no usable response arrived, so that a cached one may be used. */
  readonly unreachable: boolean;
  /** Whether the response was another's web page, such as the sign-in page of a network. */
  readonly webPage: boolean;
  /** Milliseconds to wait, as requested by the service. */
  readonly retryAfterMs: number | undefined;

  constructor(
    problem: Partial<Problem> & Pick<Problem, "code" | "message">,
    details: Optional<{
      retryable: boolean;
      notSent: boolean;
      unreachable: boolean;
      webPage: boolean;
      retryAfterMs: number;
    }> = {},
  ) {
    super(problem);
    this.name = "ServiceRequestError";
    this.retryable = details.retryable ?? false;
    this.notSent = details.notSent ?? false;
    this.unreachable = details.unreachable ?? false;
    this.webPage = details.webPage ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Returns the error of a request that its caller aborted. */
export const canceled = () =>
  new ServiceRequestError({ code: "canceled", message: "Canceled.", retry: true, changed: "unknown" });

const unconnected = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const timeouts = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);
const garbled =
  /^(HPE_|UND_ERR_RES_CONTENT_LENGTH|UND_ERR_HEADERS_OVERFLOW|Z_DATA_ERROR|Z_NEED_DICT|ZSTD_|ERR_.*DECOMPRESS|ERR__ERROR)/;

/** A login page or a captive portal instead of the requested data. */
export const webPageError = (host: string, status: number): ServiceRequestError =>
  new ServiceRequestError(
    {
      code: "bad_response",
      message: `${host} responded with a web page instead of data. Sign in to this network, or check the proxy.`,
      detail: `HTTP ${status}, text/html`,
      retry: true,
    },
    { unreachable: true, webPage: true },
  );

/** Returns the error of a response whose body is not valid, or too large: only a read may be sent again after it. */
export const bodyDefectError = (defect: BodyDefect, host: string, detail: string): ServiceRequestError =>
  defect instanceof OversizedBody
    ? new ServiceRequestError({
        code: "too_large",
        message: `${host} sent a response that ${defect.message}. Helve does not read more of it.`,
        detail,
        retry: true,
      })
    : new ServiceRequestError(
        {
          code: "bad_response",
          message: `${host} sent a response that ${defect.message}.`,
          detail,
          retry: true,
        },
        { retryable: !defect.otherType, unreachable: true },
      );

/**
 * Returns the failure for a network error. `host` is the service's host name, for the sentence. `begun`: a connection was
 * made, so that the service may have the request, whatever the error's code.
 */
export function networkError(
  error: unknown,
  host: string,
  begun = true,
  { isPlain = false }: { /** The address begins with http://. */ readonly isPlain?: boolean } = {},
): ServiceRequestError {
  if (error instanceof ServiceRequestError) return error;
  if (error instanceof BodyDefect) return bodyDefectError(error, host, "");
  const code = codeOf(error);
  const text = error instanceof Error ? error.message || code : String(error);
  const detail = code && !text.includes(code) ? `${code}: ${text}` : text;
  if (unconnected.has(code)) {
    return new ServiceRequestError(
      { code: "offline", message: unconnectedText(code, host), detail, retry: true },
      { retryable: code !== "UND_ERR_CONNECT_TIMEOUT", notSent: !begun, unreachable: true },
    );
  }
  if (timeouts.has(code)) {
    return new ServiceRequestError(
      { code: "timeout", message: `${host} took too long to respond.`, detail, retry: true },
      { unreachable: true },
    );
  }
  const tls = describeTlsFailure(code, text, host);
  if (tls !== null) {
    const details = speaksNoTls(code) ? { details: { scheme: "http" } } : {};
    return new ServiceRequestError(
      { code: "tls", message: tls, detail: code, ...details },
      { notSent: !begun },
    );
  }
  if (isPlain && findAlert(error)) {
    const message = `${host} speaks TLS at this address. Enter it with https:// instead of http://.`;
    return new ServiceRequestError({ code: "tls", message, detail: "" }, { notSent: true });
  }
  const ofProxy = code === "HELVE_PROXY" ? proxyTlsFailure(error) : null;
  if (ofProxy !== null) {
    return new ServiceRequestError({ code: "tls", message: ofProxy, detail: "" }, { notSent: !begun });
  }
  if (code === "HELVE_PROXY") {
    return new ServiceRequestError(
      { code: "offline", message: `The proxy does not allow connections to ${host}.`, detail, retry: true },
      { retryable: true, notSent: !begun, unreachable: true },
    );
  }
  if (garbled.test(code)) {
    return new ServiceRequestError(
      { code: "bad_response", message: `${host} sent a response that cannot be read.`, detail, retry: true },
      { retryable: code !== "UND_ERR_HEADERS_OVERFLOW", unreachable: true },
    );
  }
  return new ServiceRequestError(
    {
      code: "unavailable",
      message: lostText(host, text, isPlain),
      detail,
      retry: true,
      ...(hasEndedInHandshake(text) ? { details: { scheme: "http" } } : {}),
    },
    { retryable: true, unreachable: true },
  );
}

function lostText(host: string, text: string, isPlain: boolean): string {
  if (hasEndedInHandshake(text))
    return `${host} closed the connection before it was encrypted. It may not speak TLS at this address, or a firewall does not let the connection through. Check the address and the port.`;
  return isPlain
    ? `The connection to ${host} was lost. If the service expects TLS, enter its address with https://.`
    : `The connection to ${host} was lost.`;
}

function unconnectedText(code: string, host: string): string {
  if (code === "ENOTFOUND")
    return `Can't find ${host}. Check the address, or whether this computer is online.`;
  return `Can't reach ${host}.`;
}

/** Returns what is wrong with the connection to an HTTPS proxy; null where it is not its encryption. */
function proxyTlsFailure(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof ProxyFailure) || !(current.cause instanceof Error)) continue;
    return describeTlsFailure(codeOf(current.cause), current.cause.message, `the proxy ${current.proxy}`);
  }
  return null;
}

/** Returns whether an alert of TLS came instead of a response. */
function findAlert(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("data" in current && isTlsAlert(current.data)) return true;
  }
  return false;
}

function codeOf(error: unknown): string {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    depth++, current = current.cause
  ) {
    if ("code" in current && typeof current.code === "string") return current.code;
    if (current instanceof AggregateError && current.errors.length > 0) return codeOf(current.errors[0]);
  }
  return "";
}

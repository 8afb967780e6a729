import { BodyDefect, OversizedBody } from "../checks/body-defect.ts";
import { ServiceRequestError } from "./service-request-error.ts";

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
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_TLS|^ERR_SSL|^EPROTO$|^DEPTH_ZERO/;

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

/** Returns the failure for a body that is not valid, or too large. Only a read may be repeated. */
export const defectError = (defect: BodyDefect, host: string, detail: string): ServiceRequestError =>
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
export function networkError(error: unknown, host: string, begun = true): ServiceRequestError {
  if (error instanceof ServiceRequestError) return error;
  if (error instanceof BodyDefect) return defectError(error, host, "");
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
  if (certificate.test(code)) {
    return new ServiceRequestError(
      {
        code: "tls",
        message: `${host} has a certificate that is not trusted. If it is your organization's own, add its CA certificate under Settings, Network.`,
        detail,
      },
      { notSent: !begun },
    );
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
    { code: "unavailable", message: `The connection to ${host} was lost.`, detail, retry: true },
    { retryable: true, unreachable: true },
  );
}

function unconnectedText(code: string, host: string): string {
  if (code === "ENOTFOUND")
    return `Can't find ${host}. Check the address, or whether this computer is online.`;
  return `Can't reach ${host}.`;
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

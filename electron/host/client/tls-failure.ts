/** Cause of a failed TLS connection, and what the user can do about it. */
interface TlsCause {
  /** Codes of Node or OpenSSL, or texts where a code is missing. */
  readonly match: RegExp;
  readonly describe: (host: string) => string;
}

const ownAuthority =
  "add that authority's certificate under Settings, Network, Additional CA certificates, or to the certificates of this computer and start Helve again";

const noTls = /WRONG_VERSION_NUMBER|HTTP_REQUEST|HTTPS_PROXY_REQUEST|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL/;

/** Returns whether a server answered the handshake with something that is no TLS, as a plain HTTP service does. */
export const speaksNoTls = (code: string): boolean => noTls.test(code);

/** The first cause that matches counts. */
const causes: readonly TlsCause[] = [
  {
    match: /^CERT_HAS_EXPIRED$/,
    describe: (host) =>
      `The certificate of ${host} has expired. Its administrator has to renew it. If it is valid elsewhere, check the date and time of this computer.`,
  },
  {
    match: /^CERT_NOT_YET_VALID$/,
    describe: (host) =>
      `The certificate of ${host} is not valid yet. Check the date and time of this computer; if they are right, the administrator has to replace the certificate.`,
  },
  {
    match: /^ERR_TLS_CERT_ALTNAME/,
    describe: (host) =>
      `The certificate is for another name than ${host}. Check the address of the service; if it is right, its administrator has to add this name to the certificate.`,
  },
  {
    match: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    describe: (host) =>
      `${host} has a self-signed certificate. If it is your own service, add this certificate under Settings, Network, Additional CA certificates.`,
  },
  {
    match: /^SELF_SIGNED_CERT_IN_CHAIN$/,
    describe: (host) =>
      `The certificate of ${host} is from an authority that this computer does not trust: your organization's own, or that of a proxy or virus scanner that reads encrypted connections. If you trust it, ${ownAuthority}.`,
  },
  {
    match: /^UNABLE_TO_(?:GET|VERIFY)/,
    describe: (host) =>
      `The issuer of the certificate of ${host} is not known here. Either ${host} does not send its intermediate certificate, which its administrator has to add, or the issuer is your organization's own: then ${ownAuthority}.`,
  },
  {
    match: /^CERT_REVOKED$/,
    describe: (host) =>
      `The certificate of ${host} was revoked by its issuer. Do not use the service until its administrator has replaced it.`,
  },
  {
    match: /KEY_TOO_SMALL|MD_TOO_WEAK|key too weak|digest algorithm too weak|key too small/i,
    describe: (host) =>
      `The certificate of ${host}, or of its issuer, has a key or signature that is too weak. Its administrator has to replace it.`,
  },
  {
    match: /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/,
    describe: (host) =>
      `${host} offers only versions of TLS before 1.2, which are not safe. Its administrator has to enable TLS 1.2 or 1.3.`,
  },
  {
    match: noTls,
    describe: (host) =>
      `${host} does not speak TLS at this address. Check the port, or enter the address with http:// instead of https://.`,
  },
  {
    match:
      /CERTIFICATE_REQUIRED|ALERT_(?:BAD|UNSUPPORTED)_CERTIFICATE|ALERT_CERTIFICATE_|ALERT_UNKNOWN_CA|ALERT_ACCESS_DENIED|ALERT_NO_CERTIFICATE/,
    describe: (host) =>
      `${host} demands a certificate of the client, which Helve cannot send. Ask its administrator for an address without one.`,
  },
  {
    match: /UNRECOGNIZED_NAME/,
    describe: (host) =>
      `The server at this address does not know the name ${host}. Check the address of the service.`,
  },
  {
    match: /NO_APPLICATION_PROTOCOL/,
    describe: (host) =>
      `${host} and Helve have no protocol in common: the server at this address does not offer HTTP/1.1. Check the address and the port.`,
  },
  {
    match: /HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|NO_SHARED_CIPHER|NO_CIPHERS|DH_KEY|BAD_DH/,
    describe: (host) =>
      `${host} and Helve did not agree on how to encrypt: the server demands a certificate of the client, or allows only ciphers that are not safe. Ask its administrator.`,
  },
  {
    match: /CERT|^INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|SIGNATURE|certificate/,
    describe: (host) =>
      `The certificate of ${host} is not valid. If it is your organization's own, ${ownAuthority}; else its administrator has to replace it.`,
  },
  {
    match: /^ERR_(?:SSL|TLS|OSSL)|^EPROTO$/,
    describe: (host) =>
      `The encrypted connection to ${host} failed. Check the address; a proxy or firewall between may disturb it.`,
  },
];

/**
 * Returns what is wrong with a TLS connection and what to do, in words for the user; null where the error is none of TLS.
 * The texts of OpenSSL are none for users: `code` alone is shown as the detail.
 */
export function describeTlsFailure(code: string, text: string, host: string): string | null {
  const isTls = tlsCode.test(code) || (code === "UNSPECIFIED" && /certificate|digest|key/i.test(text));
  if (!isTls) return null;
  const cause = causes.find(({ match }) => match.test(code) || (code === "UNSPECIFIED" && match.test(text)));
  return cause?.describe(host) ?? null;
}

const tlsCode =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)|^ERR_(?:TLS|SSL|OSSL)|^EPROTO$|^DEPTH_ZERO|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/;

/** Returns whether a server, or something before it, hung up during the handshake. Another attempt may succeed. */
export const hasEndedInHandshake = (text: string): boolean =>
  text.includes("before secure TLS connection was established");

/** Returns whether bytes that came instead of an HTTP response begin an alert of TLS. */
export const isTlsAlert = (data: unknown): boolean => {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
  return bytes instanceof Uint8Array && bytes[0] === 0x15 && bytes[1] === 3;
};

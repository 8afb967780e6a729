import tls from "node:tls";

/** The certificates in a PEM text, one text each. */
export const splitCertificates = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

/**
 * TLS context that trusts Node's own authorities, those of the system, `NODE_EXTRA_CA_CERTS` and the user's.
 * Built once and shared: reading hundreds of certificates for each connection would take longer than the handshake.
 */
export function trust(certificates: string): tls.SecureContext {
  const authorities = new Set([
    ...tls.getCACertificates("default"),
    ...systemCertificates(),
    ...tls.getCACertificates("extra"),
    ...splitCertificates(certificates),
  ]);
  return tls.createSecureContext({ ca: [...authorities], minVersion: "TLSv1.2" });
}

function systemCertificates(): string[] {
  try {
    return tls.getCACertificates("system");
  } catch {
    return [];
  }
}

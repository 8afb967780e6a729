import tls from "node:tls";
import { splitCertificates } from "../settings/split-certificates.ts";

/**
 * Returns a TLS context that trusts Node's own authorities, those of the system, `NODE_EXTRA_CA_CERTS` and the user's.
 * Built once and shared: reading hundreds of certificates for each connection would take longer than the handshake.
 */
export function trust(certificates: string): tls.SecureContext {
  const authorities = new Set([
    ...certificatesOf("default"),
    ...certificatesOf("system"),
    ...certificatesOf("extra"),
    ...splitCertificates(certificates),
  ]);
  // Without any, OpenSSL's and BoringSSL's own defaults are used.
  return tls.createSecureContext({
    ...(authorities.size > 0 ? { ca: [...authorities] } : {}),
    minVersion: "TLSv1.2",
  });
}

/** Empty where this runtime cannot read them: Electron builds Node on BoringSSL, and failed on some systems' stores. */
function certificatesOf(source: "default" | "system" | "extra"): string[] {
  try {
    return tls.getCACertificates(source);
  } catch {
    return [];
  }
}

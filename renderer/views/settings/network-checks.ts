/** Returns what is wrong with the URL of a proxy, if anything. */
export function proxyError(text: string): string | undefined {
  if (!text.trim()) return undefined;
  if (!URL.canParse(text)) return "Such as http://proxy.example:3128";
  const { protocol } = new URL(text);
  return protocol === "http:" || protocol === "https:"
    ? undefined
    : "A proxy's address starts with http:// or https://";
}

/** Returns what is wrong with a text of certificates in PEM form, if anything. */
export function certificateError(text: string): string | undefined {
  if (!text.trim()) return undefined;
  const begins = text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
  const ends = text.match(/-----END CERTIFICATE-----/g)?.length ?? 0;
  if (text.includes("PRIVATE KEY-----")) return "This contains a private key. Only certificates belong here.";
  return begins > 0 && begins === ends
    ? undefined
    : "Paste whole certificates, from BEGIN to END CERTIFICATE.";
}

/** Returns the number of certificates in a PEM text. */
export const countCertificates = (text: string): number =>
  text.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;

/** Host names from a text, one a line or separated by commas or spaces. */
export const readHosts = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

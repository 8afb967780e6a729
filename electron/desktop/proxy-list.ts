/**
 * Returns the proxy of a PAC result such as `PROXY cache.example:8080; DIRECT`: the first HTTP or HTTPS one as a URL,
 * null where the connection is to be direct. SOCKS proxies are skipped, since the host does not support them.
 */
export function proxyOfList(list: string): string | null {
  for (const entry of list.split(";")) {
    const [kind = "", address = ""] = entry.trim().split(/\s+/);
    if (kind.toUpperCase() === "DIRECT") return null;
    const scheme = { PROXY: "http", HTTP: "http", HTTPS: "https" }[kind.toUpperCase()];
    if (scheme && address) return `${scheme}://${address}`;
  }
  return null;
}

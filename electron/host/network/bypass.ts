/**
 * Returns whether a host bypasses the proxy: `*`, a name, a suffix (`.example.org`, `*.example.org`), each with
 * an optional port, as `NO_PROXY` writes them.
 */
export function bypasses(target: URL, patterns: readonly string[]): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return patterns.some((pattern) => {
    const [, name = "", wanted] = /^(.*?)(?::(\d+))?$/.exec(pattern.trim().toLowerCase()) ?? [];
    if (!name || (wanted && wanted !== port)) return false;
    if (name === "*") return true;
    const suffix = name.replace(/^\*?\.?/, "");
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

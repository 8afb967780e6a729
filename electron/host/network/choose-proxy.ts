import type { Settings } from "../../../shared/host/settings.ts";
import { isLoopback } from "../../system/address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the proxy's URL for a target, null for a direct connection. */
export async function chooseProxy(
  target: URL,
  network: Settings["network"],
  resolveSystem: (url: string) => Promise<string | null>,
  environment: Environment = process.env,
): Promise<string | null> {
  if (network.proxy === "none") return null;
  if (bypasses(target, network.bypass)) return null;
  if (network.proxy === "manual") return network.proxyUrl || null;
  if (isLoopback(target)) return null;
  return (await resolveSystem(target.href).catch(() => null)) ?? fromEnvironment(target, environment);
}

function fromEnvironment(target: URL, environment: Environment): string | null {
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  if (bypasses(target, (read("NO_PROXY") ?? "").split(/[\s,]+/))) return null;
  const own = target.protocol === "https:" ? read("HTTPS_PROXY") : read("HTTP_PROXY");
  const proxy = own || read("ALL_PROXY");
  if (!proxy) return null;
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  return URL.canParse(url) ? url : null;
}

/**
 * Returns whether a host bypasses the proxy: `*`, a name, a suffix (`.example.org`, `*.example.org`), each with
 * an optional port, as `NO_PROXY` writes them.
 */
function bypasses(target: URL, patterns: readonly string[]): boolean {
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

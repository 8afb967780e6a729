/** A service's normalised base URL, or what is wrong with the typed text. */
type TypedUrl =
  | { readonly kind: "url"; readonly url: string /** Sent in the clear. */; readonly insecure: boolean }
  | { readonly kind: "empty" }
  | { readonly kind: "wrong"; readonly message: string };

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** Pages of the web interface and the interface itself, below a service's base. */
const belowBase = /\/(api(\/v\d+)?|-|users\/sign_in|dashboard|explore)(\/.*)?$/;

/**
 * Returns the base URL of a service, such as `https://code.example`, from what the user typed: a host name, an address
 * of its API or of its web interface. It has no query and no trailing slash.
 */
export function readAccountUrl(typed: string): TypedUrl {
  const text = typed.trim();
  if (!text) return { kind: "empty" };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(whole))
    return { kind: "wrong", message: "Enter the URL of a service, such as https://code.example." };
  const url = new URL(whole);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return { kind: "wrong", message: "The URL must begin with https:// or http://." };
  if (url.username || url.password)
    return {
      kind: "wrong",
      message: "Leave user name and password out of the URL; the token goes into its own field.",
    };
  const path = url.pathname
    .replace(belowBase, "")
    .replace(/\/{2,}/g, "/")
    .replace(/\/+$/, "");
  return {
    kind: "url",
    url: url.origin + path,
    insecure: url.protocol === "http:" && !loopback.test(url.hostname),
  };
}

/**
 * Returns what a web or `helve://` link names below a service's base URL: the path without slashes around it, the query
 * and the hash with their signs. Null where the link is not a page of that service. A link is a web URL with another
 * scheme, so the schemes are not compared.
 */
export function pathOnService(
  link: string,
  base: string,
): { path: string; search: string; hash: string } | null {
  const text = link.trim().replace(/^helve:/, "https:");
  if (!URL.canParse(text) || !URL.canParse(base)) return null;
  const [target, service] = [new URL(text), new URL(base)];
  const folder = service.pathname.endsWith("/") ? service.pathname : `${service.pathname}/`;
  const page = `${target.pathname}/`;
  if (target.host !== service.host || !page.startsWith(folder)) return null;
  return { path: page.slice(folder.length).replace(/\/+$/, ""), search: target.search, hash: target.hash };
}

/** Longest link that is accepted from the system, in characters. */
const maxLinkLength = 4_096;

/** Returns a `helve://` link in its normal form; null for anything else, and for one with a user or a password. */
export function readDeepLink(text: string): string | null {
  if (!text.startsWith("helve://") || text.length > maxLinkLength || !URL.canParse(text)) return null;
  const link = new URL(text);
  return link.host && !link.username && !link.password ? link.href : null;
}

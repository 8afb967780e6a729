import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hostPrefix } from "../../shared/host/host-route.ts";

/** Milliseconds for which a link's key can be used. */
export const keyLifeMs = 10 * 60_000;

/** Admits the one browser that opened the printed link. */
interface Gate {
  /** Returns a fresh one-time key for a link. */
  mintKey(): string;
  /** Returns a refusal or the response to a key; null where the request is allowed. */
  check(request: Request): Response | null;
}

interface GateOptions {
  /** Values of Host (`name:port`) under which a browser may enter. */
  readonly hosts: () => readonly string[];
  /** Called with the Host under which a key was used; from then on it is the only one. */
  readonly onEnter?: (host: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * A key in the URL is exchanged for a cookie, once. The cookie belongs to the host under which the browser entered, and
 * no other host is served afterwards. Every request needs the cookie, that Host (a page of a rebound name has another)
 * and, where the browser sends one, an Origin of this very server. What is not a plain read has to prove that it is of a
 * page of this server.
 */
export function createGate({ hosts, onEnter, now = Date.now }: GateOptions): Gate {
  const keys = new Map<string, { readonly until: number; used: boolean }>();
  const sessions = new Map<string, string>();
  let entered: string | null = null;
  return {
    mintKey() {
      const key = randomBytes(24).toString("base64url");
      keys.set(digest(key), { until: now() + keyLifeMs, used: false });
      return key;
    },
    check(request) {
      const url = new URL(request.url);
      const host = request.headers.get("host") ?? "";
      // A target in absolute form has a host of its own.
      if (url.host !== host || (entered === null ? !hosts().includes(host) : host !== entered))
        return refuse(421, "This host is not served here.");
      const origin = request.headers.get("origin");
      if (origin !== null && origin !== `http://${host}`)
        return refuse(403, "Requests of other pages are not allowed.");
      const site = request.headers.get("sec-fetch-site");
      if (
        !(reads.has(request.method)
          ? isReadAllowed(request, url, site)
          : isWriteAllowed(request, origin, site))
      )
        return refuse(403, "Requests of other pages are not allowed.");
      const key = url.searchParams.get("key");
      if (key !== null && url.pathname === "/") return exchange(key, host, site === "cross-site");
      const session = sessions.get(host);
      if (session && hasCookie(request.headers.get("cookie"), cookieName(host), session)) return null;
      return refuse(401, "Open Helve with the link that it printed when it was started.");
    },
  };

  function exchange(key: string, host: string, crossSite: boolean): Response {
    const known = keys.get(digest(key));
    if (!known) return refuse(401, "This link is not valid. Start Helve again for a new one.");
    if (known.used) return refuse(401, "This link was used before. Start Helve again for a new one.");
    if (known.until < now()) return refuse(401, "This link has expired. Start Helve again for a new one.");
    known.used = true;
    entered = host;
    onEnter?.(host);
    const session = sessions.get(host) ?? randomBytes(32).toString("base64url");
    sessions.set(host, session);
    const headers = {
      "set-cookie": `${cookieName(host)}=${session}; HttpOnly; SameSite=Strict; Path=/`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    };
    if (!crossSite) return new Response(null, { status: 303, headers: { ...headers, location: "/" } });
    // A redirect would still belong to the page that led here, so that the browser would leave the cookie out.
    return new Response(onward, {
      headers: {
        ...headers,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      },
    });
  }
}

const reads: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const isNavigation = (request: Request): boolean => request.headers.get("sec-fetch-mode") === "navigate";

/** A page of this server reads, or somebody follows a link to a page of the app. */
const isReadAllowed = (request: Request, { pathname }: URL, site: string | null): boolean =>
  site === null ||
  site === "same-origin" ||
  site === "none" ||
  (isNavigation(request) && pathname !== hostPrefix && !pathname.startsWith(`${hostPrefix}/`));

/**
 * A page of this server writes by a script: browsers say so by Origin, or by `Sec-Fetch-Site` where a policy suppresses
 * it. A form does neither, and the app has none that is sent.
 */
const isWriteAllowed = (request: Request, origin: string | null, site: string | null): boolean =>
  (origin === null ? site === "same-origin" : site === null || site === "same-origin") &&
  !isNavigation(request);

const onward = `<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Helve</title><a href="/">Open Helve</a>\n`;

/** The cookie's name; it has the port, since cookies are not bound to one. */
const cookieName = (host: string): string => `helve_${host.slice(host.lastIndexOf(":") + 1)}`;

const digest = (key: string): string => createHash("sha256").update(key).digest("hex");

function hasCookie(header: string | null, name: string, value: string): boolean {
  const found = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  const given = Buffer.from(found?.slice(name.length + 1) ?? "");
  const expected = Buffer.from(value);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const refuse = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });

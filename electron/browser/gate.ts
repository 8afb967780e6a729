import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const names = ["127.0.0.1", "localhost", "[::1]"];
/** Milliseconds for which a link's key can be used. */
const keyLife = 10 * 60_000;

/** Decides who may talk to the shell: the one browser that opened the printed link. */
export interface Gate {
  /** A fresh one-time key for a link. */
  mintKey(): string;
  /** A refusal or the answer to a key; null where the request may go on. */
  check(request: Request): Response | null;
}

/**
 * A key in the URL is exchanged for a cookie, once. Every request needs the cookie, a Host of this machine (a page of
 * a rebound name has another) and, where the browser sends one, an Origin of this very server.
 */
export function createGate(port: () => number): Gate {
  const session = randomBytes(32).toString("base64url");
  const keys = new Map<string, number>();
  const cookie = () => `helve_${port()}`;
  return {
    mintKey() {
      const key = randomBytes(24).toString("base64url");
      keys.set(digest(key), Date.now() + keyLife);
      return key;
    },
    check(request) {
      const url = new URL(request.url);
      const host = request.headers.get("host") ?? "";
      if (!names.some((name) => host === `${name}:${port()}`))
        return refuse(421, "This host is not served here.");
      const origin = request.headers.get("origin");
      if (origin !== null && origin !== `http://${host}`)
        return refuse(403, "Another page may not ask here.");
      const site = request.headers.get("sec-fetch-site");
      const navigates = request.headers.get("sec-fetch-mode") === "navigate";
      if (site !== null && site !== "same-origin" && site !== "none" && !navigates) {
        return refuse(403, "Another page may not ask here.");
      }
      const key = url.searchParams.get("key");
      if (key !== null && url.pathname === "/") return exchange(key);
      if (holds(request.headers.get("cookie"), cookie(), session)) return null;
      return refuse(401, "Open Helve with the link that it printed when it was started.");
    },
  };

  function exchange(key: string): Response {
    const end = keys.get(digest(key));
    keys.delete(digest(key));
    if (end === undefined || end < Date.now()) {
      return refuse(401, "This link was used before. Start Helve again for a new one.");
    }
    return new Response(null, {
      status: 303,
      headers: {
        location: "/",
        "set-cookie": `${cookie()}=${session}; HttpOnly; SameSite=Strict; Path=/`,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      },
    });
  }
}

const digest = (key: string): string => createHash("sha256").update(key).digest("hex");

function holds(header: string | null, name: string, value: string): boolean {
  const held = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  const given = Buffer.from(held?.slice(name.length + 1) ?? "");
  const expected = Buffer.from(value);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const refuse = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  type FaultyResponse,
  getHeader,
  type ReceivedRequest,
  removeHeader,
  replaceResponse,
  type SendMode,
  setHeader,
} from "./exchange.ts";

import { foreignFaults } from "./foreign-faults.ts";

/** One way in which a connection or a proxy may fail. */
export interface Fault {
  readonly name: string;
  /** Whether the service gets the request; a function decides by a random number from 0 up to 1. */
  readonly forwards: boolean | "sometimes";
  apply(reply: FaultyResponse, received: ReceivedRequest, random: () => number): void;
}

const html = "text/html; charset=utf-8";
const page =
  "<!doctype html><html><head><title>Sign in</title></head><body>Welcome to the network</body></html>";

const fault = (name: string, apply: Fault["apply"], forwards: Fault["forwards"] = true): Fault => ({
  name,
  forwards,
  apply,
});
const delivered = (name: string, delivery: SendMode, forwards: Fault["forwards"] = true): Fault =>
  fault(
    name,
    (reply) => {
      reply.delivery = delivery;
    },
    forwards,
  );
/** A response of a proxy that did not forward the request. */
const instead = (
  name: string,
  status: number,
  type: string | null,
  body: string,
  headers: Record<string, string> = {},
) => fault(name, (reply) => replaceResponse(reply, status, type, body, headers), false);

const isList = (reply: FaultyResponse) => reply.body[0] === 0x5b;
const isJson = (reply: FaultyResponse) => /json/.test(getHeader(reply, "content-type") ?? "");
const isNamedByHash = ({ path }: Pick<ReceivedRequest, "path">) => /\/blobs\/[0-9a-f]{40}/.test(path);
/** Returns whether a change of single bytes can be detected: by invalid JSON, or by a hash that no longer matches. */
const isCheckable = (reply: FaultyResponse, { path }: ReceivedRequest) =>
  isJson(reply) || getHeader(reply, "x-gitlab-content-sha256") !== undefined || isNamedByHash({ path });

const cut = (reply: FaultyResponse, random: () => number) => {
  reply.body = reply.body.subarray(0, Math.floor(reply.body.length * random()));
};

/** 64 MiB of JSON in some 64 KB, or in less than one. */
const bombs = {
  gzip: once(() => gzipSync(longText())),
  br: once(() => brotliCompressSync(longText(), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })),
};
const longText = () => Buffer.from(`["${"x".repeat(64 * 1024 * 1024)}"]`);

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Replaces a body by one that unpacks to far more, where that can be noticed before its end. */
const bomb =
  (encoding: keyof typeof bombs): Fault["apply"] =>
  (reply, received) => {
    if (!isCheckable(reply, received)) return;
    reply.body = bombs[encoding]();
    setHeader(reply, "content-encoding", encoding);
  };

/** A date that no clock of a computer should have, for headers. */
const farDate = "Fri, 31 Dec 9999 23:59:59 GMT";

/** Changes the `next` link; the number of the next page is not sent then. */
const relink = (name: string, change: (link: string) => string): Fault =>
  fault(name, (reply) => {
    const link = getHeader(reply, "link");
    if (!isList(reply) || !link) return;
    removeHeader(reply, "x-next-page");
    setHeader(reply, "link", change(link));
  });

/** Every fault that the issues of broken responses name. */
export const faults: readonly Fault[] = [
  delivered("reset before headers", "reset before headers", "sometimes"),
  delivered("reset in headers", "reset in headers"),
  delivered("reset in body", "reset in body"),
  delivered("half-closed", "half-closed", "sometimes"),
  delivered("response lost", "lost"),
  delivered("slow drip", "drip"),
  delivered("truncated with length", "end in body"),
  fault("truncated in chunks", (reply) => {
    reply.chunked = true;
    reply.delivery = "end in body";
  }),
  fault("truncated without length", (reply, _asked, random) => {
    cut(reply, random);
    reply.untilClose = true;
    reply.chunked = false;
  }),
  fault("length too long", (reply) => {
    reply.claimedLength = reply.body.length + 7;
  }),
  fault("length too short", (reply, received) => {
    // A log that ends where its length says could not be noticed.
    if (!isCheckable(reply, received)) return;
    reply.claimedLength = Math.max(0, reply.body.length - 7);
  }),
  fault("altered bytes", (reply, received, random) => {
    if (!isCheckable(reply, received) || reply.body.length === 0) return;
    reply.body = Buffer.from(reply.body);
    // In JSON a byte that is invalid UTF-8: a replaced letter could not be detected without a hash.
    const at = Math.floor(random() * reply.body.length);
    reply.body[at] = isJson(reply) ? 0xff : (reply.body[at] ?? 0) ^ 0x55;
  }),
  fault("garbage", (reply, received, random) => {
    if (!isCheckable(reply, received)) return;
    reply.body = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
  }),
  fault("truncated JSON", (reply, _asked, random) => {
    if (isJson(reply)) cut(reply, random);
  }),
  fault("broken JSON", (reply) => {
    if (isJson(reply)) reply.body = Buffer.concat([reply.body.subarray(1), Buffer.from("}{")]);
  }),
  fault("gzip damage", (reply, _asked, random) => {
    reply.body = gzipSync(reply.body);
    setHeader(reply, "content-encoding", "gzip");
    const at = 10 + Math.floor(random() * Math.max(1, reply.body.length - 10));
    reply.body[at] = (reply.body[at] ?? 0) ^ 0x41;
  }),
  fault("gzip cut off", (reply) => {
    const whole = gzipSync(reply.body);
    reply.body = whole.subarray(0, whole.length - 9);
    setHeader(reply, "content-encoding", "gzip");
  }),
  fault("empty 200", (reply) => replaceResponse(reply, 200, "application/json", ""), "sometimes"),
  // Left out for a DELETE that is not forwarded, see fault-proxy.ts.
  fault("204", (reply) => replaceResponse(reply, 204, null, "")),
  fault(
    "500",
    (reply) => replaceResponse(reply, 500, "application/json", '{"message":"500 Internal Server Error"}'),
    "sometimes",
  ),
  fault(
    "502 HTML",
    (reply) => replaceResponse(reply, 502, html, "<html><title>502 Bad Gateway</title></html>"),
    "sometimes",
  ),
  fault("503", (reply) => replaceResponse(reply, 503, null, ""), "sometimes"),
  instead("429 with Retry-After", 429, "text/plain", "Retry later\n", { "retry-after": "0" }),
  instead("429 without Retry-After", 429, "application/json", '{"message":{"error":"too many"}}'),
  instead("407", 407, html, page, { "proxy-authenticate": "Basic" }),
  instead("416", 416, html, page),
  instead("captive portal in one packet", 200, html, page),
  fault(
    "captive portal in two packets",
    (reply) => {
      replaceResponse(reply, 200, html, page);
      reply.delivery = "two packets";
    },
    false,
  ),
  instead("redirect to a login page", 302, html, page, { location: "/users/sign_in" }),
  instead("redirect to another origin", 302, html, page, { location: "http://127.0.0.1:9/api/v4/projects" }),
  instead("redirect to https", 301, html, page, { location: "https://127.0.0.1:9/api/v4/projects" }),
  instead("redirect from https", 301, html, page, { location: "http://localhost:9/api/v4/projects" }),
  fault(
    "redirect in a loop",
    (reply, { path }) => replaceResponse(reply, 302, html, page, { location: path }),
    false,
  ),
  fault("unsolicited 206", (reply, { method }) => {
    if (method !== "GET") return replaceResponse(reply, 206, "application/json", "{}");
    const { length } = reply.body;
    reply.body = reply.body.subarray(0, Math.ceil(length / 2));
    reply.status = 206;
    setHeader(reply, "content-range", `bytes 0-${Math.max(0, reply.body.length - 1)}/${length}`);
  }),
  instead("unsolicited 304", 304, null, ""),
  fault("doubled headers", (reply) => {
    reply.headers = [...reply.headers, ...reply.headers];
  }),
  fault("doubled length", (reply) => {
    reply.headers.push(["content-length", String(reply.body.length + 1)]);
  }),
  fault("missing headers", (reply, received) => {
    // An altered file without its hash and size could not be noticed.
    const isKept = (name: string) =>
      name === "content-type" || (!isNamedByHash(received) && /^x-gitlab-(size|content-sha256)$/.test(name));
    reply.headers = reply.headers.filter(([name]) => isKept(name.toLowerCase()));
  }),
  fault("missing content type", (reply) => removeHeader(reply, "content-type")),
  fault("no paging headers", (reply) => {
    for (const name of ["link", "x-next-page", "x-page", "x-total", "x-total-pages", "x-per-page"]) {
      removeHeader(reply, name);
    }
  }),
  fault("Link to another host", (reply) => {
    const link = getHeader(reply, "link");
    if (link) setHeader(reply, "link", link.replace(/<[^?]*\?/, "<https://evil.example/steal?"));
  }),
  fault("Link in a circle", (reply, { path, origin }) => {
    if (!isList(reply)) return;
    for (const name of ["x-next-page", "x-total", "x-total-pages"]) removeHeader(reply, name);
    const first = path.replace(/([?&]page=)\d+/, "$11");
    setHeader(reply, "link", `<${origin}${first}>; rel="next"`);
  }),
  fault("next page that grows", (reply, { path }) => {
    if (!isList(reply)) return;
    for (const name of ["link", "x-total", "x-total-pages"]) removeHeader(reply, name);
    setHeader(reply, "x-next-page", String(Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1) + 1));
  }),
  fault("huge totals", (reply) => {
    if (!isList(reply)) return;
    setHeader(reply, "x-total", "99999999999");
    setHeader(reply, "x-total-pages", "1000000000");
  }),
  fault("gzip bomb", bomb("gzip")),
  fault("brotli bomb", bomb("br")),
  fault("compressed twice", (reply) => {
    reply.body = gzipSync(gzipSync(reply.body));
    setHeader(reply, "content-encoding", "gzip, gzip");
  }),
  fault("compressed once of twice", (reply) => {
    reply.body = gzipSync(reply.body);
    setHeader(reply, "content-encoding", "gzip, gzip");
  }),
  fault("unknown encoding", (reply) => setHeader(reply, "content-encoding", "compress")),
  fault("UTF-16 JSON", (reply) => {
    if (!isJson(reply)) return;
    reply.body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(reply.body.toString(), "utf16le")]);
    setHeader(reply, "content-type", "application/json; charset=utf-16");
  }),
  fault("invalid at its end", (reply) => {
    if (!isJson(reply) || reply.body.length === 0) return;
    reply.body = Buffer.concat([reply.body.subarray(0, -1), Buffer.from("x")]);
  }),
  fault("garbage after its end", (reply, received) => {
    if (isCheckable(reply, received)) reply.body = Buffer.concat([reply.body, Buffer.from("\0\0garbage")]);
  }),
  delivered("break in its first bytes", "reset in first bytes"),
  fault("totals that shrink", (reply, { path }) => {
    if (!isList(reply)) return;
    const page = /[?&]page=(\d+)/.exec(path)?.[1] ?? "1";
    const perPage = Number(getHeader(reply, "x-per-page") ?? 20);
    for (const name of ["link", "x-next-page"]) removeHeader(reply, name);
    setHeader(reply, "x-total", String(Number(page) * perPage));
    setHeader(reply, "x-total-pages", page);
  }),
  fault("empty page with a total", (reply) => {
    if (isList(reply) && getHeader(reply, "x-total")) reply.body = Buffer.from("[]");
  }),
  fault("page that repeats an entry", (reply) => {
    if (!isList(reply)) return;
    const first = reply.body.indexOf("},");
    if (first < 0) return;
    reply.body = Buffer.concat([reply.body.subarray(0, first + 2), reply.body.subarray(1)]);
  }),
  relink("next without a query", (link) => link.replaceAll(/\?[^>]*>/g, ">")),
  relink("next of another list", (link) =>
    link.replaceAll(/<[^>?]*\?/g, "<http://x/api/v4/users?state=all&"),
  ),
  instead("429 until the year 9999", 429, "text/plain", "Retry later\n", { "retry-after": farDate }),
  instead("429 for ever", 429, "text/plain", "Retry later\n", { "retry-after": "9".repeat(400) }),
  fault("rate limit that never resets", (reply) => {
    setHeader(reply, "ratelimit-limit", "600");
    setHeader(reply, "ratelimit-remaining", "0");
    setHeader(reply, "ratelimit-reset", "99999999999999");
    setHeader(reply, "date", "garbage");
  }),
  fault("latency", () => {}),
  ...foreignFaults,
];

import { expect, test } from "vitest";
import { readPaging } from "../../../shared/api/contract/paging.ts";
import { safeHeaders, toPageResponse } from "./response-headers.ts";

const typeOf = (type: string) => safeHeaders(new Headers({ "content-type": type }), true).get("content-type");

test("what a browser could run, style with or parse as a document becomes bytes", () => {
  for (const type of [
    "text/javascript",
    "application/javascript; charset=utf-8",
    "Application/X-JavaScript",
    "text/ecmascript",
    "text/css",
    "text/html; charset=utf-8",
    "application/xhtml+xml",
    "text/xml",
    "application/xml",
    "image/svg+xml",
    "image/SVG+xml;charset=utf-8",
    "application/wasm",
    "application/pdf",
    "application/manifest+json",
    "text/cache-manifest",
    "multipart/x-mixed-replace",
    "text/html\tx",
  ]) {
    expect(typeOf(type), type).toBe("application/octet-stream");
  }
});

test("data, text, images, audio, video and fonts keep their types", () => {
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "text/plain; charset=utf-8",
    "image/png",
    "image/avif",
    "audio/mpeg",
    "video/mp4",
    "font/woff2",
    "application/zip",
    "application/octet-stream",
  ]) {
    expect(typeOf(type), type).toBe(type);
  }
});

/** Headers on which a browser acts, whatever the body is. */
const acting = [
  "Accept-CH",
  "Accept-CH-Lifetime",
  "Access-Control-Allow-Credentials",
  "Access-Control-Allow-Headers",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Access-Control-Max-Age",
  "Activate-Storage-Access",
  "Age",
  "Alt-Svc",
  "Attribution-Reporting-Register-Source",
  "Attribution-Reporting-Register-Trigger",
  "Available-Dictionary",
  "Clear-Site-Data",
  "Content-Language",
  "Content-Location",
  "Content-Security-Policy-Report-Only",
  "Critical-CH",
  "Cross-Origin-Embedder-Policy",
  "Cross-Origin-Opener-Policy",
  "Delta-Base",
  "Document-Policy",
  "Expect-CT",
  "Expires",
  "Feature-Policy",
  "Integrity-Policy",
  "Keep-Alive",
  "Link",
  "Location",
  "NEL",
  "No-Vary-Search",
  "Observe-Browsing-Topics",
  "Origin-Agent-Cluster",
  "Origin-Trial",
  "P3P",
  "Permissions-Policy",
  "Pragma",
  "Proxy-Authenticate",
  "Public-Key-Pins",
  "Referrer-Policy",
  "Refresh",
  "Report-To",
  "Reporting-Endpoints",
  "Server-Timing",
  "Service-Worker-Allowed",
  "Set-Cookie",
  "Set-Login",
  "SourceMap",
  "Speculation-Rules",
  "Strict-Transport-Security",
  "Supports-Loading-Mode",
  "Timing-Allow-Origin",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
  "Use-As-Dictionary",
  "Vary",
  "Warning",
  "WWW-Authenticate",
  "X-DNS-Prefetch-Control",
  "X-Frame-Options",
  "X-SourceMap",
  "X-Webkit-CSP",
  "X-XSS-Protection",
];
const toPage = (headers: Headers) =>
  toPageResponse({ status: 200, headers: safeHeaders(headers, true), body: null, source: "network", age: 0 });

test("no header on which a browser acts reaches it", () => {
  const link = '<https://evil.test/x>; rel="preload"; as="image", <//evil.test>; rel="preconnect"';
  for (const name of acting) {
    const { headers } = toPage(new Headers({ [name]: name === "Link" ? link : "x" }));
    expect(headers.get(name), name).toBeNull();
  }
  // What the host itself sets stays as it is.
  const { headers } = toPage(new Headers({ "content-security-policy": "", "cache-control": "public" }));
  expect(headers.get("content-security-policy")).toBe("sandbox");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("the page reads the next link of a list all the same", () => {
  const next = "https://service.test/api/v4/projects?id_after=9";
  const { headers } = toPage(
    new Headers({ link: `<${next}>; rel="next", <https://evil.test>; rel="preload"` }),
  );
  expect(readPaging(headers)).toMatchObject({ nextUrl: next, nextPage: null });
  expect(JSON.stringify([...headers])).not.toContain("evil.test");
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { StoredDocument } from "../../shared/host/documents.ts";
import { type Frame, type StartData, type StartResponse, startData } from "../../shared/host/start-data.ts";
import { contentSecurityPolicy } from "../host/page/page-assets.ts";
import { createPageFiles } from "../host/page/page-files.ts";
import { openHalf } from "../system/testing/half-open.ts";
import { type ShellServer, startShellServer } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-shell-"));
const page = join(folder, "page");
const signals: AbortSignal[] = [];
let server: ShellServer;
let port = 0;
let name = "";
let cookie = "";

/** A host that responds with the request; `/stream` continues until it is cancelled. */
async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  signals.push(request.signal);
  if (pathname !== "/stream") {
    return Response.json({ url: request.url, method: request.method, body: await request.text() });
  }
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new TextEncoder().encode("first"));
      request.signal.addEventListener("abort", () => stream.error(request.signal.reason));
    },
  });
  return new Response(body);
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let stored: StartData = { documents: {} };
/** Frames by the address that the page is opened at. */
const frames = new Map<string, Frame>();
let begun: StartResponse[] = [];
/** The responses are read once it has resolved. */
let held: Promise<void> = Promise.resolve();

/** Sends a request over a socket of its own, with exactly these headers and this path. */
function send(
  path: string,
  headers: Record<string, string> = { cookie },
  method = "GET",
  body = "",
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const all = { host: `${name}:${port}`, ...headers };
    const sent = request(
      { host: "127.0.0.1", port, path, method, headers: all, agent: false },
      (response) => {
        text(response).then(
          (content) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
          reject,
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const keyOf = ({ link }: { readonly link: string }): string =>
  link.slice(link.indexOf("/", "http://".length));

beforeAll(async () => {
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
  writeFileSync(join(page, "assets", "main-1a2b.js"), "export {}");
  writeFileSync(join(page, "assets", "rare-3c4d.js.br"), brotliCompressSync("export const rare = 1;"));
  writeFileSync(join(page, "assets", "torn-5e6f.js.br"), brotliCompressSync("a".repeat(9)).subarray(0, 4));
  writeFileSync(
    join(page, "views.json"),
    JSON.stringify([
      { path: "^/a/[^/]+/projects/?$", files: ["/assets/list-1a2b.js", "/assets/list-1a2b.css"] },
      { path: "^/a/[^/]+/p/[^/]+/files/?$", files: ["/assets/tree-1a2b.js"] },
    ]),
  );
  writeFileSync(join(folder, "secret.txt"), "secret");
  server = await startShellServer({
    page: createPageFiles(page, () => stored, {
      draw: async (_, href) => frames.get(href) ?? null,
      read: async (address) => {
        await held;
        return address.startsWith("/a/") ? begun : [];
      },
    }),
    handle,
    port: 0,
  });
  const url = new URL(server.url);
  port = Number(url.port);
  name = url.hostname;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test("a link admits one browser, once", async () => {
  const links = server.mintLinks();
  const late = server.mintLinks();
  const first = await send(keyOf(links), {});
  expect(first.status).toBe(303);
  expect(first.headers.location).toBe("/");
  expect(first.headers["referrer-policy"]).toBe("no-referrer");
  const [set = ""] = first.headers["set-cookie"] ?? [];
  // Host-only: no Domain, so that the cookie reaches this name alone.
  expect(set).toMatch(new RegExp(`^helve_${port}=[\\w-]{40,}; HttpOnly; SameSite=Strict; Path=/$`));
  cookie = set.split(";")[0] ?? "";
  expect(links.link).not.toContain(cookie.split("=")[1]);
  const again = await send(keyOf(links), {});
  expect(again.status).toBe(401);
  expect(again.body).toContain("used before");
  expect(again.headers["set-cookie"]).toBeUndefined();
  expect((await send("/?key=guess", {})).body).toContain("not valid");
  // A local file may lead here; its redirect would come without the cookie, a page of the shell's own does not.
  const led = await send(keyOf(late), { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" });
  expect(led.status).toBe(200);
  expect(led.body).toContain('http-equiv="refresh" content="0;url=/"');
  expect(led.headers["content-security-policy"]).toContain("default-src 'none'");
});

test("the page's HTML has the user's look and what its first paint reads, as data that nothing runs", async () => {
  writeFileSync(
    join(page, "index.html"),
    '<html lang="en"><head><title>Helve</title></head><body></body></html>',
  );
  const hostile = '</script><script>alert(1)</script><!-- $& "';
  const document = (key: string, value: StoredDocument["value"]) => ({
    key,
    value,
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  stored = {
    documents: {
      preferences: [document("interface", { theme: "dark", fontSize: 15, keys: {} })],
      recent: [document("projects", [{ name: hostile }])],
    },
  };
  const { body, headers } = await send("/a/local/projects");
  // In parts: its length is not known before the last one is made.
  expect(headers["transfer-encoding"]).toBe("chunked");
  expect(body).toMatch(
    /^<html data-theme="dark" data-density="comfortable" [^>]*--ui-size: 15px[^>]*lang="en">/,
  );
  const [, json = ""] =
    /<script type="application\/json" id="start-data">(.*)<\/script><\/body>/.exec(body) ?? [];
  expect(startData.parse(JSON.parse(json))).toEqual(stored);
  expect(body.match(/<script/g)).toHaveLength(1);
  // The files of the view at the address arrive with it.
  expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1a2b.js">');
  expect(body).toContain('<link rel="preload" as="style" crossorigin href="/assets/list-1a2b.css">');
  expect((await send("/a/local/groups")).body).not.toContain("/assets/list-");
  // A project's path is one name of the address, whatever slashes it has.
  expect((await send("/a/local/p/group%2Fapp/files?ref=main")).body).toContain("/assets/tree-1a2b.js");
  // A look that is not one, as another version may have stored, changes nothing.
  stored = { documents: { preferences: [document("interface", { theme: '"><img src=x>' })] } };
  expect((await send("/")).body).toMatch(/^<html lang="en">/);
  stored = { documents: {} };
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
});

test("the HTML has the first frame, and the first responses of the address that it shows", async () => {
  writeFileSync(join(page, "index.html"), '<html><head></head><body><div id="root"></div></body></html>');
  const hostile = "</script><img src=x onerror=alert(1)>";
  begun = [{ path: "/accounts/local/operations/projects", headers: { "x-total": "1" }, body: hostile }];
  // Without an address the tab of the last run is shown.
  frames.set("/", { html: "<p>$& Projects</p>", href: "/a/local/projects#list" });
  const { body } = await send("/");
  expect(body).toContain('<div id="root"><p>$& Projects</p></div>');
  expect(body).toContain("/assets/list-1a2b.js");
  const [, json = ""] =
    /<script type="application\/json" id="start-data">(.*)<\/script><\/body>/.exec(body) ?? [];
  expect(startData.parse(JSON.parse(json)).responses).toEqual(begun);
  expect(body).not.toContain("<img");
  // A frame that could not be drawn is the page's own to draw.
  const other = (await send("/settings")).body;
  expect(other).toContain('<div id="root"></div>');
  expect(other).not.toContain("operations");
  begun = [];
  frames.clear();
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
});

test("the frame is sent before the first responses are read", async () => {
  writeFileSync(join(page, "index.html"), '<html><head></head><body><div id="root"></div></body></html>');
  frames.set("/a/local/projects", { html: "<p>Projects</p>", href: "/a/local/projects" });
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  held = isRead;
  const response = await new Promise<IncomingMessage>((resolve) => {
    request({
      host: "127.0.0.1",
      port,
      path: "/a/local/projects",
      headers: { host: `${name}:${port}`, cookie },
    })
      .once("response", resolve)
      .end();
  });
  let [body, first] = ["", ""];
  for await (const chunk of response.setEncoding("utf8")) {
    body += chunk;
    if (first || !body.includes("<p>Projects</p></div>")) continue;
    first = body;
    // The rest comes with the responses, and only then.
    read();
  }
  expect(first).not.toContain("start-data");
  expect(body).toMatch(/id="start-data">.*<\/body>/);
  held = Promise.resolve();
  frames.clear();
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
});

test("files that the build compressed are decoded", async () => {
  const script = await send("/assets/rare-3c4d.js");
  expect(script).toMatchObject({ status: 200, body: "export const rare = 1;" });
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(script.headers).not.toHaveProperty("content-encoding");
  expect(script.headers).not.toHaveProperty("content-length");
  expect(await send("/assets/rare-3c4d.js", { cookie }, "HEAD")).toMatchObject({ status: 200, body: "" });
  await expect(send("/assets/torn-5e6f.js")).rejects.toThrow();
  expect((await send("/assets/none-3c4d.js")).status).toBe(404);
});

test("nothing is served without the cookie", async () => {
  for (const headers of [
    {},
    { cookie: `helve_${port}=` },
    { cookie: `${cookie}x` },
    { cookie: `other=1; ${cookie}1` },
  ]) {
    for (const path of ["/", "/assets/main-1a2b.js", "/-/accounts"]) {
      const response = await send(path, headers as Record<string, string>);
      expect(response.status).toBe(401);
      expect(response.body).toContain("Open Helve with the link");
    }
  }
  expect((await send("/", { cookie: `other=1; ${cookie}` })).status).toBe(200);
});

test("one random name is served, and no other", async () => {
  expect(name).toMatch(/^helve-[0-9a-f]{32}\.localhost$/);
  const others = [
    "evil.example",
    "127.0.0.1",
    "localhost",
    "[::1]",
    "helve.localhost",
    `a.${name}`,
    `${name}.`,
  ];
  for (const host of [
    ...others.flatMap((other) => [other, `${other}:${port}`]),
    name,
    `${name}:${port + 1}`,
  ]) {
    expect((await send("/", { cookie, host })).status, host).toBe(421);
  }
  const absolute = await send(`http://127.0.0.1:${port}/-/accounts`);
  expect(absolute.status).toBe(421);
  expect((await send("/")).status).toBe(200);
});

test("the address for browsers without the name ends when a browser has entered by name", async () => {
  const own = await startShellServer({ page: createPageFiles(page, () => stored), handle, port: 0 });
  try {
    const { hostname, port: at } = new URL(own.fallbackUrl);
    expect(hostname).toMatch(process.platform === "darwin" ? /^127\.0\.0\.1$/ : /^127\.\d+\.\d+\.\d+$/);
    const { link } = own.mintLinks();
    const enter = (url: string) => fetch(url, { redirect: "manual" });
    expect((await enter(own.fallbackUrl)).status).toBe(401);
    const named = new URL(link);
    const entered = await new Promise<number>((resolve, reject) =>
      request(
        {
          host: "127.0.0.1",
          port: named.port,
          path: `/${named.search}`,
          headers: { host: named.host },
          agent: false,
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      )
        .on("error", reject)
        .end(),
    );
    expect(entered).toBe(303);
    await expect(enter(`http://${hostname}:${at}/`)).rejects.toThrow("fetch failed");
  } finally {
    await own.close();
  }
});

test("a browser that entered by address is served there alone", async () => {
  const own = await startShellServer({ page: createPageFiles(page, () => stored), handle, port: 0 });
  try {
    const entered = await fetch(own.mintLinks().fallback, { redirect: "manual" });
    expect(entered.status).toBe(303);
    const [set = ""] = entered.headers.getSetCookie();
    const response = await fetch(own.fallbackUrl, { headers: { cookie: set.split(";")[0] ?? "" } });
    expect(response.status).toBe(200);
    const named = new URL(own.url);
    await expect(fetch(`http://127.0.0.1:${named.port}/`)).rejects.toThrow("fetch failed");
  } finally {
    await own.close();
  }
});

test("requests of another page are refused", async () => {
  for (const origin of [
    "https://evil.example",
    "null",
    `http://localhost:${port}`,
    `https://127.0.0.1:${port}`,
  ]) {
    expect((await send("/-/accounts", { cookie, origin })).status).toBe(403);
  }
  for (const site of ["cross-site", "same-site"]) {
    expect((await send("/-/accounts", { cookie, "sec-fetch-site": site })).status).toBe(403);
    // A link to Helve on a page or in a chat may be followed.
    const followed = { cookie, "sec-fetch-site": site, "sec-fetch-mode": "navigate" };
    expect((await send("/a/local/projects", followed)).status).toBe(200);
    // A route of the host is no page of the app.
    expect((await send("/-/accounts", followed)).status).toBe(403);
  }
  // A form, and whatever does not show whose request it is.
  const form = { cookie, "content-type": "application/x-www-form-urlencoded" };
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect((await send("/-/accounts", form, method)).status, method).toBe(403);
  expect(
    (await send("/-/accounts", { cookie, origin: server.url, "sec-fetch-site": "same-origin" })).status,
  ).toBe(200);
});

test("every file carries the policy; a route of the app gets the index", async () => {
  for (const path of ["/", "/a/local/p/group%2Fproject/files?ref=main", "/settings/network"]) {
    const response = await send(path);
    expect(response.body).toBe("<title>Helve</title>");
    expect(response.headers).toMatchObject({
      "content-security-policy": contentSecurityPolicy,
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-cache",
    });
  }
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(contentSecurityPolicy).toMatch(/script-src 'self';/);
  const script = await send("/assets/main-1a2b.js");
  expect(script.headers["cache-control"]).toContain("immutable");
  expect((await send("/assets/gone.js")).status).toBe(404);
  expect((await send("/", { cookie, origin: server.url }, "POST")).status).toBe(405);
  const head = await send("/", { cookie }, "HEAD");
  expect(head).toMatchObject({ status: 200, body: "" });
});

test("no path leaves the page's folder", async () => {
  for (const path of [
    "/../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "/%00/../secret.txt",
    "/%ff",
    `/${encodeURIComponent(join(folder, "secret.txt"))}`,
  ]) {
    const response = await send(path);
    expect(response.body).not.toContain("secret");
    expect([200, 404]).toContain(response.status);
  }
});

test("the host's routes come without the prefix, their encoding as it was sent", async () => {
  const own = { cookie, origin: server.url };
  const sent = await send("/-/accounts/a/operations/projects/g%2Fp?search=a%20b", own, "POST", "{}");
  expect(JSON.parse(sent.body)).toEqual({
    url: `${server.url}/accounts/a/operations/projects/g%2Fp?search=a%20b`,
    method: "POST",
    body: "{}",
  });
  expect((await send("/-a")).body).toBe("<title>Helve</title>");
});

test("a client that disconnects aborts the host's signal", async () => {
  const count = signals.length;
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET /-/stream HTTP/1.1\r\nhost: ${name}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
  await new Promise((resolve) => socket.once("data", resolve));
  expect(signals).toHaveLength(count + 1);
  expect(signals[count]?.aborted).toBe(false);
  socket.destroy();
  await vi.waitFor(() => expect(signals[count]?.aborted).toBe(true), { timeout: 10_000 });
});

test("a browser is served while 600 connections are half open", async () => {
  const close = await openHalf(port, 600);
  expect((await send("/")).status).toBe(200);
  expect((await send("/-/accounts")).status).toBe(200);
  close();
});

test("a port that is taken is reported", async () => {
  await expect(startShellServer({ page: createPageFiles(page, () => stored), handle, port })).rejects.toThrow(
    "is in use by another program",
  );
});

test("below the prefix nothing is run, styled with or framed", async () => {
  for (const dest of [
    "script",
    "style",
    "worker",
    "sharedworker",
    "serviceworker",
    "audioworklet",
    "paintworklet",
    "iframe",
    "frame",
    "fencedframe",
    "object",
    "embed",
    "manifest",
    "report",
    "xslt",
    "json",
  ]) {
    const response = await send("/-/accounts", {
      cookie,
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": dest,
    });
    expect(response.status, dest).toBe(403);
  }
  for (const dest of ["empty", "image", "audio", "video", "font", "document"]) {
    const response = await send("/-/accounts", {
      cookie,
      "sec-fetch-site": "same-origin",
      "sec-fetch-dest": dest,
    });
    expect(response.status, dest).toBe(200);
  }
  const own = { cookie, "sec-fetch-site": "same-origin", "sec-fetch-dest": "script" };
  expect((await send("/assets/main-1a2b.js", own)).status).toBe(200);
});

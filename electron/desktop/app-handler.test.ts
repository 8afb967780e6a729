import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contentSecurityPolicy } from "../host/page/page-files.ts";
import { createAppHandler } from "./app-handler.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-handler-"));
const page = join(folder, "page");
beforeAll(() => {
  mkdirSync(join(page, "assets"), { recursive: true });
  writeFileSync(join(page, "index.html"), "<title>Helve</title>");
  writeFileSync(join(page, "assets", "main-1a2b.js"), "export {}");
  writeFileSync(join(folder, "secret.txt"), "secret");
});
afterAll(() => rmSync(folder, { recursive: true }));

const handle = createAppHandler({
  page,
  handle: async (request) =>
    Response.json({ url: request.url, method: request.method, body: await request.text() }),
});
const send = (path: string, init?: RequestInit) => handle(new Request(`app://helve${path}`, init));

test("files of the page carry the policy; a route of the app gets the index", async () => {
  for (const path of ["/", "/a/local/projects", "/index.html"]) {
    const response = await send(path);
    expect(await response.text()).toBe("<title>Helve</title>");
    expect(response.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  }
  const script = await send("/assets/main-1a2b.js");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(script.headers.get("cache-control")).toContain("immutable");
});

test("no path leaves the page's folder", async () => {
  for (const path of ["/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"]) {
    expect(await (await send(path)).text()).not.toContain("secret");
  }
});

test("the host's routes come without the prefix, their encoding as it was sent", async () => {
  const response = await send("/-/accounts/a/operations/projects/g%2Fp?search=a%20b", {
    method: "POST",
    body: "{}",
    headers: { origin: "app://helve" },
  });
  expect(await response.json()).toEqual({
    url: "app://helve/accounts/a/operations/projects/g%2Fp?search=a%20b",
    method: "POST",
    body: "{}",
  });
});

test("another host or origin is refused", async () => {
  expect((await handle(new Request("app://other/-/accounts"))).status).toBe(403);
  expect((await handle(new Request("app://helve.example/-/accounts"))).status).toBe(403);
  for (const origin of ["https://example.com", "null", "app://other"]) {
    expect((await send("/-/accounts", { headers: { origin } })).status).toBe(403);
  }
});

test("below the prefix nothing is run, styled with or framed", async () => {
  const as = (dest: string, path = "/-/accounts") => send(path, { headers: { "sec-fetch-dest": dest } });
  for (const dest of ["script", "style", "worker", "iframe", "object", "embed"]) {
    const refused = await as(dest);
    expect(refused.status, dest).toBe(403);
    expect(refused.headers.get("x-content-type-options")).toBe("nosniff");
  }
  for (const dest of ["empty", "image", "video", "font"]) expect((await as(dest)).status, dest).toBe(200);
  expect((await as("script", "/assets/main-1a2b.js")).status).toBe(200);
});

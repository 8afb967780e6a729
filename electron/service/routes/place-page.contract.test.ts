import { expect, it } from "vitest";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
const read = (path: string, init?: RequestInit) => fetch(service.url + path, init);

it.each([
  "/team/clock",
  "/developer",
  "/groups/team",
  "/team/clock/-/merge_requests/3",
  "/team/clock/-/tree/HEAD",
  "/-/snippets/5/raw/main/a.sh",
  "/team/clock/-/blob/main/a%20b.md?plain=1",
])("answers %s with a page that opens Helve there", async (path) => {
  const response = await read(path);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  const { host } = new URL(service.url);
  const html = await response.text();
  expect(html).toContain(`href="helve://${host}${path}"`);
  expect(html).not.toContain("<script");
});

it("escapes what the address has", async () => {
  const html = await (await read(`/team/a'"<script>alert(1)</script>?x="><img src=x onerror=y>&y='`)).text();
  expect(html).not.toMatch(/<script|<img|'&quot;|="&gt;<|onerror=y>/);
  expect(html).toContain("&amp;y=");
});

it("leaves other paths and methods to others", async () => {
  expect((await read("/favicon.ico")).status).toBe(404);
  expect((await read("/team/clock/-/issues/3", { method: "POST" })).status).toBe(404);
  expect((await read("/api/v4/none")).status).toBe(404);
  expect((await read("/team/none.git/info/refs?service=git-upload-pack")).status).not.toBe(200);
  const head = await read("/team/clock", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

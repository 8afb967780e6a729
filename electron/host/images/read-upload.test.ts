import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1");
const secret = "0123456789abcdef0123456789abcdef";
let requests: { path: string; headers: IncomingHttpHeaders; raw: string }[] = [];
let store = "";
/** Object storage, to which services redirect. */
const elsewhere = createServer((request, response) => {
  requests.push({ path: request.url ?? "", headers: request.headers, raw: "" });
  response.end(png);
});
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? "");
  requests.push({ path, headers: request.headers, raw: request.url ?? "" });
  if (path.endsWith("/shot.png")) response.end(png);
  else if (path.endsWith("/away.png")) response.writeHead(302, { location: `${store}/kept.png` }).end();
  else if (path.endsWith("/large.png")) response.end(Buffer.concat([png, Buffer.alloc(10_000_000)]));
  else if (path.endsWith("/page.png")) response.end("<html><svg></svg></html>");
  else if (path.includes("/uploads/")) response.writeHead(404).end("{}");
  else {
    const user = { id: 1, name: "Ada", username: "ada" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(path.includes("version") ? { version: "17.4.0", revision: "a" } : user));
  }
});
const listen = async (each: typeof server) => {
  await new Promise<void>((resolve) => each.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(each.address() as AddressInfo).port}`;
};

let running: HostInFolder;
let account = "";
beforeAll(async () => {
  store = await listen(elsewhere);
  const base = await listen(server);
  running = hostInFolder();
  account = (await running.addAccount(base)).id;
});
afterAll(async () => {
  await running[Symbol.asyncDispose]();
  for (const each of [server, elsewhere]) {
    each.closeAllConnections();
    await new Promise((resolve) => each.close(resolve));
  }
});
beforeEach(() => {
  requests = [];
});

const load = (filename: string, more: Partial<Record<"project" | "secret", string>> = {}) =>
  running.request(
    routePath(accountRoutes.upload, { account, project: "fjord/lantern", secret, filename, ...more }),
  );

it("reads an upload by its operation, with the token", async () => {
  const response = await load("shot.png");
  expect(response.status).toBe(200);
  expect(response.headers.get(imageTypeHeader)).toBe("image/png");
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  expect(requests[0]?.path).toBe(`/api/v4/projects/fjord/lantern/uploads/${secret}/shot.png`);
  const { "private-token": token, authorization } = requests[0]?.headers ?? {};
  expect(token ?? authorization).toBeDefined();
});

it("follows a redirect to another server without the token", async () => {
  expect((await load("away.png")).status).toBe(200);
  const { path, headers } = requests.at(-1) ?? { path: "", headers: {} };
  expect(path).toBe("/kept.png");
  for (const name of ["private-token", "authorization", "cookie"]) expect(headers).not.toHaveProperty(name);
});

it.each([
  ["a missing file", "none.png", 404],
  ["a page", "page.png", 400],
  ["a file above 10 MB", "large.png", 400],
])("refuses %s", async (_, name, status) => {
  expect((await load(name)).status).toBeGreaterThanOrEqual(status);
});

it("requests nothing but an upload of a project", async () => {
  for (const wrong of [{ secret: "../../user" }, { secret: "" }, { project: "" }]) {
    expect((await load("shot.png", wrong)).status).toBeGreaterThanOrEqual(400);
  }
  await load("../../../user");
  // Dots and slashes are a part of the name.
  expect(requests.map(({ raw }) => raw)).toEqual([
    `/api/v4/projects/fjord%2Flantern/uploads/${secret}/%2E%2E%2F%2E%2E%2F%2E%2E%2Fuser`,
  ]);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { testToken } from "../testing/mock-service.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1");
const large = Buffer.concat([png, Buffer.alloc(1_000_000)]);
const requests: { path: string; headers: Record<string, unknown> }[] = [];
const server = createServer((request, response) => {
  requests.push({ path: request.url ?? "", headers: request.headers });
  if (request.url === "/forge/away.png") {
    response.writeHead(302, { location: "http://127.0.0.1:1/a.png" }).end();
  } else if (request.url?.startsWith("/forge/api/v4/")) {
    response.setHeader("content-type", "application/json");
    const user = { id: 1, name: "Ada", username: "ada" };
    response.end(
      JSON.stringify(request.url.includes("version") ? { version: "17.0.0", revision: "a" } : user),
    );
  } else if (request.url === "/forge/uploads/-/system/user/avatar/9/large.png") response.end(large);
  else response.end(request.url === "/forge/page.png" ? "<html>" : png);
});

let running: HostInFolder;
let base = "";
let account = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/forge`;
  running = hostInFolder();
  account = (await running.addAccount(base)).id;
});
afterAll(async () => {
  await running[Symbol.asyncDispose]();
  await new Promise((resolve) => server.close(resolve));
});

const picture = (url: string) => running.request(routePath(accountRoutes.picture, { account, url }));

it("fetches a picture of the account's own service, without its token", async () => {
  const response = await picture(`${base}/uploads/ada.png?width=96`);
  expect(response.status).toBe(200);
  expect(response.headers.get(imageTypeHeader)).toBe("image/png");
  expect(response.headers.get("content-type")).toBe("application/octet-stream");
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  const { path, headers } = requests.at(-1) ?? { path: "", headers: {} };
  expect(path).toBe("/forge/uploads/ada.png?width=96");
  expect(Object.keys(headers)).not.toContain("private-token");
  expect(Object.keys(headers)).not.toContain("authorization");
});

it.each([
  ["another server", () => "https://pictures.example/ada.png"],
  ["another port", () => "http://127.0.0.1:1/forge/ada.png"],
  ["another path of the server", () => base.replace("/forge", "/other/ada.png")],
  ["an address beside the service's own", () => `${base}/../other/ada.png`],
  ["an operation", () => `${base}/api/v4/user`],
  ["no address", () => ""],
])("refuses %s", async (_, url) => {
  const before = requests.length;
  expect((await picture(url())).status).toBeGreaterThanOrEqual(400);
  expect(requests.length).toBe(before);
});

it("follows no redirect and shows nothing that is not a picture", async () => {
  expect((await picture(`${base}/away.png`)).status).toBeGreaterThanOrEqual(400);
  expect((await picture(`${base}/page.png`)).status).toBeGreaterThanOrEqual(400);
});

const avatar = (url: string) => running.request(routePath(accountRoutes.avatar, { account, url }));
const tokens = () => requests.map(({ headers }) => headers["private-token"]);

it("fetches an avatar of the account's own service with its token, once", async () => {
  const before = requests.length;
  for (let i = 0; i < 2; i++) {
    const response = await avatar(`${base}/uploads/-/system/user/avatar/7/ada.png?width=96`);
    expect(response.headers.get(imageTypeHeader)).toBe("image/png");
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
  }
  expect(tokens().slice(before)).toEqual([testToken]);
});

it.each([
  ["another path", "/uploads/ada.png"],
  ["a path beside the avatars", "/uploads/-/system/user/avatar/7/../../../../ada.png"],
  ["a path whose slashes are escaped", "/uploads/-/system/user/avatar/7/..%2f..%2fada.png"],
])("sends no token to %s", async (_, path) => {
  const before = requests.length;
  expect((await avatar(`${base}${path}`)).status).toBe(200);
  expect(tokens().slice(before)).toEqual([undefined]);
});

it.each([
  ["another server", () => "https://www.gravatar.com/avatar/abc"],
  ["an operation", () => `${base}/api/v4/user`],
  ["no address", () => ""],
])("requests no avatar of %s unasked", async (_, url) => {
  const before = requests.length;
  expect((await avatar(url())).status).toBeGreaterThanOrEqual(400);
  expect(requests.length).toBe(before);
});

it("says that images of another server are not allowed yet", async () => {
  expect((await avatar("https://www.gravatar.com/avatar/abc")).status).toBe(428);
});

it("shows no avatar of more than 1 MB", async () => {
  expect((await avatar(`${base}/uploads/-/system/user/avatar/9/large.png`)).status).toBe(413);
});

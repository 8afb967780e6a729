import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { routePath } from "../../../shared/host/host-route.ts";
import { imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1");
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
  } else response.end(request.url === "/forge/page.png" ? "<html>" : png);
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

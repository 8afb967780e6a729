import { expect, it } from "vitest";
import { Network } from "../network/network.ts";
import { SettingsStore } from "../settings/settings-store.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService } from "../testing/mock-service.ts";
import { openRelay } from "./git-relay.ts";

const token = "glpat-Relay_0123456789";

it("sends the token to the account's own service alone, and follows no redirect", async () => {
  await using other = await mockService((_request, response) => void response.writeHead(200).end("stolen"));
  await using service = await mockService((request, response) => {
    if (request.path.includes("moved")) response.writeHead(302, { location: `${other.url}/x` }).end();
    else
      response.writeHead(200, { "content-type": "application/x-git", "set-cookie": "a=b" }).end(request.body);
  });
  await using host = hostInFolder();
  const network = new Network(new SettingsStore(host.folder), async () => null);
  const open = (path: string, writable: boolean) => {
    const endpoint = {
      base: new URL(`${service.url}/code`),
      direct: false,
      token: async () => token,
      timeout: () => 5,
    };
    return openRelay(network, { endpoint, path, writable }, new AbortController().signal);
  };
  await using relay = await open("a b/c", true);
  expect(relay.url).not.toContain(token);
  const advertised = await fetch(`${relay.url}/info/refs?service=git-receive-pack`, {
    headers: { cookie: "x=y" },
  });
  expect([advertised.status, advertised.headers.get("set-cookie")]).toEqual([200, null]);
  const pushed = await fetch(`${relay.url}/git-receive-pack`, { method: "POST", body: "pack" });
  expect(await pushed.text()).toBe("pack");
  const seen = service.seen.filter(({ path }) => path.startsWith("/code/a%20b/c.git/"));
  expect(seen.map(({ method, headers }) => [method, headers.authorization, headers.cookie])).toEqual(
    ["GET", "POST"].map((method) => [
      method,
      `Basic ${Buffer.from(`oauth2:${token}`).toString("base64")}`,
      undefined,
    ]),
  );
  // Another address, command or repository is none of the relay's.
  const [origin, secret = ""] = [new URL(relay.url).origin, new URL(relay.url).pathname.split("/")[1] ?? ""];
  const wrong = [
    `${origin}/${"0".repeat(64)}/repository.git/info/refs?service=git-upload-pack`,
    `${origin}/${secret}/repository.git/../../x`,
    `${origin}/${secret}/repository.git/info/refs?service=git-upload-archive`,
  ];
  for (const url of wrong) expect((await fetch(url)).status).toBe(404);
  await using readable = await open("a", false);
  expect((await fetch(`${readable.url}/git-receive-pack`, { method: "POST", body: "x" })).status).toBe(404);
  await using moved = await open("moved", true);
  expect((await fetch(`${moved.url}/info/refs?service=git-upload-pack`)).status).toBe(403);
  expect(moved.status).toBe(302);
  expect(other.seen).toEqual([]);
  await network.close();
});

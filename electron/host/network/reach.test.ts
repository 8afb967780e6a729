import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { addressKind } from "../../system/address.ts";
import { checkReach, lookupWithin, type Resolve } from "../../system/reach.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";

describe("addressKind", () => {
  it.each([
    ["127.0.0.1", "loopback"],
    ["127.9.8.7", "loopback"],
    ["0.0.0.0", "loopback"],
    ["::1", "loopback"],
    ["[::]", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["::7f00:1", "loopback"],
    ["64:ff9b::7f00:1", "loopback"],
    ["169.254.169.254", "link-local"],
    ["::ffff:a9fe:a9fe", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["10.1.2.3", "private"],
    ["172.31.255.255", "private"],
    ["192.168.0.1", "private"],
    ["100.64.0.1", "private"],
    ["fd00:ec2::254", "link-local"],
    ["100.100.100.200", "link-local"],
    ["168.63.129.16", "link-local"],
    ["fd00:ec2::1", "private"],
    ["224.0.0.1", "special"],
    ["255.255.255.255", "special"],
    ["2002:7f00:1::", "special"],
    ["not an address", "special"],
    ["93.184.216.34", "public"],
    ["2606:2800:220:1::1", "public"],
  ])("%s is %s", (address, kind) => expect(addressKind(address)).toBe(kind));
});

describe("reach", () => {
  it("of a remote service's redirect excludes this machine and its link, however they are written", () => {
    for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "localhost", "a.localhost", "[::1]"]) {
      expect(() => checkReach(new URL(`http://${host}/`), "elsewhere"), host).toThrow("may not be reached");
      expect(() => checkReach(new URL(`http://${host}/`), "local-elsewhere"), host).not.toThrow();
    }
    for (const reach of ["entered", "elsewhere", "local-elsewhere", "public"] as const) {
      expect(() => checkReach(new URL("http://169.254.169.254/"), reach)).toThrow("may not be reached");
      expect(() => checkReach(new URL("http://[fe80::1]/"), reach)).toThrow("may not be reached");
    }
    expect(() => checkReach(new URL("http://10.0.0.1/"), "elsewhere")).not.toThrow();
    expect(() => checkReach(new URL("http://10.0.0.1/"), "public")).toThrow("may not be reached");
  });

  it("checks the addresses that are connected to, so that a second result of the name server changes nothing", async () => {
    const addresses = ["93.184.216.34", "127.0.0.1"];
    let lookups = 0;
    const rebinding: Resolve = async () => [{ address: addresses[lookups++] ?? "", family: 4 }];
    const look = () =>
      new Promise((resolve) =>
        lookupWithin("elsewhere", rebinding)("evil.test", { all: true }, (error, found) =>
          resolve(error?.message ?? found),
        ),
      );
    expect(await look()).toEqual([{ address: "93.184.216.34", family: 4 }]);
    expect(lookups).toBe(1);
    expect(await look()).toContain("may not be reached");
    const mixed: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "::1", family: 6 },
    ];
    const refused = await new Promise((resolve) =>
      lookupWithin("public", mixed)("evil.test", { family: 4 }, (error) => resolve(error?.message)),
    );
    expect(refused).toContain("may not be reached");
  });
});

describe("a redirect of a service", () => {
  const file = "/projects/1/repository/blobs/a/raw";
  const addresses: Readonly<Record<string, string>> = {
    "service.test": "127.0.0.1",
    "inner.test": "127.0.0.1",
    "metadata.test": "169.254.169.254",
  };
  const resolve: Resolve = async (name) => [{ address: addresses[name] ?? "", family: 4 }];

  it.each([
    ["http://inner.test", "a name that resolves to this machine"],
    ["http://metadata.test", "a name that resolves to the link"],
    ["http://169.254.169.254", "an address of the link"],
    ["http://[::ffff:127.0.0.1]", "this machine in another form"],
  ])("to %s (%s) is not followed", async (target) => {
    const reached: string[] = [];
    const inner = createServer((request, response) => {
      reached.push(request.url ?? "");
      response.end("secret of this machine");
    });
    await new Promise<void>((done) => inner.listen(0, "127.0.0.1", done));
    const { port } = inner.address() as AddressInfo;
    await using service = await mockService((request, response) => {
      if (request.path.includes("/raw")) response.writeHead(302, { location: `${target}:${port}/x` }).end();
      else if (request.path.includes("/projects")) sendJson(response, []);
    });
    await using host = hostInFolder({ resolve });
    const { id } = await host.addAccount(`http://service.test:${service.port}`);
    const response = await host.request(`/accounts/${id}/operations${file}`);
    expect(problem.parse(await response.json())).toMatchObject({ code: "refused", changed: "no" });
    expect(reached).toEqual([]);
    inner.close();
  });

  it("of one on this machine may lead to another one there", async () => {
    await using store = await mockService((_request, response) => response.end("the file"));
    await using service = await mockService((request, response) => {
      if (request.path.includes("/raw")) response.writeHead(302, { location: `${store.url}/x` }).end();
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    expect(await (await host.request(`/accounts/${id}/operations${file}`)).text()).toBe("the file");
    expect(store.seen[0]?.headers["private-token"]).toBeUndefined();
  });
});

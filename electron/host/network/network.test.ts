import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { settings } from "../../../shared/host/settings.ts";
import { problem } from "../../../shared/problem.ts";
import { addressKind, checkReach, lookupWithin, type Resolve } from "../../system/address.ts";
import { hostInFolder, plainShell } from "../testing/host-in-folder.ts";
import { mockService, projectOf, sendJson, testToken } from "../testing/mock-service.ts";
import { chooseProxy } from "./network.ts";

describe("network", () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-tls-"));
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
    const key = ["-newkey", "rsa:2048", "-nodes"];
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test Authority");
    openssl("req", ...key, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=service.test");
    execFileSync(
      "sh",
      [
        "-c",
        `printf 'subjectAltName=IP:127.0.0.1,DNS:service.test,DNS:proxy.test' > names && openssl x509 -req -in request.pem \
       -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile names`,
      ],
      { cwd: folder, stdio: "pipe" },
    );
  });

  interface Proxy extends AsyncDisposable {
    readonly url: string;
    readonly seen: { method: string; target: string; authorization: string | undefined; token: boolean }[];
  }

  /** A real forward and CONNECT proxy that resolves every name to the loopback. */
  async function startProxy(tls?: { key: string; cert: string }): Promise<Proxy> {
    const seen: Proxy["seen"] = [];
    const record = (raw: IncomingMessage) =>
      seen.push({
        method: raw.method ?? "",
        target: raw.url ?? "",
        authorization: raw.headers["proxy-authorization"],
        token: raw.headers["private-token"] !== undefined,
      });
    const respond: RequestListener = (raw, response) => {
      record(raw);
      const { port, pathname, search } = new URL(raw.url ?? "");
      const { "proxy-authorization": _, ...headers } = raw.headers;
      const onward = forward({
        host: "127.0.0.1",
        port,
        path: pathname + search,
        method: raw.method,
        headers,
      });
      onward.on("response", (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, upstream.headers);
        upstream.pipe(response);
      });
      raw.pipe(onward);
    };
    const server: Server = tls ? createTlsServer(tls, respond) : createServer(respond);
    const sockets = new Set<{ destroy(): void }>();
    server.on("connect", (raw, socket) => {
      record(raw);
      const onward = connect(Number(raw.url?.split(":").at(-1)), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) {
        sockets.add(end);
        end.on("error", () => {});
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    return {
      url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
      seen,
      async [Symbol.asyncDispose]() {
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  describe("certificates", () => {
    it("of an unknown authority are refused, and accepted once the user trusts it", async () => {
      const service = await mockService(() => {}, { key: read("key.pem"), cert: read("cert.pem") });
      await using host = hostInFolder();
      const body = { url: service.url, token: testToken };
      const refused = await host.requestJson("/accounts/check", "POST", body);
      expect(problem.parse(await refused.json())).toMatchObject({ code: "tls", changed: "no" });
      expect(service.seen).toEqual([]);
      const bad = await host.requestJson("/settings", "PATCH", {
        network: { certificates: "not a certificate" },
      });
      expect(problem.parse(await bad.json()).fields).toHaveProperty(["network.certificates"]);
      await host.requestJson("/settings", "PATCH", { network: { certificates: read("ca.pem") } });
      expect((await host.requestJson("/accounts/check", "POST", body)).status).toBe(200);
      await service[Symbol.asyncDispose]();
    });

    it("are checked also where the environment switches that off", async () => {
      const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
      // Node warns of the variable, which has no effect here.
      const warning = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
      try {
        const service = await mockService(() => {}, { key: read("key.pem"), cert: read("cert.pem") });
        await using proxy = await startProxy();
        for (const network of [{ proxy: "none" }, { proxy: "manual", proxyUrl: proxy.url }]) {
          await using host = hostInFolder();
          await host.requestJson("/settings", "PATCH", { network });
          const body = { url: service.url, token: testToken };
          const refused = await host.requestJson("/accounts/check", "POST", body);
          expect(problem.parse(await refused.json())).toMatchObject({ code: "tls" });
        }
        expect(service.seen).toEqual([]);
        await service[Symbol.asyncDispose]();
      } finally {
        warning.mockRestore();
        if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
        else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
      }
    });
  });

  describe("an HTTPS proxy", () => {
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const tls = () => ({ key: read("key.pem"), cert: read("cert.pem") });

    it.each(["http", "https"])("proves its own name, not the target's (%s)", async (scheme) => {
      const service = await mockService(() => {}, scheme === "https" ? tls() : undefined);
      await using proxy = await startProxy(tls());
      const { port } = new URL(proxy.url);
      const through = async (name: string) => {
        await using host = hostInFolder({ resolve });
        const network = {
          proxy: "manual",
          proxyUrl: `https://${name}:${port}`,
          certificates: read("ca.pem"),
        };
        await host.requestJson("/settings", "PATCH", { network });
        const body = { url: `${scheme}://service.test:${service.port}`, token: testToken };
        return await host.requestJson("/accounts/check", "POST", body);
      };
      expect((await through("proxy.test")).status).toBe(200);
      expect((await through("127.0.0.1")).status).toBe(200);
      const seen = proxy.seen.length;
      // Its certificate is good for service.test and not for the name that the user entered.
      const refused = await through("elsewhere.test");
      expect(refused.status).toBeGreaterThanOrEqual(500);
      expect(proxy.seen).toHaveLength(seen);
      await service[Symbol.asyncDispose]();
    });
  });

  describe("proxies", () => {
    it("forward plain HTTP to a name that only they resolve, with their own password alone", async () => {
      await using proxy = await startProxy();
      await using service = await mockService((request, response) => {
        if (request.path.includes("/projects")) sendJson(response, [projectOf(1)]);
      });
      await using host = hostInFolder();
      const proxyUrl = proxy.url.replace("http://", "http://me:pass@");
      await host.requestJson("/settings", "PATCH", { network: { proxy: "manual", proxyUrl } });
      const { id } = await host.addAccount(`http://service.test:${service.port}`);
      const response = await host.request(`/accounts/${id}/operations/projects`);
      expect(await response.json()).toEqual([projectOf(1)]);
      expect(proxy.seen.at(-1)).toMatchObject({
        target: `http://service.test:${service.port}/api/v4/projects`,
        authorization: `Basic ${Buffer.from("me:pass").toString("base64")}`,
      });
      expect(service.seen.every(({ headers }) => headers["proxy-authorization"] === undefined)).toBe(true);
    });

    it("of the system tunnel TLS, and never get the token", async () => {
      await using proxy = await startProxy();
      const service = await mockService(() => {}, { key: read("key.pem"), cert: read("cert.pem") });
      const shellFolder = mkdtempSync(join(tmpdir(), "helve-shell-"));
      await using host = hostInFolder({ shell: plainShell(shellFolder, proxy.url) });
      await host.requestJson("/settings", "PATCH", { network: { certificates: read("ca.pem") } });
      const added = await host.addAccount(`https://service.test:${service.port}`);
      expect(added.check?.user.username).toBe("ada");
      expect(proxy.seen[0]).toMatchObject({
        method: "CONNECT",
        target: `service.test:${service.port}`,
        token: false,
      });
      await service[Symbol.asyncDispose]();
      rmSync(shellFolder, { recursive: true, force: true });
    });

    it.each([
      ["hang up", (socket: Duplex) => socket.destroy(), "https"],
      ["want a password", (socket: Duplex) => socket.end("HTTP/1.1 407 No\r\n\r\n"), "https"],
      ["want a password", () => {}, "http"],
    ])("that %s are reported as such (%#)", async (_, respondToConnect, scheme) => {
      const server = createServer((_request, response) => response.writeHead(407).end());
      server.on("connect", (_request, socket) => {
        socket.on("error", () => {});
        respondToConnect(socket);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
      await using host = hostInFolder();
      const proxyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await host.requestJson("/settings", "PATCH", { network: { proxy: "manual", proxyUrl } });
      const body = { url: `${scheme}://service.test`, token: testToken };
      const response = problem.parse(await (await host.requestJson("/accounts/check", "POST", body)).json());
      expect(response).toMatchObject({ code: "offline", message: expect.stringContaining("proxy") });
      server.closeAllConnections();
      server.close();
    });
  });

  describe("chooseProxy", () => {
    const none = async () => null;
    const { network } = settings.parse({});
    const choose = (url: string, environment: Record<string, string>, over: Partial<typeof network> = {}) =>
      chooseProxy(new URL(url), { ...network, ...over }, none, environment);

    it("reads the environment as other programs do", async () => {
      const environment = {
        HTTPS_PROXY: "http://p:1",
        http_proxy: "q:2",
        NO_PROXY: "inner.test, .corp.test:8443",
      };
      expect(await choose("https://a.test", environment)).toBe("http://p:1");
      expect(await choose("http://a.test", environment)).toBe("http://q:2");
      expect(await choose("https://x.inner.test", environment)).toBeNull();
      expect(await choose("https://x.corp.test", environment)).toBe("http://p:1");
      expect(await choose("https://x.corp.test:8443", environment)).toBeNull();
      expect(await choose("https://localhost:3", environment)).toBeNull();
      expect(await choose("https://a.test", environment, { proxy: "none" })).toBeNull();
      expect(await choose("https://a.test", environment, { bypass: ["*.test"] })).toBeNull();
      const manual = { proxy: "manual", proxyUrl: "http://m:3" } as const;
      expect(await choose("https://a.test", environment, manual)).toBe("http://m:3");
    });
  });
});

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

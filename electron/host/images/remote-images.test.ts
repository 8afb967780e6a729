import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { routePath } from "../../../shared/host/host-route.ts";
import { imageRoutes, imageTypeHeader } from "../../../shared/host/remote-images.ts";
import { problem } from "../../../shared/problem.ts";
import { type HostInFolder, hostInFolder } from "../testing/host-in-folder.ts";
import { type MockHandler, mockService } from "../testing/mock-service.ts";
import { sniffImageType } from "./remote-images.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M8AAAQBAQA3hHJ1AAAAAElFTkSuQmCC",
  "base64",
);

/** Confirms the host of an image, as a click on "Load remote images" does. */
async function allow(host: HostInFolder, url: string): Promise<void> {
  if (URL.canParse(url))
    await host.requestJson(routePath(imageRoutes.allowHosts, {}), "POST", { hosts: [new URL(url).host] });
}

/** A host behind a proxy that resolves every name, so that a server of the test has a public one. */
async function setUp(handler: MockHandler) {
  const images = await mockService(handler);
  const proxy = createServer((raw, response) => {
    const { pathname, search } = new URL(raw.url ?? "");
    const onward = forward({
      host: "127.0.0.1",
      port: images.port,
      path: pathname + search,
      headers: raw.headers,
    });
    onward.on("response", (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
      upstream.on("close", () => upstream.complete || response.destroy());
    });
    onward.on("error", () => response.destroy());
    onward.end();
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const host = hostInFolder();
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await host.requestJson("/settings", "PATCH", { network: { proxy: "manual", proxyUrl } });
  const load = async (url: string) => {
    await allow(host, url);
    return host.request(routePath(imageRoutes.fetch, { url }));
  };
  return {
    images,
    load,
    refusal: async (url: string) => problem.parse(await (await load(url)).json()),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await images[Symbol.asyncDispose]();
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

describe("a remote image", () => {
  it("comes as bytes, fetched without cookie, referrer or token", async () => {
    await using setup = await setUp((request, response) => {
      response.setHeader("set-cookie", "who=reader");
      if (request.path.startsWith("/packed"))
        response
          .writeHead(200, { "content-encoding": "gzip", "content-type": "image/png" })
          .end(gzipSync(png));
      else response.writeHead(200, { "content-type": "text/html" }).end(png);
    });
    for (const path of ["a.png?x=1", "packed.png", "a.png?x=1"]) {
      const response = await setup.load(`http://images.test/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get(imageTypeHeader)).toBe("image/png");
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(Buffer.from(await response.bytes()).equals(png)).toBe(true);
    }
    for (const { headers } of setup.images.seen) {
      expect(Object.keys(headers).toSorted()).toEqual(
        ["accept", "accept-encoding", "connection", "host", "user-agent"].toSorted(),
      );
    }
  });

  it("that is a script, a page, too large or broken is refused", async () => {
    await using setup = await setUp((request, response) => {
      const send = (body: string | Buffer, type = "image/png") =>
        response.writeHead(200, { "content-type": type }).end(body);
      if (request.path === "/script") send("alert(1)");
      if (request.path === "/page") send("<html><svg></svg></html>", "image/svg+xml");
      if (request.path === "/large") send(Buffer.concat([png, Buffer.alloc(10_000_000)]));
      if (request.path === "/bomb") {
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
      }
      if (request.path === "/missing") response.writeHead(404).end();
      if (request.path === "/broken")
        response.writeHead(200, { "content-length": "500" }).end(png, () => response.destroy());
      if (request.path === "/loop") response.writeHead(302, { location: "/loop" }).end();
    });
    for (const path of ["script", "page", "missing", "loop"]) {
      expect(await setup.refusal(`http://images.test/${path}`), path).toMatchObject({ code: "refused" });
    }
    for (const path of ["large", "bomb"]) {
      expect(await setup.refusal(`http://images.test/${path}`), path).toMatchObject({ code: "too_large" });
    }
    expect((await setup.load("http://images.test/broken")).status).toBeGreaterThanOrEqual(400);
  });

  it("is never fetched from this machine, its link or a private network, also after a redirect", async () => {
    await using setup = await setUp((request, response) => {
      const target = new URLSearchParams(request.path.split("?")[1]).get("to");
      if (target) response.writeHead(302, { location: target }).end();
      else response.writeHead(200).end(png);
    });
    const inside = [
      `http://127.0.0.1:${setup.images.port}/a.png`,
      `http://localhost:${setup.images.port}/a.png`,
      "http://169.254.169.254/latest/meta-data",
      "http://10.0.0.1/a.png",
      "http://192.168.1.1/a.png",
      "http://[::1]/a.png",
      "http://[fd00::1]/a.png",
      "http://[::ffff:10.0.0.1]/a.png",
    ];
    const odd = [
      "file:///etc/passwd",
      "ftp://images.test/a.png",
      "http://me:pass@images.test/a.png",
      "a.png",
      "",
    ];
    for (const url of [...inside, ...odd]) {
      expect(await setup.refusal(url), url).toMatchObject({ code: "refused" });
      // A relative address is one of the server itself.
      if (url === "" || url === "a.png") continue;
      const led = `http://images.test/?to=${encodeURIComponent(url)}`;
      expect(await setup.refusal(led), led).toMatchObject({ code: "refused" });
    }
    expect(setup.images.seen.every(({ headers }) => headers.host === "images.test")).toBe(true);
  });

  it("of a name that resolves inside is refused without a proxy", async () => {
    await using service = await mockService((_request, response) => response.end(png));
    await using host = hostInFolder({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const url = `http://rebound.test:${service.port}/a.png`;
    await allow(host, url);
    const response = await host.request(routePath(imageRoutes.fetch, { url }));
    expect(problem.parse(await response.json())).toMatchObject({ code: "refused" });
    expect(service.seen).toEqual([]);
  });
});

describe("sniffImageType", () => {
  it.each([
    ["\uFEFF<?xml version='1.0'?><!-- a --><!DOCTYPE svg PUBLIC 'x' 'y'><svg xmlns='z'/>", "image/svg+xml"],
    ["<svg>", "image/svg+xml"],
    ["<!doctype html><svg>", null],
    ["<p><svg>", null],
    ["GIF89a...", "image/gif"],
    ["", null],
  ])("%s", (text, type) => expect(sniffImageType(Buffer.from(text))).toBe(type));
});

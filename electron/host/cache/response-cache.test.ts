import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type MockHandler, mockService, projectOf, sendJson } from "../testing/mock-service.ts";

async function setUp(handler: MockHandler) {
  const service = await mockService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string) => host.request(`/accounts/${id}/operations${path}`);
  return {
    service,
    host,
    id,
    call,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const idOf = (path: string) => Number(/\/projects\/(\d+)/.exec(path)?.[1]);
const source = (response: Response) => response.headers.get("helve-source");

describe("the response cache", () => {
  it("revalidates with the service's validator", async () => {
    let body = [projectOf(1)];
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/projects")) return;
      const etag = `W/"${body.length}"`;
      if (request.headers["if-none-match"] === etag) return response.writeHead(304, { etag }).end();
      sendJson(response, body, { etag, "x-total": String(body.length) });
    });
    expect(source(await setup.call("/projects"))).toBe("network");
    const again = await setup.call("/projects");
    expect([source(again), again.headers.get("x-total"), await again.json()]).toEqual([
      "revalidated",
      "1",
      [projectOf(1)],
    ]);
    body = [projectOf(1), projectOf(2)];
    const changed = await setup.call("/projects");
    expect([source(changed), await changed.json()]).toEqual(["network", body]);
  });

  it("responds offline from the disk, also after a restart, with its age", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.endsWith("/raw"))
        response.writeHead(200, { "content-type": "text/plain" }).end("text");
      else if (request.path.includes("/projects")) sendJson(response, [projectOf(3)]);
    });
    await (await setup.call("/projects")).text();
    await (await setup.call("/projects/1/repository/blobs/a/raw")).text();
    await setup.service.stop();
    const offline = await setup.call("/projects");
    expect([source(offline), await offline.json()]).toEqual(["cache", [projectOf(3)]]);
    expect(Number(offline.headers.get("helve-age"))).toBeGreaterThanOrEqual(0);
    expect(await (await setup.call("/projects/1/repository/blobs/a/raw")).text()).toBe("text");
    const unknown = await setup.call("/projects/5");
    expect(problem.parse(await unknown.json())).toMatchObject({ code: "offline", retry: true });
    await setup.host.restart();
    const only = await setup.call("/projects?helve-cache=only");
    expect(await only.json()).toEqual([projectOf(3)]);
    expect((await setup.call("/projects/6?helve-cache=only")).status).toBe(503);
    await setup.service.start();
  });

  it("sends no request for a read from the disk only", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/projects")) sendJson(response, [projectOf(3)]);
    });
    await (await setup.call("/projects")).text();
    const before = setup.service.seen.length;
    expect(source(await setup.call("/projects?helve-cache=only"))).toBe("cache");
    expect(setup.service.seen).toHaveLength(before);
  });

  it("is removed with its account, is private, and drops what the service no longer shows", async () => {
    let gone = false;
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/projects")) return;
      if (gone)
        response
          .writeHead(404, { "content-type": "application/json" })
          .end('{"message":"404 Project Not Found"}');
      else sendJson(response, projectOf(idOf(request.path)));
    });
    await (await setup.call("/projects/1")).text();
    await (await setup.call("/projects/2")).text();
    if (process.platform !== "win32") {
      for (const name of ["cache.db", "cache.db-wal", "documents.db", "accounts.json"]) {
        expect(statSync(join(setup.host.folder, name)).mode & 0o077, name).toBe(0);
      }
    }
    gone = true;
    expect((await setup.call("/projects/1")).status).toBe(404);
    expect((await setup.call("/projects/1?helve-cache=only")).status).toBe(503);
    expect((await setup.call("/projects/2?helve-cache=only")).status).toBe(200);
    await setup.host.request(`/accounts/${setup.id}`, { method: "DELETE" });
    expect((await setup.call("/projects/2?helve-cache=only")).status).toBe(404);
  });

  it("stays within its limit, dropping the oldest first", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/projects"))
        sendJson(response, { ...Object(projectOf(idOf(request.path))), text: "x".repeat(300_000) });
    });
    await setup.host.requestJson("/settings", "PATCH", { storage: { cacheLimit: 1 } });
    for (const id of [1, 2, 3, 4, 5]) {
      await (await setup.call(`/projects/${id}`)).text();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await setup.host.restart();
    await setup.host.requestJson("/settings", "PATCH", { storage: { cacheLimit: 1 } });
    expect((await setup.call("/projects/5?helve-cache=only")).status).toBe(200);
    expect((await setup.call("/projects/1?helve-cache=only")).status).toBe(503);
  });

  it("stores pinned responses beyond its limits until they are unpinned", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/projects"))
        sendJson(response, { ...Object(projectOf(idOf(request.path))), text: "x".repeat(9_000_000) });
    });
    await setup.host.requestJson("/settings", "PATCH", { storage: { cacheLimit: 1 } });
    const read = async (path: string) => (await setup.call(path)).text();
    await read("/projects/1");
    await read("/projects/2?helve-pin=review%20!2");
    await read("/projects/3?helve-pin=review%20!3");
    await setup.host.restart();
    const listPinned = async () =>
      z
        .array(z.looseObject({ name: z.string() }))
        .parse(await (await setup.host.request(`/accounts/${setup.id}/pinned`)).json());
    expect(await listPinned()).toEqual(
      expect.arrayContaining([
        { name: "review !2", responses: 1, bytes: expect.any(Number), pinned_at: expect.any(String) },
        expect.objectContaining({ name: "review !3", responses: 1 }),
      ]),
    );
    const status = async (id: number) => (await setup.call(`/projects/${id}?helve-cache=only`)).status;
    expect([await status(1), await status(2), await status(3)]).toEqual([503, 200, 200]);

    await setup.host.request(`/accounts/${setup.id}/pinned?name=review%20!2`, { method: "DELETE" });
    expect((await listPinned()).map(({ name }) => name)).toEqual(["review !3"]);
    expect([await status(2), await status(3)]).toEqual([503, 200]);
    await setup.host.request(`/accounts/${setup.id}`, { method: "DELETE" });
    expect((await setup.host.request(`/accounts/${setup.id}/pinned`)).status).toBe(404);
  });
});

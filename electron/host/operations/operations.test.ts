import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import {
  branchOf,
  type MockHandler,
  mockService,
  projectOf,
  sendJson,
  testToken,
} from "../testing/mock-service.ts";

/** A host with one account at a service with a `handler`. */
async function setUp(handler: MockHandler) {
  const service = await mockService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string, init?: RequestInit) => host.request(`/accounts/${id}/operations${path}`, init);
  return {
    service,
    host,
    id,
    call,
    problem: async (path: string, init?: RequestInit) => problem.parse(await (await call(path, init)).json()),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const isCall = (path: string) => path.includes("/projects");

describe("the contract's border", () => {
  it("refuses what is not an operation before anything is sent", async () => {
    await using setup = await setUp(() => {});
    expect(await setup.problem("/projects/1/no_such_thing")).toMatchObject({ code: "not_found" });
    expect(await setup.problem("/../../admin")).toMatchObject({ code: "not_found" });
    expect(await setup.problem("/local/repositories", { method: "POST", body: "{}" })).toMatchObject({
      code: "not_found",
    });
    expect(setup.service.calls()).toEqual([]);
  });

  it("names the field of a bad input before anything is sent", async () => {
    await using setup = await setUp(() => {});
    expect(await setup.problem("/projects?serach=x")).toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("serach"),
      operation: "GET /projects",
    });
    expect(await setup.problem("/projects/1/repository/branches?page=zero")).toMatchObject({
      code: "invalid_input",
      message: "Page must be a number.",
    });
    expect(setup.service.calls()).toEqual([]);
  });

  it("keeps encoded slashes and dots inside their segment and adds the token", async () => {
    await using setup = await setUp((request, response) => {
      if (isCall(request.path))
        sendJson(response, [], { "set-cookie": "a=b", "x-total": "0", "x-evil": "1" });
    });
    const response = await setup.call("/projects/group%2Fsub%2Egroup/repository/branches?search=%5Ea%2Bb");
    expect(await response.json()).toEqual([]);
    const [seen] = setup.service.calls();
    expect(seen?.path).toBe("/api/v4/projects/group%2Fsub%2Egroup/repository/branches?search=%5Ea%2Bb");
    expect(seen?.headers["private-token"]).toBe(testToken);
    expect(response.headers.get("x-total")).toBe("0");
    expect(response.headers.get("x-evil")).toBeNull();
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("content-security-policy")).toBe("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("helve-source")).toBe("network");
  });
});

describe("reads over a bad line", () => {
  it("tries again after 503, a reset and a body that breaks off", async () => {
    let tries = 0;
    await using setup = await setUp((request, response, raw) => {
      if (!isCall(request.path)) return;
      tries++;
      if (tries === 1)
        return response.writeHead(503, { "content-type": "text/html" }).end("<html>down</html>");
      if (tries === 2) return raw.socket.destroy();
      if (tries === 3) {
        response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
        response.write('[{"a":');
        return setTimeout(() => raw.socket.destroy(), 5);
      }
      sendJson(response, []);
    });
    expect(await (await setup.call("/projects")).json()).toEqual([]);
    expect(tries).toBe(4);
  });

  it("waits as long as a 429 requires, and reports a longer wait to the page", async () => {
    let retryAfter = "1";
    let count = 0;
    let open = Number.POSITIVE_INFINITY;
    await using setup = await setUp((request, response) => {
      if (!isCall(request.path)) return;
      count++;
      if (open === Number.POSITIVE_INFINITY) open = Date.now() + 990;
      // A request that comes too early is refused again, and counted.
      if (Date.now() >= open && retryAfter === "1") return sendJson(response, []);
      response
        .writeHead(429, { "retry-after": retryAfter, "content-type": "text/plain" })
        .end("Retry later\n");
    });
    expect((await setup.call("/projects")).status).toBe(200);
    expect(count).toBe(2);
    retryAfter = "300";
    expect(await setup.problem("/projects")).toMatchObject({
      code: "rate_limited",
      retryAfter: 300,
      retry: true,
    });
    expect(await setup.problem("/projects")).toMatchObject({ code: "rate_limited" });
    expect(count).toBe(3);
  });

  it("decompresses gzip and refuses a web page instead of data", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/branches")) {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
        response.end(gzipSync(JSON.stringify([branchOf("main")])));
      } else if (isCall(request.path)) {
        response.writeHead(200, { "content-type": "text/html" }).end("<html>Log in</html>");
      }
    });
    const response = await setup.call("/projects/1/repository/branches");
    expect(await response.text()).toBe(JSON.stringify([branchOf("main")]));
    expect(await setup.problem("/projects")).toMatchObject({
      code: "bad_response",
      message: expect.stringContaining("web page"),
    });
  });

  it("sends the token nowhere else: data is refused, bytes are followed without it", async () => {
    await using other = await mockService((_, response) => response.end("bytes"));
    await using setup = await setUp((request, response) => {
      if (isCall(request.path)) response.writeHead(302, { location: `${other.url}/elsewhere` }).end();
    });
    expect(await setup.problem("/projects")).toMatchObject({ code: "refused" });
    expect(other.seen).toEqual([]);
    const raw = await setup.call("/projects/1/repository/blobs/abc/raw");
    expect(await raw.text()).toBe("bytes");
    expect(other.seen[0]?.headers["private-token"]).toBeUndefined();
  });

  it("follows a moved project on its own service, and no login page", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.endsWith("/projects/old%2Fname")) {
        response.writeHead(301, { location: "/api/v4/projects/9" }).end();
      } else if (request.path.endsWith("/projects/9")) sendJson(response, projectOf(9));
      else if (isCall(request.path)) response.writeHead(302, { location: "/users/sign_in" }).end();
    });
    expect(await (await setup.call("/projects/old%2Fname")).json()).toEqual(projectOf(9));
    expect(await setup.problem("/projects/3")).toMatchObject({ code: "bad_response" });
  });

  it("follows a redirect that names one target twice, and none that names two", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.endsWith("/projects/9")) return sendJson(response, projectOf(9));
      const second = request.path.endsWith("/projects/a%2Fthree")
        ? "/api/v4/projects/9"
        : "/api/v4/projects/8";
      if (isCall(request.path))
        response.writeHead(302, ["location", "/api/v4/projects/9", "location", second]).end();
    });
    expect(await (await setup.call("/projects/a%2Fthree")).json()).toEqual(projectOf(9));
    expect(await setup.problem("/projects/a%2Ffour")).toMatchObject({ code: "refused" });
  });

  it("passes a compressed bomb on chunk by chunk, and stops when the page does", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    await using setup = await setUp((request, response) => {
      if (!isCall(request.path)) return;
      response.writeHead(200, { "content-type": "application/octet-stream", "content-encoding": "gzip" });
      response.end(bomb);
    });
    const before = process.memoryUsage().rss;
    const response = await setup.call("/projects/1/repository/blobs/abc/raw");
    const reader = response.body?.getReader();
    for (let pieces = 0; pieces < 20; pieces++)
      expect((await reader?.read())?.value?.byteLength).toBeLessThan(1e6);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    await reader?.cancel();
  });

  it("gives up on a service that never responds", async () => {
    await using setup = await setUp(async (request) => {
      if (isCall(request.path)) await new Promise(() => {});
    });
    await setup.host.requestJson("/settings", "PATCH", { network: { timeout: 5 } });
    expect(await setup.problem("/projects")).toMatchObject({ code: "timeout", retry: true });
    expect(setup.service.calls()).toHaveLength(1);
  });

  it("survives endless headers", async () => {
    await using setup = await setUp((request, response) => {
      if (!isCall(request.path)) return;
      for (let index = 0; index < 40; index++) response.setHeader(`x-big-${index}`, "y".repeat(4000));
      response.end("[]");
    });
    expect(await setup.problem("/projects")).toMatchObject({ code: "bad_response" });
  });
});

describe("writes", () => {
  const path = "/projects/1/repository/branches";
  const write = {
    method: "POST",
    body: JSON.stringify({ branch: "b", ref: "main" }),
    headers: { "content-type": "application/json" },
  };

  it("are sent once and reported as uncertain when the connection breaks", async () => {
    let writes = 0;
    await using setup = await setUp((request, _response, raw) => {
      if (!isCall(request.path)) return;
      if (request.method === "POST") writes++;
      raw.socket.destroy();
    });
    const found = await setup.problem(path, write);
    expect(found).toMatchObject({ code: "uncertain_write", changed: "unknown", retry: false });
    expect(writes).toBe(1);
  });

  it("are safe to repeat when the service was never reached", async () => {
    await using setup = await setUp(() => {});
    await setup.service.stop();
    const found = await setup.problem(path, write);
    expect(found).toMatchObject({ code: "offline", changed: "no", retry: true });
    await setup.service.start();
  });

  it("pass the service's own message and fields on", async () => {
    await using setup = await setUp((request, response) => {
      if (request.method !== "DELETE") return;
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"message":{"name":["is too short","is odd"]}}');
    });
    const found = await setup.problem("/projects/1/repository/branches/x", { method: "DELETE" });
    expect(found).toMatchObject({
      code: "invalid_input",
      status: 400,
      changed: "no",
      message: expect.stringContaining("is too short"),
      fields: { name: ["is too short", "is odd"] },
    });
  });
});

describe("cancellation", () => {
  it("reaches the socket from the request's signal", async () => {
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let arrived = () => {};
    const requested = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await using setup = await setUp((request, _response, raw) => {
      if (!isCall(request.path)) return;
      raw.socket.once("close", closed);
      arrived();
    });
    const stop = new AbortController();
    const pending = setup.problem("/projects", { signal: stop.signal });
    await requested;
    stop.abort();
    await gone;
    expect((await pending).code).toBe("canceled");
  });

  it("reaches the socket when the page drops the body", async () => {
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using setup = await setUp((request, response, raw) => {
      if (!isCall(request.path)) return;
      raw.socket.once("close", closed);
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("begin");
    });
    const response = await setup.call("/projects/1/repository/blobs/abc/raw");
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("begin");
    await reader?.cancel();
    await gone;
  });
});

describe("a read by a full hash", () => {
  it("is sent once, and again where the hash is not full", async () => {
    await using setup = await setUp((request, response) => {
      if (isCall(request.path)) sendJson(response, [], {});
    });
    const sha = "a".repeat(40);
    for (const ref of [sha, sha, "main", "main", sha.slice(0, 8), sha.slice(0, 8)]) {
      const response = await setup.call(`/projects/1/repository/tree?ref=${ref}`);
      expect(await response.json()).toEqual([]);
    }
    const requested = setup.service
      .calls()
      .map(({ path }) => new URL(path, "http://x").searchParams.get("ref"));
    expect(requested).toEqual([sha, "main", "main", sha.slice(0, 8), sha.slice(0, 8)]);
  });
});

it("sends a GET that acts once, whatever the result, and never returns a cached response", async () => {
  const fires: string[] = [];
  let fails = false;
  await using service = await mockService(({ path }, response) => {
    if (path !== "/api/v4/hooks/1" && path !== "/api/v4/hooks") return;
    fires.push(path);
    if (fails) response.writeHead(503).end();
    else sendJson(response, path.endsWith("/1") ? { event_name: "project_create" } : []);
  });
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string) => host.request(`/accounts/${id}/operations${path}`);
  expect((await call("/hooks/1")).status).toBe(200);
  expect((await call("/hooks")).status).toBe(200);
  fails = true;
  fires.length = 0;
  expect((await call("/hooks/1")).ok).toBe(false);
  expect(fires).toEqual(["/api/v4/hooks/1"]);
  // A plain read is tried again.
  await call("/hooks");
  expect(fires.length).toBeGreaterThan(2);
});

describe("a file that is uploaded", () => {
  const upload = (name: string, size: number, body: ReadableStream<Uint8Array> | string): RequestInit => ({
    method: "POST",
    body,
    headers: {
      "content-type": "application/octet-stream",
      "helve-file-name": encodeURIComponent(name),
      "helve-file-size": String(size),
    },
    // A stream as a body wants it.
    ...({ duplex: "half" } as object),
  });
  const uploads = "/projects/1/uploads";
  const made = {
    alt: "a",
    url: "/uploads/0123456789abcdef/a.bin",
    markdown: "[a](/uploads/0123456789abcdef/a.bin)",
  };

  it("reaches the service while it still arrives from the page", async () => {
    const arrived = Promise.withResolvers<void>();
    await using setup = await setUp((request, response) => {
      if (isCall(request.path)) sendJson(response, made);
    });
    setup.service.onBytes(() => arrived.resolve());
    const half = new Uint8Array(256 * 1024).fill(7);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(half);
        await arrived.promise;
        controller.enqueue(half);
        controller.close();
      },
    });
    const response = await setup.call(uploads, upload('a "b".bin', 2 * half.length, body));
    expect([response.status, await response.json()]).toEqual([200, made]);
    const [seen] = setup.service.calls();
    expect(seen?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=helve-/);
    expect(seen?.body).toContain('name="file"; filename="a %22b%22.bin"\r\n');
    expect(Number(seen?.headers["content-length"])).toBe(Buffer.byteLength(seen?.body ?? ""));
  });

  it("is refused where the operation takes something else, and is not sent where it is shorter than it says", async () => {
    await using setup = await setUp((request, response) => {
      if (isCall(request.path)) sendJson(response, made);
    });
    expect(await setup.problem("/projects/1/repository/branches", upload("a", 1, "a"))).toMatchObject({
      code: "invalid_input",
    });
    const short = await setup.problem(uploads, upload("a", 10, "a"));
    expect(short.code).not.toBe("internal");
    expect(setup.service.calls()).toEqual([]);
  });
});

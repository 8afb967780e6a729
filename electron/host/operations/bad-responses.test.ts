import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { getFile } from "../../../shared/api/resources/files.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import {
  branchOf,
  inShape,
  type MockHandler,
  mockService,
  sendJson,
  testToken,
} from "../testing/mock-service.ts";

async function setUp(handler: MockHandler) {
  const service = await mockService((request, response, raw) =>
    request.path.includes("/projects") ? handler(request, response, raw) : undefined,
  );
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  return {
    service,
    host,
    id,
    call: (path: string) => host.request(`/accounts/${id}/operations${path}`),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

type Send = (response: ServerResponse) => unknown;

const json = { "content-type": "application/json" };
const bytes = { "content-type": "application/octet-stream" };
const raw =
  (status: number, headers: Record<string, string>, body: string | Buffer) => (response: ServerResponse) =>
    response.writeHead(status, headers).end(body);
/** Without a length and without chunks: the connection's end is the body's. */
const untilClose = (headers: Record<string, string>, body: string) => (response: ServerResponse) => {
  response.removeHeader("transfer-encoding");
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, headers);
  response.end(body);
};

const branches = "/projects/1/repository/branches";
const broken: readonly (readonly [string, Send])[] = [
  ["empty", raw(200, json, "")],
  ["no content", raw(204, {}, "")],
  ["cut off with its connection", untilClose(json, '[{"name":"ma')],
  ["not JSON", raw(200, json, "[{name: 1}]")],
  ["an object instead of a list", raw(200, json, '{"message":"hello"}')],
  ["bytes that are not UTF-8", raw(200, json, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))],
  [
    "a damaged gzip",
    raw(200, { ...json, "content-encoding": "gzip" }, gzipSync('[{"name":"x"}]').fill(7, 12, 16)),
  ],
  ["invalid gzip", raw(200, { ...json, "content-encoding": "gzip" }, '[{"name":"x"}]')],
  ["an unsolicited 206", raw(206, { ...json, "content-range": "bytes 0-1/9" }, "[]")],
  ["an unsolicited 304", raw(304, {}, "")],
];

describe("a JSON read", () => {
  it.each(broken)("is repeated after a response that is %s", async (_, bad) => {
    let tries = 0;
    await using setup = await setUp((_request, response) =>
      ++tries < 3 ? bad(response) : sendJson(response, [branchOf("main")]),
    );
    const response = await setup.call(branches);
    expect([response.status, await response.json()]).toEqual([200, [branchOf("main")]]);
    expect(tries).toBe(3);
  });

  it.each(broken)("is a problem where the response stays %s, and nothing of it is cached", async (_, bad) => {
    await using setup = await setUp((_request, response) => bad(response));
    const found = problem.parse(await (await setup.call(branches)).json());
    expect([found.code, found.changed, found.retry]).toEqual([
      expect.stringMatching(/^(bad_response|unavailable)$/),
      "no",
      true,
    ]);
    expect((await setup.call(`${branches}?helve-cache=only`)).status).toBe(503);
  });

  it("checks the content of a file against its hash", async () => {
    const content = Buffer.from("hello");
    const headers = {
      ...json,
      "x-gitlab-content-sha256": createHash("sha256").update(content).digest("hex"),
    };
    const fileOf = (bytes: Buffer) =>
      inShape(getFile, { file_path: "a", encoding: "base64", content: bytes.toString("base64") });
    let tries = 0;
    await using setup = await setUp((_request, response) => {
      const sent = ++tries === 1 ? Buffer.from("hullo") : content;
      sendJson(response, fileOf(sent), headers);
    });
    const file = await (await setup.call("/projects/1/repository/files/a?ref=main")).json();
    expect([file, tries]).toEqual([fileOf(content), 2]);
  });

  it("takes a 304 only for the version that is cached", async () => {
    let etag = '"1"';
    await using setup = await setUp((request, response) => {
      if (request.headers["if-none-match"]) return response.writeHead(304, { etag }).end();
      sendJson(response, [branchOf(etag)], { etag });
    });
    await (await setup.call(branches)).text();
    const same = await setup.call(branches);
    expect(same.headers.get("helve-source")).toBe("revalidated");
    etag = '"2"';
    const other = await setup.call(branches);
    expect([other.headers.get("helve-source"), await other.json()]).toEqual(["network", [branchOf('"2"')]]);
  });
});

describe("a web page instead of data", () => {
  const page: Send = raw(200, { "content-type": "text/html" }, "<html>Sign in</html>");

  it.each([branches, "/projects/1/repository/files/a/raw?ref=main", "/projects/1/jobs/1/trace"])(
    "is not taken for %s",
    async (path) => {
      await using setup = await setUp((_request, response) => page(response));
      const found = problem.parse(await (await setup.call(path)).json());
      expect(found).toMatchObject({ code: "bad_response", retry: true });
      expect(found.message).toContain("web page");
      expect((await setup.call(`${path}${path.includes("?") ? "&" : "?"}helve-cache=only`)).status).toBe(503);
    },
  );

  it("is recognised by its first bytes where it has no type", async () => {
    const untyped: Send = (response) => {
      response.writeHead(200);
      response.write("<!doctype h");
      setTimeout(() => response.end("tml><title>Sign in</title>"), 5);
    };
    await using setup = await setUp((_request, response) => untyped(response));
    for (const path of ["jobs/7/trace", "snippets/3/raw", "jobs/7/artifacts/coverage/index.txt"]) {
      const response = await setup.call(`/projects/1/${path}`);
      expect([path, response.status, problem.parse(await response.json()).code]).toEqual([
        path,
        502,
        "bad_response",
      ]);
    }
    const report = await setup.call("/projects/1/jobs/7/artifacts/coverage/index.html");
    expect(report.status).toBe(200);
  });

  it("is replaced by the cached response, with its age", async () => {
    let portal = false;
    await using setup = await setUp((_request, response) =>
      portal ? page(response) : sendJson(response, [branchOf("main")]),
    );
    await (await setup.call(branches)).text();
    portal = true;
    const old = await setup.call(branches);
    expect([old.headers.get("helve-source"), await old.json()]).toEqual(["cache", [branchOf("main")]]);
  });

  it("is valid where the address names one", async () => {
    await using setup = await setUp((_request, response) => page(response));
    const report = await setup.call("/projects/1/jobs/7/artifacts/coverage/index.html");
    expect([report.status, await report.text()]).toEqual([200, "<html>Sign in</html>"]);
  });
});

describe("bytes requested by a hash", () => {
  const content = Buffer.from("a file of some bytes\n".repeat(400));
  const idOf = (hash: string) =>
    createHash(hash).update(`blob ${content.length}\0`).update(content).digest("hex");
  const bad: readonly (readonly [string, Send])[] = [
    ["truncated", raw(200, bytes, content.subarray(0, 100))],
    ["truncated without a length", untilClose(bytes, content.toString().slice(0, 100))],
    ["altered", raw(200, bytes, content.toString().replace("file", "lie!"))],
    ["empty", raw(200, bytes, "")],
    ["broken JSON", raw(200, json, "{")],
    ["a web page", raw(200, { "content-type": "text/html" }, "<html>")],
    ["of two sizes", raw(200, { ...bytes, "x-gitlab-size": "5", "x-service-size": "6" }, content)],
  ];

  it.each(bad)("are never cached where they are %s", async (_, send) => {
    for (const hash of ["sha1", "sha256"]) {
      let good = false;
      await using setup = await setUp((_request, response) =>
        good ? raw(200, bytes, content)(response) : send(response),
      );
      const path = `/projects/1/repository/blobs/${idOf(hash)}/raw`;
      const response = await setup.call(path);
      expect(response.status).toBe(502);
      expect(problem.parse(await response.json())).toMatchObject({ code: "bad_response", retry: true });
      good = true;
      expect(Buffer.from(await (await setup.call(path)).arrayBuffer()).equals(content)).toBe(true);
      await setup.service.stop();
      expect(Buffer.from(await (await setup.call(path)).arrayBuffer()).equals(content)).toBe(true);
      await setup.service.start();
    }
  });

  it("break the stream of a long file instead of ending it", async () => {
    const long = Buffer.alloc(3_000_000, "x");
    await using setup = await setUp((_request, response) => raw(200, bytes, long)(response));
    const response = await setup.call(`/projects/1/repository/blobs/${"a".repeat(40)}/raw`);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(
      (await setup.call(`/projects/1/repository/blobs/${"a".repeat(40)}/raw?helve-cache=only`)).status,
    ).toBe(503);
  });
});

describe("what an earlier version of Helve cached", () => {
  it("is checked when it is next read, and dropped where it is not good", async () => {
    const content = Buffer.from("right");
    const id = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
    const blob = `/projects/1/repository/blobs/${id}/raw`;
    const raws = "/projects/1/repository/files/a/raw?ref=main";
    await using setup = await setUp((request, response) => {
      if (request.path.endsWith("/raw") || request.path.includes("/raw?"))
        return raw(200, { ...bytes, "x-gitlab-size": String(content.length) }, content)(response);
      sendJson(response, [branchOf("main")], { etag: '"1"' });
    });
    for (const path of [blob, raws, branches]) await (await setup.call(path)).text();
    await setup.host.restart();
    const database = new DatabaseSync(join(setup.host.folder, "cache.db"));
    database.exec(`UPDATE response SET checked = 0, body = x'3c68746d6c3e'`);
    database.close();
    await setup.host.requestJson(`/accounts/${setup.id}`, "PATCH", { token: testToken });
    expect(await (await setup.call(blob)).text()).toBe("right");
    expect(await (await setup.call(raws)).text()).toBe("right");
    const list = await setup.call(branches);
    expect([list.headers.get("helve-source"), await list.json()]).toEqual(["network", [branchOf("main")]]);
  });

  it("stays where it is good", async () => {
    await using setup = await setUp((_request, response) => sendJson(response, [branchOf("main")]));
    await (await setup.call(branches)).text();
    await setup.host.restart();
    const database = new DatabaseSync(join(setup.host.folder, "cache.db"));
    database.exec("UPDATE response SET checked = 0");
    database.close();
    const old = await setup.call(`${branches}?helve-cache=only`);
    expect([old.status, await old.json()]).toEqual([200, [branchOf("main")]]);
  });
});

it("reports a raw file that breaks before its first byte as a problem", async () => {
  await using setup = await setUp((_request, response, request) => {
    response.writeHead(200, { ...bytes, "content-length": "100", "x-gitlab-size": "100" }).flushHeaders();
    setTimeout(() => request.socket.destroy(), 5);
  });
  for (const path of ["/projects/1/repository/files/a/raw?ref=main", "/projects/1/repository/archive.zip"]) {
    const response = await setup.call(path);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(problem.parse(await response.json())).toMatchObject({ code: "unavailable", retry: true });
  }
});

it("takes no JSON for an archive", async () => {
  await using setup = await setUp((_request, response) => raw(200, json, '{"message":"later"}')(response));
  for (const path of ["/projects/1/repository/archive.zip", "/projects/1/jobs/1/artifacts"]) {
    const response = await setup.call(path);
    expect(problem.parse(await response.json()), path).toMatchObject({ code: "bad_response" });
  }
});

describe("stale responses", () => {
  const head = (status: string, length: number, more = "") =>
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;
  const whole = (value: unknown, status = "200 OK"): string => {
    const body = JSON.stringify(value);
    return head(status, Buffer.byteLength(body)) + body;
  };
  const user = { id: 7, name: "Ada", username: "ada", avatar_url: null, web_url: null };
  const mergeRequest = (iid: number) =>
    inShape(getMergeRequest, { iid, project_id: 5, title: `Number ${iid}`, draft: false });
  const note = inShape(createMergeRequestNote, { id: 2, body: "mine" });

  /** A server on a bare socket, whose bytes for each request a test chooses. */
  async function bareService(respond: (method: string, path: string, socket: Socket) => void) {
    const sockets = new Set<Socket>();
    const requests: string[] = [];
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
          const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
          if (text.length < end + 4 + length) return;
          const [method = "", path = ""] = text.split(" ");
          text = text.slice(end + 4 + length);
          const below = path.replace("/api/v4", "");
          if (below === "/user") socket.write(whole(user));
          else if (/^\/(version|metadata|personal_access)/.test(below))
            socket.write(whole({ message: "x" }, "404 No"));
          else {
            requests.push(`${method} ${below}`);
            respond(method, below, socket);
          }
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const host = hostInFolder();
    const { id } = await host.addAccount(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return {
      requests,
      read: async (path: string) => (await host.request(`/accounts/${id}/operations${path}`)).json(),
      write: async (path: string, body: unknown) =>
        host.requestJson(`/accounts/${id}/operations${path}`, "POST", body),
      async [Symbol.asyncDispose]() {
        await host[Symbol.asyncDispose]();
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  const pathOf = (iid: number) => `/projects/5/merge_requests/${iid}`;

  describe("two responses to one request", () => {
    it.each([
      ["in one packet", 0],
      ["in two packets", 1],
      ["the second one when the next request waits for it", 20],
    ])("are not mixed up: %s", async (_, delayMs) => {
      let extra = true;
      await using service = await bareService((_method, path, socket) => {
        const iid = Number(path.split("/").at(-1));
        const stale = whole(mergeRequest(7));
        // The request after the doubled one gets its own response late, so that the stale one is there first.
        const send = () => socket.write(whole(mergeRequest(iid)));
        if (!extra) return setTimeout(send, delayMs * 2);
        extra = false;
        if (delayMs === 0) return socket.write(whole(mergeRequest(iid)) + stale);
        send();
        setTimeout(() => socket.write(stale), delayMs);
      });
      expect(await service.read(pathOf(7))).toMatchObject({ iid: 7 });
      for (const iid of [8, 9]) expect(await service.read(pathOf(iid))).toMatchObject({ iid });
    });

    it("do not confirm a write, which has a connection of its own", async () => {
      await using service = await bareService((method, path, socket) => {
        if (method === "GET")
          return socket.write(
            whole(mergeRequest(Number(path.split("/").at(-1)))) + whole({ id: 1, body: "stale" }),
          );
        socket.write(whole(note, "201 Created"));
      });
      expect(await service.read(pathOf(7))).toMatchObject({ iid: 7 });
      const written = await service.write(`${pathOf(7)}/notes`, { body: "mine" });
      expect([written.status, await written.json()]).toEqual([201, note]);
    });
  });

  describe("a redirect to something else", () => {
    it.each([
      ["another merge request", "/api/v4/projects/5/merge_requests/8"],
      ["another project", "/api/v4/projects/6/merge_requests/7"],
      ["a list", "/api/v4/projects/5/merge_requests"],
      ["another kind", "/api/v4/user"],
    ])("is not followed: %s", async (_, location) => {
      await using service = await mockService((request, response) => {
        if (request.path.endsWith(pathOf(7))) response.writeHead(302, { location }).end();
        else if (request.path.includes("/projects/")) sendJson(response, mergeRequest(7));
      });
      await using host = hostInFolder();
      const { id } = await host.addAccount(service.url);
      const response = await host.request(`/accounts/${id}/operations${pathOf(7)}`);
      const found = problem.parse(await response.json());
      expect([found.code, found.message]).toEqual([
        "bad_response",
        expect.stringContaining("something else than what was requested"),
      ]);
      expect(service.calls().every(({ path }) => path.endsWith(pathOf(7)))).toBe(true);
    });

    it("is followed to a project that moved, about the same merge request alone", async () => {
      let shown = 7;
      await using service = await mockService((request, response) => {
        if (request.path.includes("old%2Fname"))
          response.writeHead(301, { location: `/api/v4${pathOf(7)}` }).end();
        else if (request.path.includes("/projects/")) sendJson(response, mergeRequest(shown));
      });
      await using host = hostInFolder();
      const { id } = await host.addAccount(service.url);
      const url = `/accounts/${id}/operations/projects/old%2Fname/merge_requests/7`;
      expect(await (await host.request(url)).json()).toMatchObject({ iid: 7 });
      shown = 8;
      // What was right before is shown in place of what is not.
      const other = await host.request(url);
      expect([other.headers.get("helve-source"), await other.json()]).toEqual(["cache", mergeRequest(7)]);
    });
  });
});

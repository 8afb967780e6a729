import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeCall } from "../../../shared/api/contract/encode.ts";
import { operations } from "../../../shared/api/index.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { boundConnections } from "../../system/listening.ts";
import { openHalf } from "../../system/testing/half-open.ts";
import { type ContractService, contractService } from "../routes/testing/contract-service.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { seeded } from "../testing/seeded.ts";
import { closeServer, createHttpServer, listen } from "./listen.ts";
import { serviceHosts } from "./refuse-foreign.ts";
import { storm } from "./testing/storm.ts";

describe("listen", () => {
  let service: ContractService;
  let project: Project;
  beforeAll(async () => {
    service = await contractService();
    project = await service.project({ visibility: "public" });
    await service.commit(project, { files: { a: "1" } });
  });
  afterAll(() => service.remove());

  /** Sends bytes as they are, and resolves with all that comes back until the connection is closed. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1", () => socket.write(text));
      let reply = "";
      socket.on("data", (chunk) => {
        reply += chunk.toString("latin1");
      });
      socket.on("error", () => undefined).on("close", () => resolve(reply));
    });

  describe("the host of a request", () => {
    const sendTo = (target: string, host: string) =>
      raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`).then((reply) =>
        Number(reply.slice(9, 12)),
      );
    const path = () => `/api/v4/projects/${project.id}`;
    const port = () => new URL(service.url).port;

    it("is the service's own", async () => {
      expect(await sendTo(path(), `127.0.0.1:${port()}`)).toBe(200);
      expect(await sendTo(path(), `localhost:${port()}`)).toBe(200);
      expect(await sendTo(path(), `LocalHost:${port()}`)).toBe(200);
    });

    it.each(["evil.example", "127.0.0.1.evil.example", "127.0.0.1", "localhost:1", "[::1]:80", "127.1"])(
      "is not %s",
      async (name) => {
        expect(await sendTo(path(), name)).toBe(421);
      },
    );

    it("is not another one in the target or a second header", async () => {
      const own = `127.0.0.1:${port()}`;
      expect(await sendTo(`http://evil.example:${port()}${path()}`, own)).toBe(421);
      expect(await sendTo(path(), `evil.example\r\nHost: ${own}`)).toBe(400);
      expect(await sendTo(path(), `${own}\r\nhOST: evil.example`)).toBe(400);
      expect(await sendTo(path(), `${own}\r\nHost: ${own}`)).toBe(400);
    });
  });

  describe("a page in a browser", () => {
    const host = () => new URL(service.url).host;
    const targets = () => [
      `/api/v4/projects/${project.id}`,
      `/${project.fullPath}.git/info/refs?service=git-upload-pack`,
      "/uploads/-/system/user/avatar/1/none.png",
      "/none",
    ];
    const send = async (target: string, method: string, headers: Record<string, string>) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `${method} ${target} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n`;
      return Number((await raw(`${head}${lines.join("")}\r\n`)).slice(9, 12));
    };

    it.each<Record<string, string>>([
      { origin: "http://evil.example" },
      { origin: "null" },
      { origin: "https://127.0.0.1" },
      { origin: "http://localhost:1" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", "sec-fetch-dest": "image" },
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
      { "sec-fetch-site": "" },
      { "sec-fetch-site": "none, cross-site" },
    ])("of another site is refused: %o", async (headers) => {
      const token = service.tokens.get("administrator") ?? "";
      for (const target of targets()) {
        for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
          expect([
            target,
            method,
            await send(target, method, { ...headers, "private-token": token }),
          ]).toEqual([target, method, 403]);
      }
    });

    it("of no site, and a client that is no browser, are served", async () => {
      const [target = ""] = targets();
      expect(await send(target, "GET", {})).toBe(200);
      expect(await send(target, "GET", { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" })).toBe(200);
      expect(await send(target, "GET", { "sec-fetch-mode": "cors" })).toBe(200);
      expect(await send(target, "GET", { origin: `http://${host()}`, "sec-fetch-site": "same-origin" })).toBe(
        200,
      );
    });
  });

  describe("a body", () => {
    const call = (body: RequestInit["body"], headers: Record<string, string>) => {
      const { path } = encodeCall(createCommit, {
        id: project.id,
        branch: "main",
        commit_message: "m",
        actions: [],
      });
      return fetch(`${service.url}/api/v4${path}`, {
        method: "POST",
        body: body ?? null,
        headers: { "private-token": service.tokens.get("developer") ?? "", ...headers },
      }).then((response) => response.status);
    };

    it("is refused by its length before it is read", async () => {
      const head = [
        `POST /api/v4/projects/${project.id}/repository/commits HTTP/1.1`,
        `Host: ${new URL(service.url).host}`,
        `Private-Token: ${service.tokens.get("developer")}`,
        "Content-Type: application/json",
        "Content-Length: 9999999999",
      ];
      expect(await raw(`${head.join("\r\n")}\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 413 /);
    });

    it("is not read without a token", async () => {
      const reply = await raw(
        `POST /api/v4/projects/${project.id}/repository/commits HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nContent-Length: 9999999999\r\n\r\n{`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 401 /);
    });

    it.each([
      ["a form without a boundary", "x", { "content-type": "multipart/form-data" }, 400],
      ["a broken form", "--b\r\nnonsense", { "content-type": "multipart/form-data; boundary=b" }, 400],
      ["invalid JSON", "{", { "content-type": "application/json" }, 400],
      ["deep JSON", "[".repeat(200_000), { "content-type": "application/json" }, 400],
      ["garbage as gzip", "x", { "content-type": "application/json", "content-encoding": "gzip" }, 400],
      ["an unknown encoding", "x", { "content-type": "application/json", "content-encoding": "zstd" }, 415],
    ])("%s is refused", async (_, body, headers, status) => {
      expect(await call(body, headers)).toBe(status);
      expect(service.errors).toEqual([]);
    });
  });

  it("headers without end are refused", async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(20_000)}`)).toMatch(
      /^(?:HTTP\/1\.1 431 |$)/,
    );
  });

  it("closes a connection whose headers never end, and one that sends nothing more", async () => {
    const address = { url: "" };
    const server = createHttpServer(
      async (request) => new Response(await request.text()),
      () => serviceHosts(address.url),
    );
    expect([server.headersTimeout, server.timeout]).toEqual([15_000, 120_000]);
    server.headersTimeout = 100;
    server.setTimeout(300);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    address.url = `http://127.0.0.1:${port}`;
    const send = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        socket.on("error", () => undefined).on("close", () => resolve());
        socket.resume();
      });
    await send("GET / HTTP/1.1\r\nHost:");
    await send(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\nabc`);
    await closeServer(server);
  });
});

it("serves a real client while 600 connections are half open", async () => {
  const listening = await listen(async () => new Response("here"), 0);
  const close = await openHalf(Number(new URL(listening.url).port), 600);
  try {
    const texts = await Promise.all(
      Array.from({ length: 5 }, async () => (await fetch(listening.url)).text()),
    );
    expect(texts).toEqual(["here", "here", "here", "here", "here"]);
  } finally {
    close();
    await listening.close();
  }
});

it("closes no connection with a request for a new one", async () => {
  const waiting: (() => void)[] = [];
  const server = createServer((_request, response) => void waiting.push(() => response.end("done")));
  boundConnections(server, 3);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const get = () => fetch(url, { headers: { connection: "close" } }).then((response) => response.text());
  const first = [get(), get(), get()];
  await expect.poll(() => waiting.length).toBe(3);
  await expect(get()).rejects.toThrow();
  for (const end of waiting) end();
  expect(await Promise.all(first)).toEqual(["done", "done", "done"]);
  server.close();
});

describe("malformed", () => {
  let service: ContractService;
  beforeAll(async () => {
    service = await contractService();
  });
  afterAll(() => service.remove());

  // `npm run soak -- service` sends 100,000 of them.
  it("malformed requests crash nothing and update no ref", async () => {
    const requests = rounds(1500, 300);
    const project = await service.project();
    const commit = await service.commit(project, { files: { "README.md": "1" } });
    insertProtectedBranch(service.store, project.id, { name: "*", pushAccessLevel: 0, mergeAccessLevel: 0 });
    const refs = await service.run(project, "for-each-ref", "refs/heads");
    const [first = "", ...rest] = [...new Set(Object.values(operations).map(({ path }) => path))];
    const target = {
      host: new URL(service.url).host,
      token: service.tokens.get("developer") ?? "",
      project: project.fullPath,
      commit,
      templates: [first, ...rest] as const,
    };
    const { sent, statuses, wrong } = await storm(target, seeded(seed()), 16, (count) => count >= requests);
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(requests);
    expect(statuses.get(400)).toBeGreaterThan(requests / 15);
    // Few of a short run are well-formed: how many is chance.
    expect(statuses.get(200)).toBeGreaterThan(Math.max(0, requests / 75 - 4));
    expect(service.errors).toEqual([]);
    expect(await service.run(project, "for-each-ref", "refs/heads")).toBe(refs);
  }, 120_000);
});

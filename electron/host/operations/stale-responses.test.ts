import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";

const head = (status: string, length: number, more = "") =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;
const whole = (value: unknown, status = "200 OK"): string => {
  const body = JSON.stringify(value);
  return head(status, Buffer.byteLength(body)) + body;
};
const user = { id: 7, name: "Ada", username: "ada", avatar_url: null, web_url: null };
const mergeRequest = (iid: number) => ({ iid, project_id: 5, title: `Number ${iid}` });

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
      socket.write(whole({ id: 2, body: "mine" }, "201 Created"));
    });
    expect(await service.read(pathOf(7))).toMatchObject({ iid: 7 });
    const written = await service.write(`${pathOf(7)}/notes`, { body: "mine" });
    expect([written.status, await written.json()]).toEqual([201, { id: 2, body: "mine" }]);
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

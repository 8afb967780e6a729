import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { operations } from "../../../shared/api/index.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { branchOf, mockService, sendJson } from "../testing/mock-service.ts";
import { confirmWrite } from "./confirm-write.ts";

const writes = Object.entries(operations).filter(
  ([, { method, response }]) => method !== "GET" && method !== "HEAD" && response.kind === "none",
);

/** Returns whether a response confirms each write to which nothing is due. */
async function confirmed(status: number, body: unknown): Promise<Set<boolean>> {
  const results = new Set<boolean>();
  for (const [, operation] of writes) {
    const confirmation = await confirmWrite(
      { operation, input: {}, key: "", path: "", blobId: null } as Parameters<typeof confirmWrite>[0],
      {
        status,
        headers: new Headers(body === "" ? {} : { "content-type": "application/json" }),
        body: Readable.from([Buffer.from(body === "" ? "" : JSON.stringify(body))]),
        compressed: false,
        isRedirected: false,
      },
    );
    results.add(!("doubt" in confirmation));
  }
  return results;
}

it.each([
  ["an object of something else", { id: 999, path_with_namespace: "some/thing" }],
  ["a list", [{ name: "main" }]],
  ["an empty list", []],
  ["an error", { error: "x" }],
  ["a message of failure", { message: "403 Forbidden" }],
])("no write to which nothing is due is confirmed by %s with status 200", async (_, body) => {
  expect(writes.length).toBeGreaterThan(10);
  expect(await confirmed(200, body)).toEqual(new Set([false]));
});

it.each([
  ["nothing", 204, ""],
  ["a message of success", 202, { message: "202 Accepted" }],
  ["an empty object", 200, {}],
])("each is confirmed by %s", async (_, status, body) => {
  expect(await confirmed(status, body)).toEqual(new Set([true]));
});

type Send = (response: ServerResponse) => unknown;
const json = { "content-type": "application/json" };
const send =
  (status: number, headers: Record<string, string> = {}, body = ""): Send =>
  (response) =>
    response.writeHead(status, headers).end(body);
const portal = send(200, { "content-type": "text/html" }, "<html>Sign in</html>");
const lost: Send = (response) => response.destroy();

/** A service with real branches, whose responses to writes are set by a test. */
async function branchService(respond: Send, happens: boolean) {
  const branches = new Set(["old"]);
  const counts = { writes: 0 };
  const service = await mockService((request, response) => {
    if (!request.path.includes("/branches")) return;
    const name = request.path.split("/").at(-1) ?? "";
    if (request.method === "GET") {
      if (branches.has(name)) return sendJson(response, branchOf(name));
      return send(404, json, '{"message":"404 Branch Not Found"}')(response);
    }
    counts.writes++;
    if (happens && request.method === "POST") branches.add("new");
    if (happens && request.method === "DELETE") branches.delete("old");
    return respond(response);
  });
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const path = `/accounts/${id}/operations/projects/1/repository/branches`;
  return {
    counts,
    create: () => host.requestJson(path, "POST", { branch: "new", ref: "main" }),
    remove: () => host.request(`${path}/old`, { method: "DELETE" }),
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const unconfirmed: readonly (readonly [string, Send])[] = [
  ["a captive portal's page", portal],
  ["an empty 200", send(200)],
  ["an empty 200 of JSON", send(200, json)],
  ["a 206", send(206, json, "{}")],
  ["an unsolicited 304", send(304)],
  ["broken JSON", send(200, json, '{"name":')],
  ["text", send(200, { "content-type": "text/plain" }, "done")],
  ["500", send(500, json, '{"message":"500 Internal Server Error"}')],
  ["a gateway's page", send(502, { "content-type": "text/html" }, "<html>Bad gateway</html>")],
  ["503", send(503)],
  ["nothing", lost],
  ["an error as a success", send(201, json, '{"error":"x"}')],
  ["a message as a success", send(200, json, '{"message":"x"}')],
  ["another branch", send(201, json, '{"name":"other","message":"x"}')],
  ...[300, 301, 302, 303, 305, 307, 308].map((status): [string, Send] => [
    `a redirect ${status}`,
    send(status, { location: "/api/v4/projects/1/repository/branches" }),
  ]),
  ["a redirect to a login page", send(302, { location: "/users/sign_in" })],
  ["a redirect elsewhere", send(301, { location: "https://elsewhere.example/api/v4" })],
  ...[402, 407, 408, 418, 421, 425, 499, 600, 700, 999].map((status): [string, Send] => [
    `HTTP ${status}`,
    send(status, json, '{"message":"x"}'),
  ]),
  ...[400, 403, 404, 409, 422].map((status): [string, Send] => [
    `a gateway's page with ${status}`,
    send(status, { "content-type": "text/html" }, "<html>No</html>"),
  ]),
  ["an invalid status line", (response) => response.socket?.end("HTTP/1.1 abc Odd\r\n\r\n")],
  ["an upgrade", (response) => response.socket?.end("HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n")],
  ["a hint and nothing more", (response) => response.socket?.end("HTTP/1.1 103 Early Hints\r\n\r\n")],
];
/** What closes the connection without a whole response. */
const without = new Set([
  "nothing",
  "an invalid status line",
  "an upgrade",
  "a hint and nothing more",
  "HTTP 407",
]);

it.each(unconfirmed)("checks the outcome after %s and reports it", async (what, respond) => {
  for (const happens of [true, false]) {
    await using setup = await branchService(respond, happens);
    const created = problem.parse(await (await setup.create()).json());
    expect(created).toMatchObject({ code: "uncertain_write", changed: happens ? "yes" : "no" });
    expect(created.message).toContain(happens ? "Branch new exists." : "Branch new does not exist.");
    expect(created.found).toEqual(happens ? branchOf("new") : undefined);
    const removed = problem.parse(await (await setup.remove()).json());
    expect(removed).toMatchObject({ code: "uncertain_write", changed: happens ? "yes" : "no" });
    expect(removed.found).toBeUndefined();
    expect(removed.message).toContain(happens ? "Branch old no longer exists." : "Branch old still exists.");
    expect(setup.counts.writes).toBe(2);
    // Where no response came, the service may still be at work.
    expect([created.retry, removed.retry]).toEqual(Array(2).fill(!happens && !without.has(what)));
  }
});

it.each([
  ["a list instead of the branch", send(201, json, "[]")],
  ["204 where the branch is due", send(204)],
])("does not confirm a write by %s", async (_, respond) => {
  await using setup = await branchService(respond, false);
  expect(problem.parse(await (await setup.create()).json())).toMatchObject({
    code: "uncertain_write",
    changed: "no",
  });
});

it.each([
  ["200 with the branch", send(200, json, '{"name":"new"}'), "create"],
  ["201 with the branch", send(201, json, '{"name":"new"}'), "create"],
  ["204", send(204), "remove"],
  ["202 with a message", send(202, json, '{"message":"202 Accepted"}'), "remove"],
  ["200 with JSON", send(200, json, "{}"), "remove"],
] as const)("confirms a write by %s", async (_, respond, action) => {
  await using setup = await branchService(respond, true);
  expect((await setup[action]()).ok).toBe(true);
  expect(setup.counts.writes).toBe(1);
});

it.each([400, 401, 403, 404, 405, 409, 412, 413, 422, 429, 501])(
  "takes a refusal of the service with %i for one",
  async (status) => {
    await using setup = await branchService(send(status, json, '{"message":"no"}'), false);
    const found = problem.parse(await (await setup.create()).json());
    expect([found.changed, found.code === "uncertain_write"]).toEqual(["no", false]);
  },
);

it("names the new address where a write was redirected to another one, and sends nothing there", async () => {
  await using other = await mockService(() => {});
  await using setup = await branchService(send(308, { location: `${other.url}/api/v4/x` }), true);
  const found = problem.parse(await (await setup.create()).json());
  expect(found.message).toContain(`change the account's URL to ${other.url}`);
  expect([found.changed, other.seen]).toEqual(["yes", []]);
});

it("reports an error in a success for a deletion, and a body about something else", async () => {
  for (const body of ['{"error":"x"}', '{"message":"500 Internal"}', '{"errors":["x"]}']) {
    await using setup = await branchService(send(200, json, body), false);
    const found = problem.parse(await (await setup.remove()).json());
    expect([body, found.code, found.changed]).toEqual([body, "uncertain_write", "no"]);
  }
});

describe("a comment whose response was lost", () => {
  const me = { id: 7, username: "ada" };
  const old = { id: 1, body: "LGTM", author: me, created_at: "2020-01-01T00:00:00Z" };
  const path = "/projects/1/merge_requests/2/notes";

  type ListResponse = (
    notes: readonly object[],
    response: ServerResponse,
    page: number,
    count: number,
  ) => unknown;

  /** Sends a comment whose response is lost, to a service that lists its comments as a test says. */
  async function sendComment(list: ListResponse, happens: boolean, isKnown = true) {
    let notes: readonly object[] = [old];
    let reads = 0;
    let isSent = false;
    await using service = await mockService((request, response) => {
      if (!request.path.includes("/notes")) return;
      if (request.method === "POST") {
        isSent = true;
        const skewed = new Date(Date.now() - 3000).toISOString();
        if (happens) notes = [{ ...old, id: 2, created_at: skewed }, ...notes];
        return response.destroy();
      }
      if (!isSent) return sendJson(response, notes);
      const page = Number(new URL(request.path, "http://x").searchParams.get("page") ?? 1);
      return list(notes, response, page, ++reads);
    });
    await using host = hostInFolder();
    const { id } = await host.addAccount(service.url);
    const url = `/accounts/${id}/operations${path}`;
    if (isKnown) await (await host.request(url)).text();
    const found = problem.parse(await (await host.requestJson(url, "POST", { body: "LGTM" })).json());
    return found.changed;
  }

  const all: ListResponse = (notes, response) =>
    sendJson(response, notes, { "x-total": String(notes.length) });
  const pages: ListResponse = (notes, response, page) => {
    const next = page < notes.length ? String(page + 1) : "";
    sendJson(response, notes.slice(page - 1, page), { "x-next-page": next, "x-page": String(page) });
  };

  it.each<[string, ListResponse, boolean, boolean, string]>([
    ["is found, whatever the clocks show", all, true, true, "yes"],
    ["is not there", all, false, true, "no"],
    ["is found on a later page", pages, true, true, "yes"],
    ["is not there on any page", pages, false, true, "no"],
    ["may be an equal one where nothing was read before", all, false, false, "unknown"],
    [
      "is undecided by an empty list whose total is not",
      (notes, response) => sendJson(response, [], { "x-total": String(notes.length) }),
      true,
      true,
      "unknown",
    ],
    [
      "is undecided by fewer entries than are counted",
      (notes, response) => sendJson(response, notes.slice(-1), { "x-total": String(notes.length) }),
      true,
      true,
      "unknown",
    ],
    [
      "is undecided by a list whose second page fails",
      (notes, response, page) =>
        page > 1
          ? response.writeHead(500, json).end("{}")
          : sendJson(response, notes.slice(-1), { "x-next-page": "2", "x-page": "1" }),
      true,
      true,
      "unknown",
    ],
    [
      "is found at the second look, where a replica is behind",
      (notes, response, _page, count) => sendJson(response, count === 1 ? notes.slice(-1) : notes),
      true,
      true,
      "yes",
    ],
    [
      "is undecided by a cache that is older than the write",
      (notes, response) => sendJson(response, notes.slice(-1), { age: "60" }),
      true,
      true,
      "unknown",
    ],
    [
      "is undecided by an error as a list",
      (_notes, response) => sendJson(response, [{ error: "x" }]),
      true,
      true,
      "unknown",
    ],
    [
      "is not somebody else's equal one",
      (notes, response) =>
        sendJson(response, [{ ...old, id: 3, author: { id: 8, username: "bob" } }, ...notes]),
      false,
      true,
      "no",
    ],
    [
      "is undecided by a page of a gateway in place of the list",
      (_notes, response) => response.writeHead(404, { "content-type": "text/html" }).end("<html>"),
      true,
      true,
      "unknown",
    ],
  ])("%s", async (_, list, happens, isKnown, expected) => {
    expect(await sendComment(list, happens, isKnown)).toBe(expected);
  });
});

it("does not take a hidden project for a branch that does not exist", async () => {
  let isSent = false;
  await using service = await mockService((request, response) => {
    if (!request.path.includes("/branches")) return;
    if (request.method === "POST") {
      isSent = true;
      return response.destroy();
    }
    send(404, json, '{"message":"404 Project Not Found"}')(response);
  });
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const path = `/accounts/${id}/operations/projects/1/repository/branches`;
  const found = problem.parse(await (await host.requestJson(path, "POST", { branch: "b", ref: "m" })).json());
  expect([isSent, found.changed]).toEqual([true, "unknown"]);
});

it("reports that the outcome could not be checked where the service is offline", async () => {
  let away = false;
  const service = await mockService((request, response) => {
    if (!request.path.includes("/branches")) return;
    away = true;
    response.destroy();
  });
  await using host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const path = `/accounts/${id}/operations/projects/1/repository/branches`;
  const found = problem.parse(await (await host.requestJson(path, "POST", { branch: "b", ref: "m" })).json());
  expect([away, found.code, found.changed, found.retry]).toEqual([true, "uncertain_write", "unknown", false]);
  expect(found.message).toContain("could not check");
  await service.stop();
});

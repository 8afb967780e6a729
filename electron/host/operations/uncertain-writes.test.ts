import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { problem } from "../../../shared/errors.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson } from "../testing/mock-service.ts";

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
      if (branches.has(name)) return sendJson(response, { name });
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
];

it.each(unconfirmed)("checks the outcome after %s and reports it", async (_, respond) => {
  for (const happens of [true, false]) {
    await using setup = await branchService(respond, happens);
    const created = problem.parse(await (await setup.create()).json());
    expect(created).toMatchObject({ code: "uncertain_write", changed: happens ? "yes" : "no" });
    expect(created.message).toContain(happens ? "Branch new exists." : "Branch new does not exist.");
    const removed = problem.parse(await (await setup.remove()).json());
    expect(removed).toMatchObject({ code: "uncertain_write", changed: happens ? "yes" : "no" });
    expect(removed.message).toContain(happens ? "Branch old no longer exists." : "Branch old still exists.");
    expect(setup.counts.writes).toBe(2);
    // Where no response came, the service may still be at work.
    expect([created.retry, removed.retry]).toEqual(Array(2).fill(!happens && respond !== lost));
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

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accountCheck, accountList } from "../../../shared/host/accounts.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { mockService, sendJson, testToken } from "../testing/mock-service.ts";

describe("accounts", () => {
  it("checks a token live and stores nothing", async () => {
    await using service = await mockService((request, response) => {
      if (request.path.endsWith("/personal_access_tokens/self")) {
        sendJson(response, { id: 1, name: "t", scopes: ["api"], expires_at: "2030-01-01" });
      }
    });
    await using host = hostInFolder();
    const response = await host.requestJson("/accounts/check", "POST", {
      url: `${service.url}/`,
      token: testToken,
    });
    const check = accountCheck.parse(await response.json());
    expect(check).toMatchObject({
      version: "16.1.0",
      user: { id: 7, username: "ada", is_admin: false },
      scopes: ["api"],
      expires_at: "2030-01-01",
    });
    expect(await (await host.request("/accounts")).json()).toEqual([]);
    expect(service.seen.every(({ headers }) => headers["private-token"] === testToken)).toBe(true);
  });

  it("finds the base URL in what was pasted, under a relative root too", async () => {
    await using service = await mockService(() => {});
    await using host = hostInFolder();
    const added = await host.addAccount(`${service.url}/code/api/v4/projects?x=1`);
    expect(added).toMatchObject({ url: `${service.url}/code`, kind: "remote", token: "memory" });
    expect(service.seen[0]?.path).toBe("/code/api/v4/user");
  });

  it("explains a wrong token, a wrong address and a URL with a password in it", async () => {
    await using service = await mockService((request, response) => {
      if (!request.path.endsWith("/user")) return;
      const lost = request.path.startsWith("/lost/");
      response.writeHead(lost ? 404 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: lost ? "404 Not Found" : "401 Unauthorized" }));
    });
    await using host = hostInFolder();
    const check = async (url: string) =>
      problem.parse(
        await (await host.requestJson("/accounts/check", "POST", { url, token: testToken })).json(),
      );
    expect(await check(service.url)).toMatchObject({ code: "unauthorized", status: 401 });
    expect(await check(`${service.url}/lost`)).toMatchObject({ code: "bad_response" });
    expect(await check("https://me:secret@example.org")).toMatchObject({
      code: "invalid_input",
      fields: { url: [expect.stringContaining("password")] },
    });
  });

  it("refuses the same user at the same service twice", async () => {
    await using service = await mockService(() => {});
    await using host = hostInFolder();
    await host.addAccount(service.url);
    await expect(host.addAccount(`${service.url}/`)).rejects.toThrow(/is already added/);
  });

  it("names accounts of one service by their users, then by a number", async () => {
    const users = { next: 1 };
    await using service = await mockService((request, response) => {
      if (!request.path.endsWith("/user")) return;
      sendJson(response, { id: users.next++, username: "ada", name: "Ada", is_admin: false });
    });
    await using host = hostInFolder();
    const names = [];
    for (const token of ["first", "second", "third", "fourth"])
      names.push((await host.addAccount(service.url, token)).name);
    const { host: plain } = new URL(service.url);
    expect(names).toEqual([plain, `ada at ${plain}`, `ada at ${plain} (2)`, `ada at ${plain} (3)`]);
  });

  it("is renamed, ordered, restored after a restart without its in-memory token, and removed", async () => {
    await using service = await mockService((_, response) => {
      response.setHeader("x-any", "1");
    });
    await using host = hostInFolder();
    const first = await host.addAccount(service.url);
    const second = await host.addAccount(`${service.url}/two`);
    await host.requestJson(`/accounts/${second.id}`, "PATCH", { name: "Second" });
    const ids = [second.id, first.id];
    const ordered = accountList.parse(
      await (await host.requestJson("/accounts/order", "PUT", { ids })).json(),
    );
    expect(ordered.map(({ id }) => id)).toEqual(ids);
    expect((await host.requestJson("/accounts/order", "PUT", { ids: [first.id] })).status).toBe(400);
    await host.restart();
    const again = accountList.parse(await (await host.request("/accounts")).json());
    expect(again.map(({ name, token }) => [name, token])).toEqual([
      ["Second", "missing"],
      [first.name, "missing"],
    ]);
    const call = await host.request(`/accounts/${first.id}/operations/projects`);
    expect(problem.parse(await call.json()).code).toBe("unauthorized");
    await host.requestJson(`/accounts/${first.id}`, "PATCH", { token: testToken });
    expect((await host.request(`/accounts/${first.id}`, { method: "DELETE" })).status).toBe(204);
    expect(accountList.parse(await (await host.request("/accounts")).json())).toHaveLength(1);
    expect(readFileSync(join(host.folder, "accounts.json"), "utf8")).not.toContain(testToken);
  });

  it("has the local account from the start, and it stays", async () => {
    await using service = await mockService(() => {});
    await using host = hostInFolder({ localService: { url: service.url, token: testToken } });
    const [local] = accountList.parse(await (await host.request("/accounts")).json());
    expect(local).toMatchObject({ id: "local", kind: "local", token: "memory" });
    expect((await host.request("/accounts/local", { method: "DELETE" })).status).toBe(409);
  });
});

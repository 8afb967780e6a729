import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { ResponseTable } from "../cache/response-table.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type MockHandler, mockService, sendJson, testToken } from "../testing/mock-service.ts";

const secret = "GR1348941-runners-secret";
const project = {
  id: 1,
  name: "Lantern",
  path_with_namespace: "ada/lantern",
  description: null,
  runners_token: secret,
  license: { key: "mit", name: "MIT" },
  nested: { token: "also-secret-0123" },
};

async function setUp(handler: MockHandler) {
  const service = await mockService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  const call = (path: string) => host.request(`/accounts/${id}/operations${path}`);
  /** Everything that the host's folder has on disk. */
  const onDisk = () =>
    readdirSync(host.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString("latin1"))
      .join("\n");
  return {
    service,
    host,
    call,
    onDisk,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

describe("secrets in responses", () => {
  it("reach the page and never the disk, and are sent again with each read", async () => {
    const conditional: unknown[] = [];
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/projects/1") && !request.path.includes("/runners/1")) return;
      conditional.push(request.headers["if-none-match"]);
      sendJson(response, project, { etag: '"1"' });
    });
    for (let round = 0; round < 2; round++) {
      expect(await (await setup.call("/projects/1")).json()).toMatchObject({ runners_token: secret });
      expect(await (await setup.call("/runners/1")).json()).toMatchObject({ runners_token: secret });
    }
    expect(conditional).toEqual([undefined, undefined, undefined, undefined]);
    await setup.service.stop();
    const offline = await (await setup.call("/projects/1")).json();
    expect(offline).toMatchObject({ id: 1, license: { key: "mit" } });
    expect(offline).not.toHaveProperty("runners_token");
    await setup.host.restart();
    expect(setup.onDisk()).toContain("Lantern");
    expect(setup.onDisk()).not.toContain(secret);
    expect(setup.onDisk()).not.toContain("also-secret");
  });

  it("a response that consists of keys is not cached at all", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/user/keys"))
        sendJson(response, [{ id: 1, title: "a", key: "ssh-ed25519 AAAA" }]);
    });
    expect(await (await setup.call("/user/keys")).json()).toHaveLength(1);
    await setup.host.restart();
    expect(setup.onDisk()).not.toContain("ssh-ed25519");
  });

  it("a token that the service sends back in headers or data reaches neither page nor disk", async () => {
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/projects")) return;
      const link = `<http://x/api/v4/projects?private_token=${testToken}&page=2>; rel="next"`;
      sendJson(response, [{ id: 1, path_with_namespace: "a/b", description: `yours is ${testToken}` }], {
        link,
        etag: `"${testToken}"`,
      });
    });
    const response = await setup.call("/projects");
    expect(response.headers.get("helve-next-link")).toContain("page=2");
    const seen = `${JSON.stringify([...response.headers])} ${await response.text()}`;
    expect(seen).not.toContain(testToken);
    await setup.host.restart();
    expect(setup.onDisk()).not.toContain(testToken);
  });

  it("an older version's cache is emptied once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "helve-cache-"));
    const path = join(folder, "cache.db");
    const stored = {
      account: "a",
      path: "/projects/1",
      headers: new Headers(),
      body: new TextEncoder().encode(JSON.stringify(project)),
      checkedAt: 1,
    };
    const old = new ResponseTable(path);
    old.write({ responses: [stored], confirmed: [], limit: null });
    old.close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 0");
    database.close();
    new ResponseTable(path).close();
    expect(readFileSync(path).toString("latin1")).not.toContain(secret);
    rmSync(folder, { recursive: true });
  });
});

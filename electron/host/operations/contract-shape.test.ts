import { describe, expect, it } from "vitest";
import { diagnosticList } from "../../../shared/host/diagnostics.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";
import { type MockHandler, mockService, sendJson } from "../testing/mock-service.ts";

/** A host with one account at a service with a `handler`. */
async function setUp(handler: MockHandler) {
  const service = await mockService(handler);
  const host = hostInFolder();
  const { id } = await host.addAccount(service.url);
  return {
    service,
    call: (path: string, init?: RequestInit) => host.request(`/accounts/${id}/operations${path}`, init),
    /** What Diagnostics shows of responses that differ from the contract. */
    async mismatches(): Promise<Readonly<Record<string, number>>> {
      const list = diagnosticList.parse(await (await host.request("/diagnostics")).json());
      return Object.fromEntries(
        list
          .filter(({ kind, accountId }) => kind === "mismatch" && accountId === id)
          .map(({ operation, message, count }) => [`${operation} ${message}`, count]),
      );
    },
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const branches = "/projects/1/repository/branches";
const oddBranch = {
  name: "main",
  merged: "no",
  commit: { id: "a1b2c3d4e5", parent_ids: null, message: "Fix\n\nit" },
};
const mergedMismatch = `GET /projects/:id/repository/branches [].merged: Invalid input: expected boolean, received string`;

describe("the page receives the contract's shape", () => {
  it("of one page of a list, from the service and from the disk", async () => {
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/branches")) sendJson(response, [oddBranch, { ...oddBranch, extra: 1 }]);
    });
    const shaped = {
      name: "main",
      merged: false,
      protected: false,
      commit: { id: "a1b2c3d4e5", short_id: "a1b2c3d4", title: "Fix", parent_ids: [], author_name: "" },
    };
    const expected = [shaped, { ...shaped, extra: 1 }];
    expect(await (await setup.call(branches)).json()).toMatchObject(expected);
    expect(await setup.mismatches()).toEqual({ [mergedMismatch]: 2 });
    await setup.service.stop();
    const offline = await setup.call(branches);
    expect(offline.headers.get("helve-source")).toBe("cache");
    expect(await offline.json()).toMatchObject(expected);
  });

  it("of all pages of a list", async () => {
    await using setup = await setUp((request, response) => {
      if (!request.path.includes("/branches")) return;
      const page = Number(/[?&]page=(\d)/.exec(request.path)?.[1] ?? 1);
      sendJson(response, page > 2 ? [] : [{ ...oddBranch, name: `b${page}` }], {
        "x-total": "2",
        "x-total-pages": "2",
        "x-page": String(page),
        "x-per-page": "1",
        "x-next-page": page === 1 ? "2" : "",
      });
    });
    const all = await setup.call(`${branches}?per_page=1&helve-pages=all`);
    expect(await all.json()).toMatchObject([
      { name: "b1", merged: false, can_push: false },
      { name: "b2", merged: false, can_push: false },
    ]);
    expect(await setup.mismatches()).toEqual({ [mergedMismatch]: 2 });
  });

  it("of a response that is streamed, whose long list comes first", async () => {
    const diff = "@@ -1 +1 @@\n-a\n+b\n".repeat(2_000);
    const entry = { old_path: "a", new_path: "a", a_mode: "0", diff: `--- a\n+++ a\n${diff}` };
    const commit = { id: "a1b2c3d4e5", title: "Fix" };
    const body = { commit, commits: [commit], diffs: [entry, entry, { ...entry, new_path: 7 }] };
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/compare")) sendJson(response, body);
    });
    const response = await setup.call("/projects/1/repository/compare?from=a&to=b");
    const text = await response.text();
    const shaped = { old_path: "a", new_path: "a", a_mode: null, b_mode: null, new_file: false, diff };
    expect(text).toMatch(/^\{"diffs":\[\{/);
    expect(JSON.parse(text)).toMatchObject({
      diffs: [shaped, shaped, { ...shaped, new_path: "" }],
      commit: { id: "a1b2c3d4e5", short_id: "a1b2c3d4" },
      commits: [{ title: "Fix", message: "" }],
      compare_timeout: false,
    });
    expect(await setup.mismatches()).toEqual({
      "GET /projects/:id/repository/compare diffs[].new_path: Invalid input: expected string, received number": 1,
    });
  });

  it("of what a write returns, and of what the service shows after an uncertain one", async () => {
    const there = new Set<string>();
    await using setup = await setUp(({ method, path, body }, response) => {
      if (!path.includes("/branches")) return;
      const name = method === "GET" ? (path.split("/").at(-1) ?? "") : JSON.parse(body).branch;
      const send = (status: number, value: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (method === "GET")
        return there.has(name)
          ? send(200, { ...oddBranch, name })
          : send(404, { message: "404 Branch Not Found" });
      there.add(name);
      return name === "lost" ? response.destroy() : send(201, { ...oddBranch, name });
    });
    const create = (branch: string) =>
      setup.call(branches, {
        method: "POST",
        body: JSON.stringify({ branch, ref: "main" }),
        headers: { "content-type": "application/json" },
      });
    const shaped = { merged: false, default: false, commit: { title: "Fix" } };
    expect(await (await create("new")).json()).toMatchObject({ name: "new", ...shaped });
    expect(problem.parse(await (await create("lost")).json())).toMatchObject({
      code: "uncertain_write",
      changed: "yes",
      found: { name: "lost", ...shaped },
    });
  });

  it("byte for byte as the service sent it where that is its shape", async () => {
    const text = '[ {"id":1, "name":"a", "color":"#fff", "extra":1.0} ]';
    await using setup = await setUp((request, response) => {
      if (request.path.includes("/labels"))
        response.writeHead(200, { "content-type": "application/json" }).end(text);
    });
    expect(await (await setup.call("/projects/1/labels")).text()).toBe(text);
    expect(await setup.mismatches()).toEqual({});
  });
});

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { documentList } from "../../../shared/host/documents.ts";
import { problem } from "../../../shared/problem.ts";
import { hostInFolder } from "../testing/host-in-folder.ts";

it("stores nothing that no window could read", async () => {
  await using host = hostInFolder();
  const put = (path: string, value: unknown) => host.requestJson(`/documents/${path}`, "PUT", { value });
  const refused = await put("layout/window", { sidebarWidth: "wide" });
  expect(problem.parse(await refused.json())).toMatchObject({
    code: "invalid_input",
    fields: { sidebarWidth: [expect.any(String)] },
  });
  expect((await put("drafts/comment", { type: "text", value: 7 })).status).toBe(400);
  expect((await put("layout/window", { sidebarWidth: 300 })).status).toBe(204);
  expect((await put("drafts/comment", { type: "text", value: "Dear" })).status).toBe(204);
  expect((await put("drafts/later", { type: "of a later version", what: 1 })).status).toBe(204);
});

it("returns what is on disk in the shape of its key or type, and leaves out what has another", async () => {
  await using host = hostInFolder();
  expect((await host.request("/documents/layout")).status).toBe(200);
  using database = new DatabaseSync(join(host.folder, "documents.db"));
  const store = (collection: string, key: string, value: unknown) =>
    database
      .prepare("INSERT INTO document (collection, key, value, updated_at) VALUES (?, ?, ?, ?)")
      .run(collection, key, JSON.stringify(value), "2026-01-01T00:00:00.000Z");
  store("layout", "window", { sidebarWidth: 300, ofEarlier: true });
  store("layout", "tabs", { tabs: [], activeId: "" });
  store("reviews", "searches 1", { type: "saved-searches", value: ["is:open"] });
  store("reviews", "viewed 1", { type: "viewed", value: "all" });
  const list = async (collection: string) =>
    documentList
      .parse(await (await host.request(`/documents/${collection}`)).json())
      .map(({ key, value }) => [key, value]);
  expect(await list("layout")).toEqual([
    [
      "window",
      {
        sidebarWidth: 300,
        sidebarHidden: false,
        sidebarGroups: {},
        account: null,
        allAccounts: null,
        inboxRows: 5,
      },
    ],
  ]);
  expect(await list("reviews")).toEqual([
    ["searches 1", { type: "saved-searches", value: [{ name: "is:open", query: "is:open" }] }],
  ]);
  expect((await host.request("/documents/layout/tabs")).status).toBe(404);
});

import { afterEach, expect, it } from "vitest";
import {
  createSnippet,
  deleteSnippet,
  getRawSnippet,
  getRawSnippetFile,
  getSnippet,
  getSnippetUserAgent,
  listPublicSnippets,
  listSnippets,
  updateSnippet,
} from "../../../shared/api/resources/snippets.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests("personal-snippets");
const admin = { as: "administrator" } as const;
afterEach(() => {
  service.store.run("DELETE FROM snippets");
});

const fields = { title: "Settings", file_name: "a.json", content: "{}\n" };
const notFound = { status: 404, body: { message: "404 Snippet Not Found" } };
const forbidden = { status: 403, body: { message: "403 Forbidden" } };

async function add(more: object = {}, as: TestCaller = "developer"): Promise<number> {
  const { status, body } = await service.operate(createSnippet, { ...fields, ...more }, { as });
  expect(status).toBe(201);
  return (body as { id: number }).id;
}

it.each(operationsOf("personal-snippets"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const input = operation.path.includes(":id")
      ? { id: await add(), ...(name.startsWith("update") ? { title: "New" } : {}) }
      : name.startsWith("create")
        ? fields
        : {};
    const refusals = refusalsOf(service, operation, input, {
      under: null,
      guests: true,
      ...(operation.auth === "admin" ? { permitted: admin } : {}),
    }).filter(({ why }) => operation.auth !== "optional" || why !== "nobody");
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("is private by default, and read by its author alone", async () => {
  const id = await add();
  const { body } = await service.operate(getSnippet, { id });
  expect(body).toMatchObject({
    visibility: "private",
    project_id: null,
    author: { username: "developer" },
    raw_url: `http://service.test/-/snippets/${id}/raw`,
    web_url: `http://service.test/-/snippets/${id}`,
  });
  expect((await service.operate(getRawSnippet, { id })).bytes.toString()).toBe(fields.content);
  for (const operation of [getSnippet, getRawSnippet, updateSnippet, deleteSnippet]) {
    expect(await service.operate(operation, { id }, { as: "owner" })).toMatchObject(notFound);
  }
  expect((await service.operate(getSnippet, { id }, admin)).status).toBe(200);
  expect(await service.operate(getSnippetUserAgent, { id }, { as: "owner" })).toMatchObject(forbidden);
  expect((await service.operate(getSnippetUserAgent, { id }, admin)).body).toMatchObject({
    ip_address: "127.0.0.1",
  });
  expect(await service.operate(getSnippetUserAgent, { id: 999_999 }, admin)).toMatchObject(notFound);
});

it("lists one's own, and public ones of everybody, newest first and page by page", async () => {
  const mine = [await add(), await add({ visibility: "internal" }), await add({ visibility: "public" })];
  const other = await add({ visibility: "public" }, "stranger");
  const ids = (response: { body: unknown }) => (response.body as { id: number }[]).map(({ id }) => id);
  expect(ids(await service.operate(listSnippets, {}))).toEqual(mine.toReversed());
  expect(ids(await service.operate(listSnippets, { per_page: 1, page: 2 }))).toEqual([mine[1]]);
  for (const as of ["nobody", "guest"] as const) {
    expect(ids(await service.operate(listPublicSnippets, {}, { as }))).toEqual([other, mine[2]]);
  }
});

it("an internal one is read by everybody who signed in, and changed by its author and administrators", async () => {
  const id = await add({ visibility: "internal" });
  expect((await service.operate(getSnippet, { id }, { as: "stranger" })).status).toBe(200);
  expect(await service.operate(updateSnippet, { id, title: "x" }, { as: "stranger" })).toMatchObject(
    forbidden,
  );
  expect(await service.operate(deleteSnippet, { id }, { as: "owner" })).toMatchObject(forbidden);
  const changed = await service.operate(updateSnippet, { id, content: "[]", visibility: "public" });
  expect(changed.body).toMatchObject({ title: "Settings", visibility: "public" });
  expect((await service.operate(getRawSnippet, { id })).bytes.toString()).toBe("[]");
  expect((await service.operate(updateSnippet, { id, title: "Set" }, admin)).body).toMatchObject({
    title: "Set",
  });
  expect((await service.operate(deleteSnippet, { id })).status).toBe(204);
  expect(await service.operate(deleteSnippet, { id })).toMatchObject(notFound);
});

it("has several files, each read on its own", async () => {
  const files = [
    { file_path: "a.ts", content: "1" },
    { file_path: "ü/b.ts", content: "2" },
  ];
  const made = await service.call("POST", "/snippets", { body: { title: "Two", files } });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: number };
  const raw = await service.operate(getRawSnippetFile, { id, ref: "HEAD", file_path: "ü/b.ts" });
  expect(raw.bytes.toString()).toBe("2");
  expect((await service.operate(getRawSnippet, { id })).bytes.toString()).toBe("1");
});

it("reads public ones without a token, and no others", async () => {
  const shown = await add({ visibility: "public" });
  const hidden = [await add({ visibility: "internal" }), await add({ visibility: "private" })];
  const statuses = async (id: number) => {
    const responses = await Promise.all([
      service.operate(getSnippet, { id }, { as: "nobody" }),
      service.operate(getRawSnippet, { id }, { as: "nobody" }),
    ]);
    return responses.map(({ status }) => status);
  };
  expect(await statuses(shown)).toEqual([200, 200]);
  for (const id of hidden) expect(await statuses(id)).toEqual([404, 404]);
});

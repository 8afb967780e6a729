import { afterEach, beforeAll, expect, it } from "vitest";
import { createSnippetNote, listSnippetNotes } from "../../../shared/api/resources/notes.ts";
import {
  createProjectSnippet,
  deleteProjectSnippet,
  getProjectSnippet,
  getProjectSnippetUserAgent,
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  listProjectSnippets,
  updateProjectSnippet,
} from "../../../shared/api/resources/project-snippets.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests("project-snippets");
let project: Project;
const admin = { as: "administrator" } as const;
beforeAll(async () => {
  project = await service.project();
});
afterEach(() => {
  service.store.run("DELETE FROM snippets");
});

const fields = { title: "Query", file_name: "q.sql", code: "SELECT 1;\n", visibility: "internal" } as const;
const notFound = { status: 404, body: { message: "404 Snippet Not Found" } };
const forbidden = { status: 403, body: { message: "403 Forbidden" } };

async function add(more: object = {}, as: TestCaller = "developer"): Promise<number> {
  const { status, body } = await service.operate(
    createProjectSnippet,
    { id: project.id, ...fields, ...more },
    { as },
  );
  expect(status).toBe(201);
  return (body as { id: number }).id;
}
const one = (snippet_id: number) => ({ id: project.id, snippet_id });

it.each(operationsOf("project-snippets"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const input = {
      listProjectSnippets: { id: project.id },
      createProjectSnippet: { id: project.id, ...fields },
    }[name] ?? { ...one(await add()), ...(name.startsWith("update") ? { title: "New" } : {}) };
    const refusals = refusalsOf(service, operation, input, {
      guests: operation.auth !== "admin",
      ...(operation.auth === "admin" ? { permitted: admin } : {}),
    });
    // Administrators alone: everybody else is refused before the project is looked up.
    const expected = refusals.map((refusal) =>
      operation.auth === "admin" && refusal.status === 404 ? { ...refusal, ...forbidden } : refusal,
    );
    expect(await responsesTo(service, expected)).toEqual(expectedOf(expected));
  },
);

it("is created with one file and read by id and path of the project", async () => {
  const id = await add({ description: "**One**" });
  const { body } = await service.operate(getProjectSnippet, one(id));
  const url = `http://service.test/${project.fullPath}/-/snippets/${id}`;
  expect(body).toMatchObject({
    id,
    title: "Query",
    file_name: "q.sql",
    description: "**One**",
    visibility: "internal",
    author: { username: "developer" },
    expires_at: null,
    project_id: project.id,
    web_url: url,
    raw_url: `${url}/raw`,
    files: [{ path: "q.sql", raw_url: `${url}/raw/main/q.sql` }],
  });
  const byPath = await service.operate(getProjectSnippet, { id: project.fullPath, snippet_id: id });
  expect(byPath.body).toEqual(body);
  const raw = await service.operate(getRawProjectSnippet, one(id));
  expect(raw.bytes.toString()).toBe(fields.code);
  expect(Object.fromEntries(raw.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-disposition": "attachment; filename*=UTF-8''q.sql",
  });
});

it("takes what newer services call content, and files", async () => {
  const { code, ...rest } = fields;
  const call = (body: object) => service.call("POST", `/projects/${project.id}/snippets`, { body });
  expect((await call({ ...rest, content: code })).status).toBe(201);
  const { file_name: _, ...without } = rest;
  const files = [
    { file_path: "a/b c.ts", content: "1" },
    { file_path: "d", content: "2" },
  ];
  const made = await call({ ...without, files });
  expect(made.body).toMatchObject({ file_name: "a/b c.ts", files: [{ path: "a/b c.ts" }, { path: "d" }] });
  const { id } = made.body as { id: number };
  const readFile = (file_path: string) =>
    service.operate(getRawProjectSnippetFile, { ...one(id), ref: "main", file_path });
  expect((await readFile("d")).bytes.toString()).toBe("2");
  expect(await readFile("e")).toMatchObject({ status: 404, body: { message: "404 File Not Found" } });
});

it.each([
  [{ title: " " }, { error: "title is empty" }],
  [{ title: "x".repeat(256) }, { message: { title: ["is too long (maximum is 255 characters)"] } }],
  [{ file_name: undefined }, { error: "file_name is missing" }],
  [{ code: undefined }, { error: "content is missing" }],
  [{ file_name: "../a" }, { message: "Path cannot include directory traversal" }],
  [{ expires_at: "2020-01-01T00:00:00Z" }, { message: { expires_at: ["must be in the future"] } }],
  [{ files: [{ file_path: "a", content: "b" }] }, { error: "files, content are mutually exclusive" }],
])("refuses a new snippet with %j", async (more, body) => {
  const response = await service.operate(createProjectSnippet, { id: project.id, ...fields, ...more });
  expect([response.status, response.body]).toEqual([400, body]);
});

it("files of one are created, changed, moved and deleted", async () => {
  const id = await add();
  const change = (input: object) => service.operate(updateProjectSnippet, { ...one(id), ...input });
  const paths = ({ body }: { body: unknown }) =>
    (body as { files: { path: string }[] }).files.map(({ path }) => path);
  expect(paths(await change({ file_name: "r.sql" }))).toEqual(["r.sql"]);
  const files = [
    { action: "create", file_path: "b.sql", content: "B" },
    { action: "move", previous_path: "r.sql", file_path: "a.sql" },
    { action: "update", file_path: "a.sql", content: "A" },
  ];
  expect(paths(await change({ files }))).toEqual(["a.sql", "b.sql"]);
  expect((await service.operate(getRawProjectSnippet, one(id))).bytes.toString()).toBe("A");
  expect(await change({ code: "C" })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("multiple files") },
  });
  expect(await change({ files: [{ action: "delete", file_path: "no" }] })).toMatchObject({ status: 400 });
  expect(await change({ files: [{ action: "create", file_path: "b.sql", content: "x" }] })).toMatchObject({
    status: 400,
    body: { message: "A file with this name already exists" },
  });
  expect(paths(await change({ files: [{ action: "delete", file_path: "a.sql" }] }))).toEqual(["b.sql"]);
  expect(await change({ files: [{ action: "delete", file_path: "b.sql" }] })).toMatchObject({ status: 400 });
  expect(await change({})).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("at least one parameter must be provided") },
  });
});

it("a private one and its comments are its author's and administrators'", async () => {
  const id = await add({ visibility: "private" });
  const callers = ["guest", "reporter", "maintainer", "owner"] as const;
  for (const as of callers) {
    for (const operation of [getProjectSnippet, getRawProjectSnippet, listSnippetNotes]) {
      expect(await service.operate(operation, one(id), { as })).toMatchObject(notFound);
    }
    expect((await service.operate(createSnippetNote, { ...one(id), body: "x" }, { as })).status).toBe(404);
    expect((await service.operate(listProjectSnippets, { id: project.id }, { as })).body).toEqual([]);
  }
  expect(await service.operate(deleteProjectSnippet, one(id), { as: "owner" })).toMatchObject(notFound);
  for (const who of [{}, admin]) {
    expect((await service.operate(getProjectSnippet, one(id), who)).status).toBe(200);
    expect((await service.operate(listSnippetNotes, one(id), who)).status).toBe(200);
    expect((await service.operate(listProjectSnippets, { id: project.id }, who)).body).toMatchObject([
      { id },
    ]);
  }
});

it("is changed and deleted by its author, maintainers and administrators", async () => {
  const id = await add({}, "reporter");
  const update = (as: TestCaller) => service.operate(updateProjectSnippet, { ...one(id), title: as }, { as });
  expect(await update("developer")).toMatchObject(forbidden);
  expect(await service.operate(deleteProjectSnippet, one(id), { as: "developer" })).toMatchObject(forbidden);
  expect((await update("maintainer")).body).toMatchObject({ title: "maintainer" });
  expect((await update("reporter")).body).toMatchObject({ title: "reporter", visibility: "internal" });
  await service.operate(createSnippetNote, { ...one(id), body: "Nice" });
  expect((await service.operate(deleteProjectSnippet, one(id), admin)).status).toBe(204);
  expect(await service.operate(deleteProjectSnippet, one(id))).toMatchObject(notFound);
  expect(service.store.all("SELECT * FROM notes WHERE parent_type = 'Snippet'")).toEqual([]);
});

it("is not found once it has expired, and later removed", async () => {
  const id = await add({ expires_at: "2999-01-01T00:00:00Z" });
  expect((await service.operate(getProjectSnippet, one(id))).body).toMatchObject({
    expires_at: "2999-01-01T00:00:00.000Z",
  });
  const forever = await service.operate(updateProjectSnippet, { ...one(id), expires_at: "" });
  expect(forever.body).toMatchObject({ expires_at: null });
  service.store.run("UPDATE snippets SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", id);
  expect(await service.operate(getProjectSnippet, one(id))).toMatchObject(notFound);
  expect(await service.operate(deleteProjectSnippet, one(id))).toMatchObject(notFound);
  expect((await service.operate(listProjectSnippets, { id: project.id })).body).toEqual([]);
  await add();
  expect(service.store.get("SELECT id FROM snippets WHERE id = ?", id)).toBeUndefined();
});

it("shows administrators from where it was written", async () => {
  const made = await service.operate(
    createProjectSnippet,
    { id: project.id, ...fields },
    { headers: { "user-agent": "Tester/1.0" } },
  );
  const { id } = made.body as { id: number };
  const { body } = await service.operate(getProjectSnippetUserAgent, one(id), admin);
  expect(body).toEqual({
    user_agent: "Tester/1.0",
    ip_address: "127.0.0.1",
    spamcheck_submitted: false,
    akismet_submitted: false,
  });
  expect(await service.operate(getProjectSnippetUserAgent, one(999_999), admin)).toMatchObject(notFound);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { createMergeRequestNote } from "../../../../shared/api/resources/notes.ts";
import { type ContractService, contractService } from "../../routes/testing/contract-service.ts";
import type { Project } from "../../store/projects/projects.ts";

let service: ContractService;
let project: Project;
beforeAll(async () => {
  service = await contractService();
  project = await service.project();
});
afterAll(() => service.remove());

const post = async (body: string, type = "application/json") => {
  const response = await fetch(`${service.url}/api/v4/projects/${project.id}/repository/commits`, {
    method: "POST",
    body,
    headers: { "private-token": service.tokens.get("developer") ?? "", "content-type": type },
  });
  return { status: response.status, body: await response.json() };
};

const commit = (actions: string) => `{"branch":"main","commit_message":"m","actions":[${actions}]}`;
const action = (path: string, content: string) =>
  JSON.stringify({ action: "create", file_path: path, content });

it("is read like a short one, whatever its characters are", async () => {
  const text = 'Zeile "ä" 日本語 \\ \u2028 😀\n'.repeat(40_000);
  expect(await post(commit(action("long.txt", text)))).toMatchObject({ status: 201 });
  expect(await service.run(project, "show", "main:long.txt")).toBe(text.slice(0, -1));
  const form = new URLSearchParams({ branch: "main", commit_message: "m" });
  for (const [name, value] of Object.entries({ action: "create", file_path: "form.txt", content: text }))
    form.append(`actions[][${name}]`, value);
  expect((await post(form.toString(), "application/x-www-form-urlencoded")).status).toBe(201);
  expect(await service.run(project, "show", "main:form.txt")).toBe(text.slice(0, -1));
});

it("has its refusals", async () => {
  const pad = action("pad.txt", "x".repeat(300_000));
  expect(await post(`${commit(pad)}]`)).toEqual({
    status: 400,
    body: { error: "the body is not valid JSON" },
  });
  expect(await post(commit(`${pad},{"action":"explode"}`))).toEqual({
    status: 400,
    body: { error: "actions[1][action] is invalid, actions[1][file_path] is missing" },
  });
  expect((await post(commit(`${pad},{"action":"create","file_path":"a"}`))).body).toEqual({
    error: "actions[1][content] is missing",
  });
});

it.each([
  ["entries of a wrong kind", commit(`${"1,".repeat(400_000)}1`), "actions[0] is invalid"],
  ["values without end", commit(`${"[],".repeat(600_000)}1`), "the body has more than 1000000 values"],
  ["levels without end", "[".repeat(1_000_000), "the body has more than 100 levels"],
  ["names without end", `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`)}}`, "branch is missing"],
])("of %s is refused, and others are served meanwhile", async (_, body, error) => {
  const refused = post(body);
  const { status } = await service.call("GET", "/version");
  expect(status).toBe(200);
  expect(await refused).toEqual({ status: 400, body: { error: expect.stringContaining(error) } });
});

it("may be a comment of the longest length that real services take", async () => {
  const path = `/projects/${project.id}/merge_requests/1/notes`;
  const body = { body: "é".repeat(1_048_576) };
  // There is no such merge request: the comment was read.
  expect((await service.call("POST", path, { body })).status).toBe(404);
  expect(createMergeRequestNote.maxBodyBytes).toBe(8 * 1024 * 1024);
  const longer = { body: "é".repeat(5_000_000) };
  expect(await service.call("POST", path, { body: longer })).toMatchObject({
    status: 413,
    body: { message: "The request is larger than 8 MB. Nothing was changed." },
  });
});

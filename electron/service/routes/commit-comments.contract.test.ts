import { beforeEach, expect, it } from "vitest";
import { createCommitComment, listCommitComments } from "../../../shared/api/resources/commits.ts";
import type { Project } from "../store/projects/projects.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("commit-comments");
let project: Project;
let sha: string;
beforeEach(async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1\n", "old only": "gone\n" } });
  sha = await service.commit(project, { files: { a: "1\n2\n", "old only": null } });
});

interface Position {
  readonly path?: string;
  readonly line?: number;
  readonly line_type?: "new" | "old";
}
const comment = (position: Position = {}, on = sha, as: "developer" | "reporter" = "developer") =>
  service.operate(createCommitComment, { id: project.id, sha: on, note: "Look *here*", ...position }, { as });
const whole = { path: null, line: null, line_type: null };

it.each(operationsOf("commit-comments"))(
  "%s refuses callers without access and invalid input",
  async (name, operation) => {
    const more = name === "createCommitComment" ? { note: "x" } : {};
    const refusals = refusalsOf(service, operation, { id: project.id, sha, ...more });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("comments on a commit and on a line of it, with every documented field", async () => {
  const position = { path: "a", line: 2, line_type: "new" } as const;
  const made = await comment(position);
  expect([made.status, made.body]).toEqual([
    201,
    {
      note: "Look *here*",
      author: expect.objectContaining({ username: "developer", name: "The developer", state: "active" }),
      created_at: expect.any(String),
      ...position,
    },
  ]);
  expect((await comment({}, sha, "reporter")).body).toMatchObject(whole);
  expect((await comment({ path: "a", line: 1 })).body).toMatchObject({ line: 1, line_type: "new" });
  expect((await comment({ path: "old only", line: 1, line_type: "old" })).body).toMatchObject({
    line_type: "old",
  });
});

it("comments on the last commit of a branch or tag where the position does not exist", async () => {
  await service.run(project, "tag", "v1", sha);
  for (const on of ["main", "v1"]) {
    for (const position of [
      { path: "none", line: 1 },
      { path: "a", line: 99 },
      { path: "a", line: 0 },
      { path: "a" },
      { line: 1 },
      { path: "old only", line: 1, line_type: "new" },
    ] as const) {
      expect((await comment(position, on)).body, JSON.stringify(position)).toMatchObject(whole);
    }
  }
  const { headers } = await service.operate(listCommitComments, { id: project.id, sha });
  expect(headers.get("x-total")).toBe("12");
});

it("lists a commit's comments in their order, page by page", async () => {
  for (const line of [1, 2]) await comment({ path: "a", line });
  await comment();
  const list = async (input: object = {}) =>
    (await service.operate(listCommitComments, { id: project.id, sha, ...input })).body;
  expect(await list()).toEqual([
    expect.objectContaining({ line: 1 }),
    expect.objectContaining({ line: 2 }),
    expect.objectContaining(whole),
  ]);
  expect(await list({ per_page: 2, page: 2 })).toEqual([expect.objectContaining(whole)]);
  expect(await list({ sha: sha.slice(0, 10) })).toHaveLength(3);
});

it("finds no comments of a missing commit", async () => {
  const gone = { status: 404, body: { message: "404 Commit Not Found" } };
  expect(await comment({}, "none")).toMatchObject(gone);
  expect(await service.operate(listCommitComments, { id: project.id, sha: "none" })).toMatchObject(gone);
});

import { beforeAll, expect, it } from "vitest";
import { createDiscussion, replyToDiscussion } from "../../../shared/api/resources/discussions.ts";
import { approveMergeRequest } from "../../../shared/api/resources/merge-request-approvals.ts";
import {
  acceptMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import { createMergeRequestNote, updateMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import { listTodos, markAllTodosDone, markTodoDone, type Todo } from "../../../shared/api/resources/todos.ts";
import { advancePipeline } from "../ci/pipeline-state.ts";
import { startTodos } from "../domain/events/add-todos.ts";
import { findUserByName } from "../store/users/users.ts";
import { branchWithChange } from "./testing/branch-with-change.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { of, open, sha } = branch;
beforeAll(() => {
  startTodos(service.store);
});

const idOf = (name: TestCaller) => findUserByName(service.store, name)?.id ?? 0;
/** The to-dos of a caller in the project of the test. */
async function todosOf(as: TestCaller, state: "pending" | "done" = "pending"): Promise<Todo[]> {
  const found = await service.operate(listTodos, { project_id: branch.project.id, state }, { as });
  expect(found.status).toBe(200);
  return found.body as Todo[];
}
const reasonsOf = async (as: TestCaller, state?: "pending" | "done") =>
  (await todosOf(as, state)).map(({ action_name: action }) => action);
const comment = (body: string, as: TestCaller = "developer") =>
  service.operate(createMergeRequestNote, { ...of(), body }, { as });

it.each([
  ["guest", []],
  ["reporter", ["review_requested", "assigned"]],
  ["developer", ["review_requested", "assigned"]],
  ["maintainer", ["review_requested", "assigned"]],
  ["owner", ["review_requested", "assigned"]],
  ["administrator", ["review_requested", "assigned"]],
  ["stranger", []],
] as const)("asks a %s who may read the project to review, and is done once", async (as, reasons) => {
  await open({ assignee_ids: [idOf(as)], reviewer_ids: [idOf(as)] });
  const todos = await todosOf(as);
  expect(todos.map(({ action_name: action }) => action)).toEqual(reasons);
  const [first, second] = todos;
  if (!first || !second) return;
  expect(first).toMatchObject({
    project: { id: branch.project.id, path_with_namespace: branch.project.fullPath },
    author: { username: "developer" },
    target_type: "MergeRequest",
    target: { iid: 1, title: "Two", state: "opened" },
    target_url: `http://service.test/${branch.project.fullPath}/-/merge_requests/1`,
    body: "Two",
    state: "pending",
  });
  const other: TestCaller = as === "owner" ? "maintainer" : "owner";
  expect((await service.operate(markTodoDone, { id: first.id }, { as: other })).status).toBe(404);
  for (let times = 0; times < 2; times++)
    expect(await service.operate(markTodoDone, { id: first.id }, { as })).toMatchObject({
      status: 201,
      body: { id: first.id, state: "done" },
    });
  expect((await todosOf(as)).map(({ id }) => id)).toEqual([second.id]);
  expect((await service.operate(markAllTodosDone, {}, { as })).status).toBe(204);
  expect(await todosOf(as)).toEqual([]);
  expect((await todosOf(as, "done")).map(({ id }) => id)).toEqual([first.id, second.id]);
});

it("refuses callers without a token, and ids of nothing", async () => {
  const as = "nobody";
  expect((await service.operate(listTodos, {}, { as })).status).toBe(401);
  expect((await service.operate(markTodoDone, { id: 1 }, { as })).status).toBe(401);
  expect((await service.operate(markAllTodosDone, {}, { as })).status).toBe(401);
  expect((await service.operate(markTodoDone, { id: 99_999 })).status).toBe(404);
  expect((await service.call("GET", "/todos?state=other")).status).toBe(400);
});

it("adds what comments and descriptions mention, once, and not to their authors", async () => {
  await open({ description: "@owner please look, as @guest and @developer did" });
  expect(await reasonsOf("owner")).toEqual(["directly_addressed"]);
  expect(await reasonsOf("guest")).toEqual([]);
  expect(await reasonsOf("developer")).toEqual([]);
  await service.operate(updateMergeRequest, { ...of(), description: "@owner and @maintainer" });
  expect(await reasonsOf("owner")).toEqual(["directly_addressed"]);
  expect(await reasonsOf("maintainer")).toEqual(["directly_addressed"]);
  const { body } = await comment("Ask @reporter, not `@owner`");
  const note = (body as { id: number }).id;
  expect((await todosOf("reporter"))[0]).toMatchObject({
    action_name: "mentioned",
    body: "Ask @reporter, not `@owner`",
    target_url: expect.stringMatching(new RegExp(`/merge_requests/1#note_${note}$`)),
  });
  await service.operate(updateMergeRequestNote, { ...of(), note_id: note, body: "Ask @reporter and @owner" });
  expect(await reasonsOf("owner")).toEqual(["mentioned", "directly_addressed"]);
  expect(await reasonsOf("reporter")).toEqual(["mentioned"]);
});

it("is done by whoever comments, replies, approves or merges", async () => {
  await open({ reviewer_ids: [idOf("maintainer")] });
  await comment("A question", "maintainer");
  expect([await reasonsOf("maintainer"), await reasonsOf("maintainer", "done")]).toEqual([
    [],
    ["review_requested"],
  ]);
  await comment("@maintainer an answer");
  const thread = await service.operate(createDiscussion, { ...of(), body: "@owner a thread" });
  expect(await reasonsOf("owner")).toEqual(["directly_addressed"]);
  const discussion = (thread.body as { id: string }).id;
  await service.operate(
    replyToDiscussion,
    { ...of(), discussion_id: discussion, body: "Yes" },
    { as: "owner" },
  );
  expect(await reasonsOf("owner")).toEqual([]);
  await service.operate(approveMergeRequest, of(), { as: "maintainer" });
  expect(await reasonsOf("maintainer")).toEqual([]);
  await comment("@owner please merge");
  await service.operate(acceptMergeRequest, of(), { as: "owner" });
  expect(await reasonsOf("owner")).toEqual([]);
});

it("is done by a push, and added for a failed pipeline of the head and for conflicts", async () => {
  await open();
  const add = async (rev: string) => {
    const pipeline = addPipeline(service.store, branch.project, await sha(rev), { ref: "topic" });
    addJob(service.store, branch.project, pipeline, { name: "test", status: "failed" });
    advancePipeline(service.store, pipeline);
  };
  await add("main");
  expect(await reasonsOf("developer")).toEqual([]);
  await add("topic");
  await add("topic");
  expect(await todosOf("developer")).toMatchObject([
    { action_name: "build_failed", author: { username: "developer" } },
  ]);
  await service.commit(branch.project, { files: { a: "1\n2.\n3\n" } });
  await service.operate(getMergeRequest, of());
  await service.operate(getMergeRequest, of());
  expect(await reasonsOf("developer")).toEqual(["unmergeable", "build_failed"]);
  await service.call("POST", `/projects/${branch.project.id}/repository/commits`, {
    body: {
      branch: "topic",
      commit_message: "Three",
      actions: [{ action: "update", file_path: "a", content: "3\n" }],
    },
  });
  expect(await reasonsOf("developer")).toEqual([]);
});

it("lists by reason, author and kind, page by page, and forgets what is deleted", async () => {
  await open({ reviewer_ids: [idOf("owner")], assignee_ids: [idOf("owner")] });
  await comment("@owner", "maintainer");
  const list = async (query: object) =>
    (
      (await service.operate(listTodos, { project_id: branch.project.id, ...query }, { as: "owner" }))
        .body as Todo[]
    ).map(({ action_name: action }) => action);
  expect(await list({ action: "assigned" })).toEqual(["assigned"]);
  expect(await list({ author_id: idOf("maintainer") })).toEqual(["directly_addressed"]);
  expect(await list({ type: "Issue" })).toEqual([]);
  expect(await list({ type: "MergeRequest", group_id: branch.project.groupId })).toHaveLength(3);
  expect(await list({ per_page: 2, page: 2 })).toEqual(["assigned"]);
  await service.operate(deleteMergeRequest, of(), { as: "owner" });
  expect(await list({})).toEqual([]);
});

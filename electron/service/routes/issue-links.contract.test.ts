import { beforeEach, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createIssue,
  getIssue,
  listIssueClosingMergeRequests,
  listIssueRelatedMergeRequests,
  moveIssue,
  updateIssue,
} from "../../../shared/api/resources/issues.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  listClosedIssues,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import {
  createIssueNote,
  createMergeRequestNote,
  listIssueNotes,
} from "../../../shared/api/resources/notes.ts";
import { createIssueReaction, listIssueReactions } from "../../../shared/api/resources/reactions.ts";
import { insertGroup } from "../store/groups/groups.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertLabel } from "../store/review/labels.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { findUserByName } from "../store/users/users.ts";
import { type Body, branchWithChange } from "./testing/branch-with-change.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
const branch = branchWithChange(service);
const { open, of } = branch;
/** Issues #1, #2 and #3. */
beforeEach(async () => {
  for (const title of ["One", "Two", "Three"]) await create({ title });
});

async function create(
  more: Partial<InputOf<typeof createIssue>>,
  as: TestCaller = "developer",
): Promise<Body> {
  const input = { id: branch.project.id, title: "Issue", ...more };
  const made = await service.operate(createIssue, input, { as });
  expect(made.status).toBe(201);
  return made.body as Body;
}
const issue = (iid: number, id: number = branch.project.id) => ({ id, issue_iid: iid });
const read = async (iid: number, project?: number) =>
  (await service.operate(getIssue, issue(iid, project))).body as Body;
const states = async () => Promise.all([1, 2, 3].map(async (iid) => (await read(iid)).state));
const events = async (iid: number, project?: number) =>
  ((await service.operate(listIssueNotes, { ...issue(iid, project), sort: "asc" })).body as Body[])
    .filter(({ system }) => system)
    .map(({ body }) => body);
const closes = async (as: TestCaller = "developer") =>
  ((await service.operate(listClosedIssues, of(), { as })).body as Body[]).map(({ iid }) => iid);
const numbers = async (operation: typeof listIssueClosingMergeRequests, iid: number) =>
  ((await service.operate(operation, issue(iid))).body as Body[]).map((each) => each.iid);

it("closes what the description and the commits say, once it is merged", async () => {
  await service.commit(branch.project, {
    branch: "topic",
    files: { a: "1\ntwo\n3\n", c: "c\n" },
    message: "Mend it\n\nFixes #3",
  });
  await open({ description: "Closes #1 and is related to #2" });
  expect(await closes()).toEqual([1, 3]);
  expect(await numbers(listIssueClosingMergeRequests, 1)).toEqual([1]);
  expect(await numbers(listIssueClosingMergeRequests, 2)).toEqual([]);
  expect(await numbers(listIssueRelatedMergeRequests, 2)).toEqual([1]);
  expect((await read(1)).merge_requests_count).toBe(1);
  const merged = await service.operate(acceptMergeRequest, of());
  expect(merged.body).toMatchObject({ state: "merged" });
  expect(await states()).toEqual(["closed", "opened", "closed"]);
  expect(await read(1)).toMatchObject({ closed_by: { username: "developer" } });
  expect(await events(1)).toEqual(["mentioned in merge request !1", "closed via merge request !1"]);
});

it("closes them where a push merged it, and none where the target is another branch", async () => {
  await open({ description: "Closes #1" });
  await service.setBranch(branch.project, "main", await branch.sha("topic"));
  expect(await states()).toEqual(["closed", "opened", "opened"]);
  await service.commit(branch.project, { branch: "stable", from: "main", files: { d: "d\n" } });
  await service.commit(branch.project, { branch: "late", from: "stable", files: { e: "e\n" } });
  const input = { id: branch.project.id, source_branch: "late", target_branch: "stable", title: "Fix #2" };
  expect((await service.operate(createMergeRequest, input)).status).toBe(201);
  expect((await service.operate(listClosedIssues, of(2))).body).toEqual([]);
  await service.operate(acceptMergeRequest, of(2));
  expect((await read(2)).state).toBe("opened");
});

it("follows changes of the description, and notes each mention once", async () => {
  await open({ description: "Closes #1" });
  await service.operate(updateMergeRequest, { ...of(), description: "Closes #2, see #1" });
  expect(await closes()).toEqual([2]);
  await service.operate(createMergeRequestNote, { ...of(), body: "As #1 and #3 say, not `#2`" });
  expect(await events(1)).toEqual(["mentioned in merge request !1"]);
  expect(await events(3)).toEqual(["mentioned in merge request !1"]);
  await service.operate(createIssueNote, { ...issue(3), body: "Like #2 and !1" });
  expect(await events(2)).toEqual(["mentioned in merge request !1", "mentioned in issue #3"]);
  expect(await branch.events()).toContain("mentioned in issue #3");
  await service.operate(updateIssue, { ...issue(3), description: "Like #2", state_event: "close" });
  expect(await events(2)).toHaveLength(2);
});

/** A private project of which only the owner is a member. */
async function hidden(): Promise<Project> {
  const group = insertGroup(service.store, {
    name: "Hidden",
    path: `hidden-${Date.now()}`,
    visibility: "private",
  });
  const userId = findUserByName(service.store, "owner")?.id ?? 0;
  setMember(service.store, { kind: "group", id: group.id, userId, role: "owner" });
  return service.project({ path: `secret-${group.id}`, groupId: group.id, visibility: "private" });
}

it("names nothing of a project, nor of a confidential issue, to those who may not see it", async () => {
  const secret = await hidden();
  await create({ id: secret.id, title: "Plan", description: `See ${branch.project.fullPath}#1` }, "owner");
  await create({ title: "Leak", description: "See #2", confidential: true });
  expect([await events(1), await events(2)]).toEqual([[], []]);
  await open({ description: `Closes ${secret.fullPath}#1 and #4` });
  expect(await closes("owner")).toEqual([4]);
  service.store.run("UPDATE projects SET visibility = 'public' WHERE id = ?", branch.project.id);
  expect(await closes("stranger")).toEqual([]);
});

it("is continued in another project, with what was said, and a note at each end", async () => {
  const { store } = service;
  const target = await service.project({ path: "target" });
  const at = "2026-01-01T00:00:00.000Z";
  const milestones = [branch.project, target].map(({ id }) =>
    insertMilestone(store, {
      ...{ projectId: id, title: "One", description: "", state: "active", startDate: null, dueDate: null },
      createdAt: at,
    }),
  );
  insertLabel(store, target.id, { name: "kept" });
  await service.operate(updateIssue, {
    ...issue(1),
    ...{ labels: "kept,gone", milestone_id: milestones[0], description: "After #2", due_date: "2026-05-05" },
  });
  await service.operate(createIssueNote, { ...issue(1), body: "Look at #3" }, { as: "reporter" });
  await service.operate(createIssueReaction, { ...issue(1), name: "tada" });
  const move = (to_project_id: number, as: TestCaller = "developer") =>
    service.operate(moveIssue, { ...issue(1), to_project_id }, { as });
  expect((await move(branch.project.id)).status).toBe(400);
  expect((await move((await hidden()).id)).status).toBe(404);
  expect((await move(target.id, "guest")).status).toBe(403);
  const moved = await move(target.id);
  expect([moved.status, moved.body]).toMatchObject([
    201,
    {
      iid: 1,
      project_id: target.id,
      title: "One",
      description: `After ${branch.project.fullPath}#2`,
      state: "opened",
      labels: ["kept"],
      milestone: { id: milestones[1] },
      due_date: "2026-05-05",
      author: { username: "developer" },
      user_notes_count: 1,
    },
  ]);
  const made = moved.body as { id: number };
  expect(await read(1)).toMatchObject({ state: "closed", moved_to_id: made.id, user_notes_count: 1 });
  expect((await events(1)).at(-1)).toBe(`moved to ${target.fullPath}#1`);
  expect((await events(1, target.id)).at(-1)).toBe(`moved from ${branch.project.fullPath}#1`);
  const notes = (await service.operate(listIssueNotes, issue(1, target.id))).body as Body[];
  expect(notes.find(({ system }) => !system)).toMatchObject({
    body: `Look at ${branch.project.fullPath}#3`,
    author: { username: "reporter" },
  });
  expect((await service.operate(listIssueReactions, issue(1, target.id))).body).toMatchObject([
    { name: "tada" },
  ]);
  // Once only.
  expect((await move(target.id)).status).toBe(400);
});

import { beforeEach, describe, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createIssueDiscussion,
  deleteIssueDiscussionNote,
  getIssueDiscussion,
  listIssueDiscussions,
  replyToIssueDiscussion,
  updateIssueDiscussionNote,
} from "../../../shared/api/resources/discussions.ts";
import * as issues from "../../../shared/api/resources/issues.ts";
import { createIssueNote, listIssueNotes } from "../../../shared/api/resources/notes.ts";
import {
  createIssueNoteReaction,
  createIssueReaction,
  deleteIssueNoteReaction,
  deleteIssueReaction,
  listIssueNoteReactions,
  listIssueReactions,
} from "../../../shared/api/resources/reactions.ts";
import { listTodos } from "../../../shared/api/resources/todos.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertLabel } from "../store/review/labels.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { findUserByName } from "../store/users/users.ts";
import type { Body } from "./testing/branch-with-change.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
});

const idOf = (name: TestCaller) => findUserByName(service.store, name)?.id ?? 0;
const of = (iid = 1) => ({ id: project.id, issue_iid: iid });
async function create(
  more: Partial<InputOf<typeof issues.createIssue>> = {},
  as: TestCaller = "developer",
): Promise<Body> {
  const made = await service.operate(issues.createIssue, { id: project.id, title: "Leak", ...more }, { as });
  expect(made.status).toBe(201);
  return made.body as Body;
}
const update = (more: Partial<InputOf<typeof issues.updateIssue>>, as: TestCaller = "developer", iid = 1) =>
  service.operate(issues.updateIssue, { ...of(iid), ...more }, { as });
const read = async (as: TestCaller = "developer", iid = 1) =>
  (await service.operate(issues.getIssue, of(iid), { as })).body as Body;
/** Texts of the system notes of an issue, oldest first. */
const events = async (iid = 1) =>
  ((await service.operate(listIssueNotes, { ...of(iid), sort: "asc" })).body as Body[])
    .filter(({ system }) => system)
    .map(({ body }) => body);
const milestone = (title = "One") =>
  insertMilestone(service.store, {
    ...{ projectId: project.id, title, description: "", state: "active", startDate: null, dueDate: null },
    createdAt: "2026-01-01T00:00:00.000Z",
  });

describe("one issue", () => {
  it("is created with all of its fields, and has those of services", async () => {
    const made = await create({
      title: " Leak ",
      description: "- [x] Found\n- [ ] Mended\n\n@owner please",
      assignee_ids: [idOf("owner"), idOf("reporter")],
      labels: "b,a",
      milestone_id: milestone(),
      due_date: "2026-12-24",
      weight: 3,
      confidential: true,
      issue_type: "incident",
    });
    const url = "http://service.test";
    expect(made).toMatchObject({
      iid: 1,
      project_id: project.id,
      title: "Leak",
      state: "opened",
      author: { username: "developer" },
      assignee: { username: "owner" },
      assignees: [{ username: "owner" }, { username: "reporter" }],
      labels: ["a", "b"],
      milestone: { title: "One" },
      due_date: "2026-12-24",
      weight: 3,
      confidential: true,
      discussion_locked: null,
      issue_type: "incident",
      type: "INCIDENT",
      closed_at: null,
      closed_by: null,
      user_notes_count: 0,
      merge_requests_count: 0,
      task_completion_status: { count: 2, completed_count: 1 },
      task_status: "1 of 2 checklist items completed",
      has_tasks: true,
      moved_to_id: null,
      subscribed: true,
      references: { short: "#1", relative: "#1", full: `${project.fullPath}#1` },
      web_url: `${url}/${project.fullPath}/-/issues/1`,
      _links: { self: `${url}/api/v4/projects/${project.id}/issues/1` },
    });
    expect(await read()).toEqual(made);
    const todos = await service.operate(listTodos, { project_id: project.id }, { as: "owner" });
    expect(todos.body).toMatchObject([
      { action_name: "mentioned", target_type: "Issue" },
      { action_name: "assigned", target: { iid: 1, title: "Leak" }, target_url: made.web_url, body: "Leak" },
    ]);
  });

  it("has the project's next number, or that and the time which an owner gives it", async () => {
    await create();
    const given = { iid: 40, created_at: "2020-01-02T03:04:05Z" };
    expect(await create(given, "owner")).toMatchObject({ iid: 40, created_at: "2020-01-02T03:04:05.000Z" });
    expect((await create(given, "reporter")).iid).toBe(41);
    const again = { id: project.id, title: "Twice", iid: 40 };
    expect((await service.operate(issues.createIssue, again, { as: "owner" })).status).toBe(409);
  });

  it("is refused without a title, with one that is too long, and with people or milestones of nowhere", async () => {
    const refused = async (more: object) =>
      (await service.operate(issues.createIssue, { id: project.id, title: "T", ...more })).status;
    expect(await refused({ title: "  " })).toBe(400);
    expect(await refused({ title: "x".repeat(256) })).toBe(400);
    expect(await refused({ milestone_id: 9_999 })).toBe(400);
    expect(await refused({ assignee_ids: [9_999] })).toBe(400);
    expect(await refused({})).toBe(201);
    service.store.run("UPDATE projects SET issues_enabled = 0 WHERE id = ?", project.id);
    expect(await refused({})).toBe(403);
    expect((await service.operate(issues.getIssue, of())).status).toBe(404);
    const list = await service.operate(issues.listProjectIssues, { id: project.id });
    expect([list.status, list.body]).toEqual([200, []]);
  });

  it("is labelled by who may, on creation by members", async () => {
    insertLabel(service.store, project.id, { name: "bug" });
    expect(await create({ labels: "Bug,new" }, "guest")).toMatchObject({ labels: ["bug"] });
    expect((await update({ labels: "", title: "Mine" }, "guest")).body).toMatchObject({
      title: "Mine",
      labels: ["bug"],
    });
    expect((await update({ title: "Theirs" }, "stranger")).status).toBe(404);
    await create({}, "developer");
    expect((await update({ title: "Theirs" }, "guest", 2)).status).toBe(403);
    const more = { add_labels: "x,y", remove_labels: "BUG,z" };
    expect((await update(more, "reporter")).body).toMatchObject({ labels: ["x", "y"] });
    expect((await update({ labels: "y,q", remove_labels: "y" }, "reporter")).body).toMatchObject({
      labels: ["q"],
    });
  });

  it("says in system notes what changed", async () => {
    await create({ assignee_ids: [idOf("owner")] });
    await update({ title: "Leaks", description: "Everywhere" });
    await update({ labels: "a,b", milestone_id: milestone(), assignee_ids: [] });
    await update({ labels: "a", milestone_id: 0, due_date: "2026-03-09", weight: 2 });
    await update({ due_date: "", weight: null, confidential: true, discussion_locked: true });
    await update({ confidential: false, discussion_locked: false, issue_type: "task" });
    await update({ state_event: "close" });
    await update({ state_event: "close" });
    await update({ state_event: "reopen" });
    expect(await events()).toEqual([
      "changed title from **Leak** to **Leaks**",
      "changed the description",
      "unassigned @owner",
      'changed milestone to %"One"',
      'added ~"a" ~"b" labels',
      "removed milestone",
      'removed ~"b" label',
      "changed due date to March 9, 2026",
      "changed weight to **2**",
      "made the issue confidential",
      "removed due date",
      "removed the weight",
      "locked the discussion in this issue",
      "made the issue visible to everyone",
      "changed type from issue to task",
      "unlocked the discussion in this issue",
      "closed",
      "reopened",
    ]);
    expect(await read()).toMatchObject({ state: "opened", closed_at: null, due_date: null, weight: null });
  });

  it("is closed and reopened by its author, its assignees and reporters", async () => {
    await create({ assignee_ids: [idOf("guest")] }, "owner");
    expect((await update({ state_event: "close" }, "guest")).body).toMatchObject({
      state: "closed",
      closed_by: { username: "guest" },
      closed_at: expect.any(String),
    });
    expect((await update({ state_event: "reopen", assignee_ids: [] }, "reporter")).body).toMatchObject({
      state: "opened",
      closed_by: null,
    });
    expect((await update({ state_event: "close" }, "guest")).status).toBe(403);
  });

  it("is for few where it is confidential: its author, assignees and reporters", async () => {
    await create({ confidential: true, assignee_ids: [idOf("guest")] });
    await create({ confidential: true });
    const statuses = async (as: TestCaller) => [
      (await service.operate(issues.getIssue, of(1), { as })).status,
      (await service.operate(issues.getIssue, of(2), { as })).status,
      (await service.operate(listIssueNotes, of(2), { as })).status,
      ((await service.operate(issues.listProjectIssues, { id: project.id }, { as })).body as Body[]).length,
    ];
    expect(await statuses("guest")).toEqual([200, 404, 404, 1]);
    expect(await statuses("reporter")).toEqual([200, 200, 200, 2]);
    expect(await statuses("administrator")).toEqual([200, 200, 200, 2]);
    await create({ confidential: true }, "guest");
    expect((await service.operate(issues.getIssue, of(3), { as: "guest" })).status).toBe(200);
  });

  it("is deleted by owners, with all that belongs to it", async () => {
    await create();
    await service.operate(createIssueNote, { ...of(), body: "@owner see" });
    expect((await service.operate(issues.deleteIssue, of(), { as: "maintainer" })).status).toBe(403);
    expect((await service.operate(issues.deleteIssue, of(), { as: "owner" })).status).toBe(204);
    expect((await service.operate(issues.getIssue, of())).status).toBe(404);
    expect((await service.operate(issues.deleteIssue, of(), { as: "owner" })).status).toBe(404);
    const { body } = await service.operate(listTodos, { project_id: project.id }, { as: "owner" });
    expect(body).toEqual([]);
  });

  it("takes comments of members alone while its discussion is locked", async () => {
    service.store.run("UPDATE projects SET visibility = 'public' WHERE id = ?", project.id);
    await create();
    const comment = async (as: TestCaller) =>
      (await service.operate(createIssueNote, { ...of(), body: "x" }, { as })).status;
    expect(await comment("stranger")).toBe(201);
    await update({ discussion_locked: true });
    expect([await comment("stranger"), await comment("guest")]).toEqual([403, 201]);
    expect(await read()).toMatchObject({ discussion_locked: true, user_notes_count: 2 });
  });
});

describe("what is about an issue", () => {
  beforeEach(async () => {
    await create();
  });

  it("is time: estimated, spent and reset", async () => {
    const time = async (operation: typeof issues.setIssueTimeEstimate, duration: string) =>
      (await service.operate(operation, { ...of(), duration })).body;
    expect(await time(issues.setIssueTimeEstimate, "1d 2h")).toMatchObject({ human_time_estimate: "1d 2h" });
    expect(await time(issues.addIssueSpentTime, "90m")).toMatchObject({ total_time_spent: 5400 });
    expect(await time(issues.addIssueSpentTime, "-30m")).toMatchObject({ total_time_spent: 3600 });
    expect((await service.operate(issues.addIssueSpentTime, { ...of(), duration: "-2h" })).status).toBe(400);
    expect((await read()).time_stats).toMatchObject({ time_estimate: 36_000, total_time_spent: 3600 });
    await service.operate(issues.resetIssueSpentTime, of());
    await service.operate(issues.resetIssueTimeEstimate, of());
    const stats = await service.operate(issues.getIssueTimeStats, of());
    expect(stats.body).toMatchObject({ time_estimate: 0, total_time_spent: 0 });
    expect(await events()).toEqual([
      "changed time estimate to 1d 2h",
      "added 1h 30m of time spent",
      "subtracted 30m of time spent",
      "removed time spent",
      "removed time estimate",
    ]);
  });

  it("is whether the caller is subscribed, by choice or by being part of it", async () => {
    const subscribe = (as: TestCaller) => service.operate(issues.subscribeToIssue, of(), { as });
    const unsubscribe = (as: TestCaller) => service.operate(issues.unsubscribeFromIssue, of(), { as });
    expect(await read("owner")).toMatchObject({ subscribed: false });
    expect((await unsubscribe("owner")).status).toBe(304);
    expect(await subscribe("owner")).toMatchObject({ status: 201, body: { iid: 1, subscribed: true } });
    expect((await subscribe("owner")).status).toBe(304);
    expect((await unsubscribe("developer")).body).toMatchObject({ subscribed: false });
    await service.operate(createIssueNote, { ...of(), body: "x" }, { as: "reporter" });
    expect([await read("reporter"), await read("developer")]).toMatchObject([
      { subscribed: true },
      { subscribed: false },
    ]);
    const people = await service.operate(issues.listIssueParticipants, of());
    expect((people.body as Body[]).map(({ username }) => username)).toEqual(["developer", "reporter"]);
  });

  it("is what is said in threads, which nobody resolves", async () => {
    const made = await service.operate(createIssueDiscussion, { ...of(), body: "Why?" });
    expect([made.status, made.body]).toMatchObject([
      201,
      { individual_note: false, notes: [{ type: "DiscussionNote", resolvable: false, noteable_iid: 1 }] },
    ]);
    const thread = { ...of(), discussion_id: (made.body as { id: string }).id };
    const reply = await service.operate(
      replyToIssueDiscussion,
      { ...thread, body: "@developer because" },
      { as: "reporter" },
    );
    const note = { ...thread, note_id: (reply.body as { id: number }).id };
    const as = "reporter";
    expect((await service.operate(updateIssueDiscussionNote, { ...note, body: "x" })).status).toBe(403);
    await service.operate(updateIssueDiscussionNote, { ...note, body: "@developer since" }, { as });
    expect((await service.operate(getIssueDiscussion, thread)).body).toMatchObject({
      notes: [{ body: "Why?" }, { body: "@developer since" }],
    });
    const todos = await service.operate(listTodos, { project_id: project.id, type: "Issue" });
    expect(todos.body).toMatchObject([{ target_url: expect.stringContaining(`#note_${note.note_id}`) }]);
    await service.operate(createIssueNote, { ...of(), body: "Single" });
    const all = (await service.operate(listIssueDiscussions, of())).body as Body[];
    expect(all.map(({ individual_note: single }) => single)).toEqual([false, true]);
    expect((await service.operate(deleteIssueDiscussionNote, note, { as })).status).toBe(204);
    const none = { ...of(), discussion_id: "f".repeat(40) };
    expect((await service.operate(getIssueDiscussion, none)).status).toBe(404);
  });

  it("is reactions, to it and to its comments", async () => {
    const made = await service.operate(createIssueReaction, { ...of(), name: "thumbsup" });
    expect(await read()).toMatchObject({ upvotes: 1, downvotes: 0 });
    expect((await service.operate(listIssueReactions, of())).body).toMatchObject([
      { name: "thumbsup", user: { username: "developer" } },
    ]);
    const award = { ...of(), award_id: (made.body as { id: number }).id };
    expect((await service.operate(deleteIssueReaction, award, { as: "owner" })).status).toBe(403);
    expect((await service.operate(deleteIssueReaction, award)).status).toBe(204);
    const note = await service.operate(createIssueNote, { ...of(), body: "Words" });
    const on = { ...of(), note_id: (note.body as { id: number }).id };
    const added = await service.operate(createIssueNoteReaction, { ...on, name: "tada" });
    expect((await service.operate(listIssueNoteReactions, on)).body).toMatchObject([{ name: "tada" }]);
    const given = { ...on, award_id: (added.body as { id: number }).id };
    expect((await service.operate(deleteIssueNoteReaction, given)).status).toBe(204);
  });

  it("is its place among the others", async () => {
    const ids = [Number((await read()).id)];
    for (let n = 0; n < 3; n++) ids.push(Number((await create()).id));
    const order = async () =>
      (
        (
          await service.operate(issues.listProjectIssues, {
            ...{ id: project.id, order_by: "relative_position", sort: "asc" },
          })
        ).body as Body[]
      ).map(({ iid }) => iid);
    expect(await order()).toEqual([4, 3, 2, 1]);
    const place = async (iid: number, input: { after?: number; before?: number }) =>
      (
        await service.operate(issues.reorderIssue, {
          ...of(iid),
          ...(input.after ? { move_after_id: ids[input.after - 1] } : {}),
          ...(input.before ? { move_before_id: ids[input.before - 1] } : {}),
        })
      ).status;
    expect(await place(4, { after: 2 })).toBe(200);
    expect(await order()).toEqual([3, 2, 4, 1]);
    expect(await place(1, { before: 3 })).toBe(200);
    expect(await place(2, { after: 1, before: 3 })).toBe(200);
    expect(await order()).toEqual([1, 2, 3, 4]);
    // Between the same two, until no number is left between theirs.
    for (let times = 0; times < 60; times++) await place(times % 2 === 0 ? 4 : 3, { after: 1 });
    expect(await order()).toEqual([1, 3, 4, 2]);
    expect(await place(1, {})).toBe(400);
    expect((await service.operate(issues.reorderIssue, { ...of(), move_after_id: 9_999 })).status).toBe(404);
  });
});

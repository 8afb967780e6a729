import { beforeEach, expect, it } from "vitest";
import { createIssue, getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import {
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import {
  createGroupMilestone,
  createMilestone,
  deleteGroupMilestone,
  deleteMilestone,
  getGroupMilestone,
  getMilestone,
  listGroupMilestoneIssues,
  listGroupMilestoneMergeRequests,
  listGroupMilestones,
  listMilestoneIssues,
  listMilestoneMergeRequests,
  listMilestones,
  promoteMilestone,
  updateGroupMilestone,
  updateMilestone,
} from "../../../shared/api/resources/milestones.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import { testGroups } from "./testing/test-groups.ts";

const service = serviceForTests();
const groups = testGroups(service);
const as = { as: "reporter" } as const;
const owner = { as: "owner" } as const;

let project: Project;
let made = 0;
beforeEach(async () => {
  project = await service.project({ path: `planned-${++made}` });
});

const create = (title: string, more: object = {}) =>
  service.operate(createMilestone, { id: project.id, title, ...more }, as);
const idOf = ({ body }: { readonly body: unknown }) => (body as { id: number }).id;
const titles = ({ body }: { readonly body: unknown }) =>
  (body as { title: string }[]).map(({ title }) => title);

/** Opens a merge request in a project for a milestone. */
async function plan(to: Project, milestone_id: number) {
  const sha = await service.commit(to, { files: { a: "1" } });
  await service.commit(to, { branch: "topic", from: sha, files: { b: "2" } });
  const input = { id: to.id, source_branch: "topic", target_branch: "main", title: "Planned", milestone_id };
  const { status, body } = await service.operate(createMergeRequest, input, owner);
  expect(status).toBe(201);
  return { id: to.id, merge_request_iid: (body as { iid: number }).iid };
}
const milestoneOf = async (one: { id: number; merge_request_iid: number }) =>
  ((await service.operate(getMergeRequest, one, owner)).body as { milestone: object | null }).milestone;

it("creates, lists, shows, changes, closes and deletes the milestones of a project", async () => {
  const created = await create("Spring", { description: "First", start_date: "2026-03-01" });
  expect(created).toMatchObject({
    status: 201,
    body: {
      iid: 1,
      project_id: project.id,
      title: "Spring",
      description: "First",
      state: "active",
      start_date: "2026-03-01",
      due_date: null,
    },
  });
  const one = { id: project.id, milestone_id: idOf(created) };
  const changed = await service.operate(
    updateMilestone,
    { ...one, title: "Early spring", start_date: "", due_date: "2026-04-30", state_event: "close" },
    as,
  );
  expect(changed.body).toMatchObject({
    title: "Early spring",
    start_date: null,
    due_date: "2026-04-30",
    state: "closed",
    description: "First",
  });
  expect((await service.operate(getMilestone, one)).body).toEqual(changed.body);
  await create("Summer", { due_date: "2026-01-01" });
  await create("Some day");
  const list = { id: project.id };
  expect(titles(await service.operate(listMilestones, list))).toEqual(["Summer", "Early spring", "Some day"]);
  expect(titles(await service.operate(listMilestones, { ...list, state: "closed" }))).toEqual([
    "Early spring",
  ]);
  expect(titles(await service.operate(listMilestones, { ...list, search: "day" }))).toEqual(["Some day"]);
  expect(titles(await service.operate(listMilestones, { ...list, iids: [2, 9] }))).toEqual(["Summer"]);
  const again = await service.operate(updateMilestone, { ...one, state_event: "activate" }, as);
  expect(again.body).toMatchObject({ state: "active" });
  expect((await service.operate(deleteMilestone, one, as)).status).toBe(204);
  expect((await service.operate(getMilestone, one)).status).toBe(404);
});

it.each([
  ["a title that is taken", { title: "Spring" }, { title: [expect.stringContaining("already being used")] }],
  ["a blank title", { title: " " }, { title: ["can't be blank"] }],
  [
    "an end before its start",
    { start_date: "2026-03-02", due_date: "2026-03-01" },
    { due_date: ["must be greater than start date"] },
  ],
  ["a day that is none", { due_date: "2026-02-31" }, { due_date: ["is invalid"] }],
])("refuses %s", async (_, more, message) => {
  await create("Spring");
  const refused = await service.operate(createMilestone, { id: project.id, title: "Other", ...more }, as);
  expect([refused.status, refused.body]).toEqual([400, { message }]);
});

it("lists what is planned for a milestone, and keeps it when the milestone is deleted", async () => {
  const milestone_id = idOf(await create("Spring"));
  const planned = await plan(project, milestone_id);
  const one = { id: project.id, milestone_id };
  expect((await service.operate(listMilestoneMergeRequests, one, as)).body).toMatchObject([
    { iid: planned.merge_request_iid, title: "Planned", milestone: { title: "Spring" } },
  ]);
  await service.operate(deleteMilestone, one, as);
  expect(await milestoneOf(planned)).toBeNull();
  expect((await service.operate(listMilestoneMergeRequests, one, as)).status).toBe(404);
});

it("has the issues of a milestone of its own and of the group, and keeps them when it is promoted", async () => {
  const milestone_id = idOf(await create("Regatta"));
  const plannedIssue = async (title: string, more: object = {}) =>
    service.operate(createIssue, { id: project.id, title, milestone_id, ...more }, as);
  await plannedIssue("Buoys");
  const { body } = await plannedIssue("Fees", { confidential: true });
  const issue = { id: project.id, issue_iid: (body as { iid: number }).iid };
  const one = { id: project.id, milestone_id };
  expect(titles(await service.operate(listMilestoneIssues, one, as))).toEqual(["Fees", "Buoys"]);
  // What one may not read is in no list.
  expect(titles(await service.operate(listMilestoneIssues, one, { as: "guest" }))).toEqual(["Buoys"]);
  await service.operate(promoteMilestone, one, as);
  expect((await service.operate(listMilestoneIssues, one, as)).status).toBe(404);
  const list = { id: groups.team.id, search: "Regatta" };
  const [group] = (await service.operate(listGroupMilestones, list, as)).body as { id: number }[];
  const ofGroup = { id: groups.team.id, milestone_id: group?.id ?? 0 };
  expect(titles(await service.operate(listGroupMilestoneIssues, ofGroup, as))).toEqual(["Fees", "Buoys"]);
  const read = await service.operate(getIssue, issue, as);
  expect(read.body).toMatchObject({ milestone: { group_id: groups.team.id, title: "Regatta" } });
  const taken = await service.operate(updateIssue, { ...issue, milestone_id: 0 }, as);
  expect(taken.body).toMatchObject({ milestone: null });
  const again = await service.operate(updateIssue, { ...issue, milestone_id: group?.id ?? 0 }, as);
  expect(again.body).toMatchObject({ milestone: { title: "Regatta" } });
});

it("has milestones of groups, for merge requests of all their projects", async () => {
  const group = await groups.add();
  const below = await groups.add({ parent_id: group.id });
  const inside = await service.project({ path: "inside", groupId: below.id });
  const created = await service.operate(createGroupMilestone, { id: group.id, title: "Voyage" }, owner);
  expect(created.body).toMatchObject({ group_id: group.id, iid: 1, title: "Voyage" });
  expect(created.body).not.toHaveProperty("project_id");
  const one = { id: group.id, milestone_id: idOf(created) };
  const planned = await plan(inside, one.milestone_id);
  expect(await milestoneOf(planned)).toMatchObject({
    id: one.milestone_id,
    web_url: expect.stringMatching(`/groups/${group.fullPath}/-/milestones/1$`),
  });
  expect((await service.operate(listGroupMilestoneMergeRequests, one, owner)).body).toMatchObject([
    { title: "Planned" },
  ]);
  const list = { id: inside.id };
  expect(titles(await service.operate(listMilestones, list, owner))).toEqual([]);
  const all = await service.operate(listMilestones, { ...list, include_ancestors: true }, owner);
  expect(titles(all)).toEqual(["Voyage"]);
  expect(titles(await service.operate(listGroupMilestones, { id: below.id }, owner))).toEqual([]);
  // A title means one thing in a project.
  const twice = { id: inside.id, title: "Voyage" };
  expect((await service.operate(createMilestone, twice, owner)).status).toBe(400);
  const closed = await service.operate(updateGroupMilestone, { ...one, state_event: "close" }, owner);
  expect(closed.body).toMatchObject({ state: "closed" });
  expect((await service.operate(getGroupMilestone, one, owner)).body).toEqual(closed.body);
  const foreign = { id: project.id, merge_request_iid: (await plan(project, 0)).merge_request_iid };
  const refused = await service.operate(
    updateMergeRequest,
    { ...foreign, milestone_id: one.milestone_id },
    owner,
  );
  expect(refused.status).toBe(400);
  expect((await service.operate(deleteGroupMilestone, one, owner)).status).toBe(204);
  expect(await milestoneOf(planned)).toBeNull();
});

it("promotes a milestone to the group, with those of its title in the group's other projects", async () => {
  const other = await service.project({ path: `others-${made}` });
  const milestone_id = idOf(await create("Harvest", { due_date: "2026-09-30" }));
  const theirs = await service.operate(createMilestone, { id: other.id, title: "Harvest" }, as);
  const [mine, their] = [await plan(project, milestone_id), await plan(other, idOf(theirs))];
  const promoted = await service.operate(promoteMilestone, { id: project.id, milestone_id }, as);
  expect(promoted.status).toBe(200);
  const kept = { group_id: groups.team.id, title: "Harvest", due_date: "2026-09-30" };
  expect([await milestoneOf(mine), await milestoneOf(their)]).toMatchObject([kept, kept]);
  expect(titles(await service.operate(listMilestones, { id: other.id }))).toEqual([]);
  const again = await service.operate(promoteMilestone, { id: project.id, milestone_id }, as);
  expect(again.status).toBe(404);
  const own = await service.project({ path: "own-plans", groupId: undefined, userId: 3 });
  const by = { as: "administrator" } as const;
  const personal = idOf(await service.operate(createMilestone, { id: own.id, title: "Mine" }, by));
  const refused = await service.operate(promoteMilestone, { id: own.id, milestone_id: personal }, by);
  expect([refused.status, refused.body]).toEqual([400, { message: "Project does not belong to a group." }]);
});

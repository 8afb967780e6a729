import { beforeAll, expect, it } from "vitest";
import type { InputOf } from "../../../shared/api/contract/operation.ts";
import {
  createIssue,
  listGroupIssues,
  listIssues,
  listProjectIssues,
  updateIssue,
} from "../../../shared/api/resources/issues.ts";
import { updateLabel } from "../../../shared/api/resources/labels.ts";
import { createIssueReaction } from "../../../shared/api/resources/reactions.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertMilestone } from "../store/review/milestones.ts";
import { findUserByName } from "../store/users/users.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { TestCaller } from "./testing/test-service.ts";

const service = serviceForTests();
let project: Project;
let other: Project;

const idOf = (name: TestCaller) => findUserByName(service.store, name)?.id ?? 0;
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Adds an issue whose title is its number. */
const add = async (more: Partial<InputOf<typeof createIssue>>, as: TestCaller = "developer") => {
  const made = await service.operate(createIssue, { id: project.id, title: "Issue", ...more }, { as });
  expect(made.status).toBe(201);
  return made.body as { iid: number };
};

beforeAll(async () => {
  project = await service.project();
  other = await service.project({ visibility: "public" });
  const milestone = (title: string, startDate: string | null, dueDate: string | null) =>
    insertMilestone(service.store, {
      ...{ projectId: project.id, title, description: "", state: "active", startDate, dueDate },
      createdAt: "2026-01-01T00:00:00.000Z",
    });
  const [now, next] = [milestone("Now", dayIn(-3), dayIn(3)), milestone("Next", dayIn(4), dayIn(30))];
  const at = (day: string) => ({ created_at: `2026-0${day}T00:00:00Z` });
  await add({ ...at("1-01"), labels: "bug,ui", milestone_id: now, due_date: dayIn(0), weight: 5 }, "owner");
  await add({ ...at("1-02"), title: "Leak in the roof", labels: "bug", due_date: dayIn(-2) }, "owner");
  await add(
    { ...at("1-03"), assignee_ids: [idOf("developer"), idOf("reporter")], milestone_id: next },
    "owner",
  );
  await add({ ...at("1-04"), assignee_ids: [idOf("reporter")], description: "A leak, too" }, "owner");
  await add({ labels: "ui", confidential: true, issue_type: "incident" });
  await add({ id: other.id, title: "Elsewhere", due_date: dayIn(1) });
  for (const [priority, label_id] of ["ui", "bug"].entries())
    await service.operate(updateLabel, { id: project.id, label_id, priority }, { as: "owner" });
  await service.operate(updateIssue, { id: project.id, issue_iid: 4, state_event: "close" });
  await service.operate(createIssueReaction, { id: project.id, issue_iid: 3, name: "thumbsup" });
});

/** Numbers of the issues of the project that a query finds, oldest first. */
async function find(query: Partial<InputOf<typeof listProjectIssues>>, as: TestCaller = "developer") {
  const input = { sort: "asc", ...query, id: project.id } as const;
  const { status, body } = await service.operate(listProjectIssues, input, { as });
  expect(status).toBe(200);
  return (body as { iid: number }[]).map(({ iid }) => iid);
}

it.each<[Partial<InputOf<typeof listProjectIssues>>, number[]]>([
  [{}, [1, 2, 3, 4, 5]],
  [{ state: "opened" }, [1, 2, 3, 5]],
  [{ state: "closed" }, [4]],
  [{ labels: "bug" }, [1, 2]],
  [{ labels: "UI,Bug" }, [1]],
  [{ labels: "None" }, [3, 4]],
  [{ labels: "Any" }, [1, 2, 5]],
  [{ labels: "nothing" }, []],
  [{ milestone: "Now" }, [1]],
  [{ milestone: "None" }, [2, 4, 5]],
  [{ milestone: "Any" }, [1, 3]],
  [{ milestone: "Started" }, [1]],
  [{ milestone: "Upcoming" }, [1]],
  [{ scope: "created_by_me" }, [5]],
  [{ scope: "assigned_to_me" }, [3]],
  [{ author_username: "Owner" }, [1, 2, 3, 4]],
  [{ assignee_username: "reporter" }, [3, 4]],
  [{ assignee_username: "reporter,developer" }, [3]],
  [{ assignee_id: "None" }, [1, 2, 5]],
  [{ assignee_id: "Any" }, [3, 4]],
  [{ my_reaction_emoji: "thumbsup" }, [3]],
  [{ my_reaction_emoji: "None" }, [1, 2, 4, 5]],
  [{ search: "LEAK" }, [2, 4]],
  [{ search: "leak", in: "title" }, [2]],
  [{ iids: [2, 5, 99] }, [2, 5]],
  [{ confidential: true }, [5]],
  [{ confidential: false }, [1, 2, 3, 4]],
  [{ issue_type: "incident" }, [5]],
  [{ weight: 5 }, [1]],
  [{ weight: "None" }, [2, 3, 4, 5]],
  [{ due_date: "0" }, [3, 4, 5]],
  [{ due_date: "any" }, [1, 2]],
  [{ due_date: "today" }, [1]],
  [{ due_date: "overdue" }, [2]],
  [{ due_date: "next_month_and_previous_two_weeks" }, [1, 2]],
  [{ created_before: "2026-01-02T00:00:00Z" }, [1, 2]],
  [{ created_after: "2026-01-03T01:00:00+01:00", created_before: "2026-01-04T00:00:00Z" }, [3, 4]],
  [{ updated_before: "2026-01-02T00:00:00Z" }, [1, 2]],
  [{ not: { labels: "bug" } }, [3, 4, 5]],
  [{ not: { labels: "bug,ui" } }, [3, 4]],
  [{ not: { milestone: "Now" } }, [2, 3, 4, 5]],
  [{ not: { assignee_username: "developer" } }, [1, 2, 4, 5]],
  [{ not: { author_username: "developer", iids: [1] } }, [2, 3, 4]],
  [{ not: { my_reaction_emoji: "thumbsup" }, state: "opened" }, [1, 2, 5]],
  [{ order_by: "due_date" }, [2, 1, 3, 4, 5]],
  [{ order_by: "due_date", sort: "desc" }, [1, 2, 5, 4, 3]],
  [{ order_by: "milestone_due" }, [1, 3, 2, 4, 5]],
  [{ order_by: "popularity", sort: "desc" }, [3, 5, 4, 2, 1]],
  [{ order_by: "weight" }, [1, 2, 3, 4, 5]],
  [{ order_by: "title", sort: "desc" }, [2, 5, 4, 3, 1]],
  [{ order_by: "label_priority" }, [1, 5, 2, 3, 4]],
  [{ per_page: 2, page: 2 }, [3, 4]],
])("finds with %j", async (query, found) => {
  expect(await find(query)).toEqual(found);
});

it("finds people by their ids, and by the query as other clients write it", async () => {
  expect(await find({ author_id: idOf("developer") })).toEqual([5]);
  expect(await find({ assignee_id: idOf("reporter"), not: { assignee_id: idOf("developer") } })).toEqual([4]);
  const path = `/projects/${project.id}/issues?labels=bug&not[labels]=ui&assignee_username[]=&state=opened`;
  const { body, headers } = await service.call("GET", path);
  expect([headers.get("x-total"), (body as object[]).length]).toEqual(["1", 1]);
  expect((await service.call("GET", `/projects/${project.id}/issues?due_date=someday`)).status).toBe(400);
});

it("lists what each caller may read, of a project, a group and all of them", async () => {
  const count = async (as: TestCaller) => {
    const all = await service.operate(listIssues, { scope: "all" }, { as });
    const { groupId } = project;
    const group = await service.operate(listGroupIssues, { id: groupId ?? 0 }, { as });
    return [all, group].map(({ status, body }) => (status === 200 ? (body as object[]).length : status));
  };
  expect(await count("guest")).toEqual([5, 5]);
  expect(await count("reporter")).toEqual([6, 6]);
  expect(await count("stranger")).toEqual([1, 404]);
  expect(await count("nobody")).toEqual([401, 404]);
  const mine = await service.operate(listIssues, {});
  expect((mine.body as { title: string }[]).map(({ title }) => title)).toEqual(["Elsewhere", "Issue"]);
  const open = await service.operate(listProjectIssues, { id: other.id }, { as: "nobody" });
  expect([open.status, (open.body as object[]).length]).toEqual([200, 1]);
  const own = { id: other.id, scope: "assigned_to_me" } as const;
  expect((await service.operate(listProjectIssues, own, { as: "nobody" })).status).toBe(401);
});

it("leaves out archived projects, unless they are asked for", async () => {
  service.store.run("UPDATE projects SET archived = 1 WHERE id = ?", other.id);
  const titles = async (query: InputOf<typeof listIssues>) =>
    ((await service.operate(listIssues, query)).body as { title: string }[]).map(({ title }) => title);
  expect(await titles({})).toEqual(["Issue"]);
  expect(await titles({ non_archived: false })).toEqual(["Elsewhere", "Issue"]);
  const made = await service.operate(createIssue, { id: other.id, title: "Late" });
  expect(made.status).toBe(403);
  service.store.run("UPDATE projects SET archived = 0 WHERE id = ?", other.id);
});

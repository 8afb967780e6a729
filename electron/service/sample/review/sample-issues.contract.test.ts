import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countTasks } from "../../../../shared/issues/tasks.ts";
import type { ServiceStore } from "../../service-store.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import { findProjectByPath, insertProject, setDefaultBranch } from "../../store/projects/projects.ts";
import { listLinkedMergeRequests } from "../../store/review/issue-merge-requests.ts";
import { findIssue, insertIssue, toIssues } from "../../store/review/issues.ts";
import { insertMergeRequest } from "../../store/review/merge-requests.ts";
import { insertMilestone } from "../../store/review/milestones.ts";
import { allNotes } from "../../store/review/notes.ts";
import { openTestStore } from "../../testing/open-test-store.ts";
import { addPeople } from "../add-people.ts";
import { datesUntil } from "../seed/dates.ts";
import { addIssues } from "./add-issues.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-sample-"));
const createdAt = "2026-02-01T08:00:00.000Z";
let store: ServiceStore;
beforeAll(() => {
  store = openTestStore(folder);
  const people = addPeople(store, createdAt).map(({ id }) => id);
  const group = insertGroup(store, { name: "Fjord", path: "fjord", visibility: "public" });
  const add = (path: string) => {
    const made = { name: path, path, groupId: group.id, creatorId: 1, visibility: "public" as const };
    const project = insertProject(store, made, path);
    setDefaultBranch(store, project.id, "main");
    for (const sourceBranch of ["one", "two"])
      insertMergeRequest(store, {
        ...{ projectId: project.id, sourceProjectId: project.id, sourceBranch, targetBranch: "main" },
        ...{ title: sourceBranch, authorId: 1, createdAt },
      });
    return project;
  };
  const lantern = add("lantern");
  const titles = ["Spring launch", "Summer fixes"];
  for (const title of titles)
    insertMilestone(store, {
      ...{ projectId: lantern.id, title, description: "", state: "active", startDate: null, dueDate: null },
      createdAt,
    });
  insertIssue(store, { projectId: lantern.id, title: "The wall flickers at noon", authorId: 1, createdAt });
  const [harbor, beacon, toolbox, handbook, tides] = [
    add("harbor"),
    add("beacon"),
    add("toolbox"),
    add("handbook"),
    add("tides"),
  ];
  const projects = { lantern, harbor, beacon, toolbox, handbook, tides };
  addIssues(store, projects, people, datesUntil(new Date("2026-11-30T12:00:00Z")));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const idOf = (path: string) => findProjectByPath(store, path)?.id ?? 0;
const issue = (path: string, iid: number) => findIssue(store, idOf(path), iid);

it("has issues of every kind, none of them from the future, beside the first one that was there", () => {
  const all = toIssues(store.all("SELECT * FROM issues"));
  expect(all.length).toBeGreaterThan(24);
  expect(issue("fjord/lantern", 1)?.title).toBe("The wall flickers at noon");
  for (const { createdAt, updatedAt, closedAt, state, title } of all) {
    expect([title, createdAt <= updatedAt]).toEqual([title, true]);
    expect([title, updatedAt < "2026-11-30"]).toEqual([title, true]);
    expect([title, closedAt !== null]).toEqual([title, state === "closed"]);
  }
  const some = (has: (each: (typeof all)[number]) => boolean) => expect(all.filter(has)).not.toEqual([]);
  some(({ confidential }) => confidential);
  some(({ milestoneId }) => milestoneId !== null);
  some(({ dueDate }) => dueDate !== null && dueDate < "2026-11-27");
  some(({ type }) => type === "incident");
  expect(countTasks(issue("fjord/lantern", 2)?.description ?? "")).toEqual({ count: 10, done: 3 });
});

it("links issues with the merge requests that close and mention them", () => {
  const linked = (path: string, iid: number, which: "closing" | "all") =>
    listLinkedMergeRequests(store, issue(path, iid)?.id ?? 0, which).map(({ state }) => state);
  expect(linked("fjord/harbor", 5, "closing")).toEqual(["opened"]);
  expect(linked("fjord/lantern", 6, "all")).toEqual(["opened"]);
  const notes = allNotes(store, "Issue", issue("fjord/lantern", 6)?.id ?? 0);
  expect(notes.map(({ body }) => body)).toContain("closed via merge request !2");
});

import { beforeEach, expect, it } from "vitest";
import { createIssue, getIssue, updateIssue } from "../../../shared/api/resources/issues.ts";
import {
  createGroupLabel,
  createLabel,
  deleteGroupLabel,
  deleteLabel,
  getGroupLabel,
  getLabel,
  listGroupLabels,
  listLabels,
  promoteLabel,
  updateGroupLabel,
  updateLabel,
} from "../../../shared/api/resources/labels.ts";
import {
  getMergeRequest,
  listMergeRequests,
  updateMergeRequest,
} from "../../../shared/api/resources/merge-requests.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertMergeRequest } from "../store/review/merge-requests.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import { testGroups } from "./testing/test-groups.ts";

const service = serviceForTests();
const groups = testGroups(service);
const as = { as: "reporter" } as const;

let project: Project;
let names = 0;
const unused = () => `label ${++names}`;
beforeEach(async () => {
  project = await service.project({ path: `labelled-${++names}` });
});

const create = (name: string, more: object = {}) =>
  service.operate(createLabel, { id: project.id, name, color: "#3b7ea1", ...more }, as);
const idOf = ({ body }: { readonly body: unknown }) => (body as { id: number }).id;

/** Adds an open merge request with labels to a project. */
async function addLabelled(to: Project, labels: string): Promise<{ id: number; merge_request_iid: number }> {
  const { iid } = insertMergeRequest(service.store, {
    projectId: to.id,
    sourceProjectId: to.id,
    sourceBranch: unused(),
    targetBranch: "main",
    title: "T",
    authorId: 1,
  });
  const one = { id: to.id, merge_request_iid: iid };
  const { status } = await service.operate(updateMergeRequest, { ...one, labels }, { as: "owner" });
  expect(status).toBe(200);
  return one;
}
const labelsOf = async (one: { id: number; merge_request_iid: number }) =>
  ((await service.operate(getMergeRequest, one, { as: "owner" })).body as { labels: string[] }).labels;

it("creates, lists, shows, changes and deletes the labels of a project", async () => {
  const created = await create("bug", { description: "Broken", priority: 1 });
  expect(created).toMatchObject({
    status: 201,
    body: { name: "bug", color: "#3b7ea1", description: "Broken", priority: 1, is_project_label: true },
  });
  const one = { id: project.id, label_id: idOf(created) };
  expect((await service.operate(getLabel, { ...one, label_id: "BUG" })).body).toEqual(created.body);
  const changed = await service.operate(
    updateLabel,
    { ...one, new_name: "defect", color: "#ff0", description: "", priority: null },
    as,
  );
  expect(changed.body).toMatchObject({
    id: one.label_id,
    name: "defect",
    color: "#ff0",
    text_color: "#1f1e24",
    description: null,
    priority: null,
  });
  await create("docs");
  const listed = await service.operate(listLabels, { id: project.id, search: "def" });
  expect(listed.body).toMatchObject([{ name: "defect" }]);
  expect((await service.operate(deleteLabel, one, as)).status).toBe(204);
  expect((await service.operate(getLabel, one)).status).toBe(404);
  expect((await service.operate(deleteLabel, one, as)).status).toBe(404);
});

it("counts the open merge requests that have a label, and takes it off them when it is deleted", async () => {
  const { label_id } = { label_id: idOf(await create("bug")) };
  const one = await addLabelled(project, "bug,new");
  const counted = await service.operate(listLabels, { id: project.id, with_counts: true });
  expect(counted.body).toMatchObject([
    { name: "bug", open_merge_requests_count: 1 },
    { name: "new", open_merge_requests_count: 1 },
  ]);
  await service.operate(updateMergeRequest, { ...one, state_event: "close" });
  const closed = await service.operate(listLabels, { id: project.id, with_counts: true, search: "bug" });
  expect(closed.body).toMatchObject([{ open_merge_requests_count: 0 }]);
  await service.operate(deleteLabel, { id: project.id, label_id }, as);
  expect(await labelsOf(one)).toEqual(["new"]);
});

it.each([
  ["a name that is taken, in other letters too", { name: "BUG" }, 409, "Label already exists"],
  ["a name with a comma", { name: "a,b" }, 400, { title: ["is invalid"] }],
  ["a blank name", { name: "  " }, 400, { title: ["can't be blank"] }],
  ["a colour that is none", { color: "red;}" }, 400, { color: ["must be a valid color code"] }],
  ["a negative priority", { priority: -1 }, 400, null],
])("refuses %s", async (_, more, status, message) => {
  await create("bug");
  const input = { id: project.id, name: unused(), color: "#123456", ...more };
  const refused = await service.call("POST", `/projects/${project.id}/labels`, { ...as, body: input });
  expect(refused.status).toBe(status);
  expect(refused.body).toMatchObject(message === null ? { error: "priority is invalid" } : { message });
});

it("refuses a change of nothing, and one to the name of another label", async () => {
  const label_id = idOf(await create("bug"));
  await create("docs");
  const change = (more: object) => service.operate(updateLabel, { id: project.id, label_id, ...more }, as);
  expect((await change({})).status).toBe(400);
  expect((await change({ new_name: "Docs" })).body).toEqual({
    message: { title: ["has already been taken"] },
  });
  expect((await change({ new_name: "Bug" })).body).toMatchObject({ name: "Bug" });
});

it("has labels of groups, which count in their projects and in the groups below", async () => {
  const group = await groups.add();
  const below = await groups.add({ parent_id: group.id });
  const inside = await service.project({ path: "inside", groupId: below.id });
  const owner = { as: "owner" } as const;
  const created = await service.operate(
    createGroupLabel,
    { id: group.id, name: "tide", color: "#102030" },
    owner,
  );
  expect(created).toMatchObject({ status: 201, body: { name: "tide", text_color: "#ffffff" } });
  expect(created.body).not.toHaveProperty("is_project_label");
  const one = { id: group.id, label_id: idOf(created) };
  const merged = await addLabelled(inside, "Tide");
  expect(await labelsOf(merged)).toEqual(["tide"]);
  const list = { id: inside.id };
  expect((await service.operate(listLabels, list, owner)).body).toMatchObject([
    { id: one.label_id, is_project_label: false },
  ]);
  expect(
    (await service.operate(listLabels, { ...list, include_ancestor_groups: false }, owner)).body,
  ).toEqual([]);
  expect(
    (await service.operate(listGroupLabels, { id: below.id, with_counts: true }, owner)).body,
  ).toMatchObject([{ name: "tide", open_merge_requests_count: 1 }]);
  expect((await service.operate(getGroupLabel, { id: below.id, label_id: "tide" }, owner)).status).toBe(200);
  // Only where it belongs is it changed.
  const elsewhere = { id: inside.id, label_id: one.label_id, color: "#fff" };
  expect((await service.operate(updateLabel, elsewhere, owner)).status).toBe(404);
  const twice = { id: inside.id, name: "TIDE", color: "#fff" };
  expect((await service.operate(createLabel, twice, owner)).body).toEqual({
    message: {
      title: [`already exists at group level for ${group.name}. Please choose another one.`],
    },
  });
  const changed = await service.operate(updateGroupLabel, { ...one, new_name: "ebb" }, owner);
  expect(changed.body).toMatchObject({ name: "ebb" });
  expect(await labelsOf(merged)).toEqual(["ebb"]);
  expect((await service.operate(deleteGroupLabel, one, owner)).status).toBe(204);
  expect(await labelsOf(merged)).toEqual([]);
});

it("counts the issues that have a label, which a promoted one keeps", async () => {
  const label_id = idOf(await create("keel"));
  const add = (title: string) => service.operate(createIssue, { id: project.id, title, labels: "KEEL" }, as);
  const { body } = await add("One");
  await add("Two");
  const one = { id: project.id, issue_iid: (body as { iid: number }).iid };
  await service.operate(updateIssue, { ...one, state_event: "close" }, as);
  const list = { id: project.id, with_counts: true, search: "keel" };
  const counts = { open_issues_count: 1, closed_issues_count: 1, open_merge_requests_count: 0 };
  expect((await service.operate(listLabels, list)).body).toMatchObject([{ name: "keel", ...counts }]);
  await service.operate(promoteLabel, { id: project.id, label_id }, as);
  expect((await service.operate(listLabels, list)).body).toMatchObject([
    { is_project_label: false, ...counts },
  ]);
  expect((await service.operate(getIssue, one, as)).body).toMatchObject({ labels: ["keel"] });
});

it("promotes a label to the group, with those of its name in the group's other projects", async () => {
  const other = await service.project({ path: unused().replace(" ", "-") });
  const label_id = idOf(await create("harbour", { description: "Of ships", priority: 2 }));
  const [mine, theirs] = [await addLabelled(project, "harbour"), await addLabelled(other, "Harbour,calm")];
  const promoted = await service.operate(promoteLabel, { id: project.id, label_id }, as);
  expect(promoted).toMatchObject({
    status: 200,
    body: { name: "harbour", description: "Of ships", priority: 2, is_project_label: false },
  });
  expect(idOf(promoted)).not.toBe(label_id);
  expect([await labelsOf(mine), await labelsOf(theirs)]).toEqual([["harbour"], ["calm", "harbour"]]);
  const { body } = await service.operate(listLabels, { id: other.id, search: "harbour" });
  expect(body).toMatchObject([{ id: idOf(promoted), is_project_label: false }]);
  expect((await service.operate(promoteLabel, { id: project.id, label_id }, as)).status).toBe(404);
  const found = await service.operate(listMergeRequests, { scope: "all", labels: "harbour" });
  expect(found.body).toHaveLength(2);
});

it("promotes no label of a personal project", async () => {
  const own = await service.project({ path: "own", groupId: undefined, userId: 3 });
  const by = { as: "administrator" } as const;
  const { body } = await service.operate(createLabel, { id: own.id, name: "bug", color: "#fff" }, by);
  const refused = await service.operate(promoteLabel, { id: own.id, label_id: idOf({ body }) }, by);
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: "Failed to promote project label to group label" },
  ]);
});

import { beforeEach, expect, it } from "vitest";
import { getCommit } from "../../../shared/api/resources/commits.ts";
import {
  createMergeRequest,
  deleteMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import { listLabels } from "../../../shared/api/resources/project-lists.ts";
import type { Project, Visibility } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";
import type { Caller } from "./testing/test-service.ts";

const service = serviceForTests();
let target: Project;
let count = 0;

/** A project of a user alone, with a branch whose commit no other project has. */
async function projectOf(as: Caller, more: { readonly forkedFromId?: number } = {}) {
  const { id: userId = 0 } = findUserByName(service.store, as) ?? {};
  const project = await service.project({ groupId: undefined, userId, path: `own-${++count}`, ...more });
  await service.run(project, "fetch", "--quiet", target.repositoryPath, "+refs/heads/main:refs/heads/main");
  const commit = await service.commit(project, {
    branch: "plant",
    from: "main",
    files: { [`p${count}`]: "x" },
  });
  return { project, commit };
}

const open = (source: Project, into: Project, as: Caller, more = {}) =>
  service.operate(
    createMergeRequest,
    {
      id: source.id,
      target_project_id: into.id,
      source_branch: "plant",
      target_branch: "main",
      title: "T",
      ...more,
    },
    { as },
  );
const has = async (project: Project, commit: string) =>
  (await service.run(project, "cat-file", "--batch-check", "--batch-all-objects")).includes(commit);
const refs = (project: Project) => service.run(project, "for-each-ref", "--format=%(objectname) %(refname)");

async function makeTarget(visibility: Visibility): Promise<void> {
  target = await service.project({ visibility });
  await service.commit(target, { files: { [`a${++count}`]: "1" } });
  target = service.fresh(target);
}
beforeEach(() => makeTarget("public"));

it.each([
  ["private", "guest", 403],
  ["private", "stranger", 404],
  ["private", "developer", 422],
  ["internal", "stranger", 422],
  ["public", "stranger", 422],
  ["public", "guest", 422],
  ["public", "owner", 422],
  ["public", "administrator", 422],
] as const)(
  "out of an unrelated project into a %s one, %s gets %i and nothing is copied",
  async (visibility, as, status) => {
    await makeTarget(visibility);
    const { project, commit } = await projectOf(as);
    const before = await refs(target);
    const { status: found, body } = await open(project, target, as);
    expect(found).toBe(status);
    expect(JSON.stringify(body)).not.toContain("main");
    expect(await refs(target)).toBe(before);
    expect(await has(target, commit)).toBe(false);
    expect((await service.operate(getCommit, { id: target.id, sha: commit }, { as: "owner" })).status).toBe(
      404,
    );
  },
);

it("a guest of a private target gets nothing out of its own fork either", async () => {
  await makeTarget("private");
  const { project, commit } = await projectOf("guest", { forkedFromId: target.id });
  for (const branch of ["main", "none"]) {
    const refused = await open(project, target, "guest", { target_branch: branch });
    expect([refused.status, refused.body]).toEqual([403, { message: "403 Forbidden" }]);
  }
  expect(await has(target, commit)).toBe(false);
});

it("forks of one project are related, however far", async () => {
  const near = await projectOf("developer", { forkedFromId: target.id });
  const far = await projectOf("stranger", { forkedFromId: near.project.id });
  expect((await open(far.project, target, "stranger")).status).toBe(201);
  const unrelated = await projectOf("stranger");
  expect((await open(unrelated.project, near.project, "stranger")).status).toBe(404);
});

it("an archived project, and one without merge requests, takes none", async () => {
  const { project } = await projectOf("developer", { forkedFromId: target.id });
  service.store.run("UPDATE projects SET archived = 1 WHERE id = ?", target.id);
  expect((await open(project, target, "developer")).status).toBe(403);
  service.store.run("UPDATE projects SET archived = 0, merge_requests_enabled = 0 WHERE id = ?", target.id);
  expect((await open(project, target, "developer")).status).toBe(403);
});

it("a stranger's merge request cannot be deleted by them, and its refs go with it", async () => {
  const { project, commit } = await projectOf("stranger", { forkedFromId: target.id });
  const before = await refs(target);
  const made = await open(project, target, "stranger");
  const { iid } = made.body as { readonly iid: number };
  const input = { id: target.id, merge_request_iid: iid };
  expect(await refs(target)).toContain(commit);
  expect((await service.operate(deleteMergeRequest, input, { as: "stranger" })).status).toBe(403);
  expect((await service.operate(deleteMergeRequest, input, { as: "owner" })).status).toBe(204);
  expect(await refs(target)).toBe(before);
});

it("a stranger adds no label, and sets nobody and no milestone", async () => {
  const { project } = await projectOf("stranger", { forkedFromId: target.id });
  const made = await open(project, target, "stranger", {
    labels: "planted",
    assignee_ids: [1],
    reviewer_ids: [1],
    milestone_id: 77,
  });
  expect(made).toMatchObject({
    status: 201,
    body: { labels: [], assignees: [], reviewers: [], milestone: null },
  });
  const { body } = await service.operate(listLabels, { id: target.id }, { as: "owner" });
  expect(body).toEqual([]);
});

import { beforeEach, expect, it, vi } from "vitest";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from "../../../../shared/api/resources/merge-requests.ts";
import { createTag } from "../../../../shared/api/resources/tags.ts";
import { serviceForTests } from "../../routes/testing/service-for-tests.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listVersions } from "../../store/review/merge-request-versions.ts";
import {
  findMergeRequest,
  listPendingFollowUps,
  markPendingFollowUps,
} from "../../store/review/merge-requests.ts";
import { parseCount } from "../../store/rows.ts";
import { findUserByName } from "../../store/users/users.ts";
import { planPush } from "../branches/receive-push.ts";
import { followBranches, followPendingUpdates } from "./follow-branches.ts";
import { followMergeRequest } from "./follow-merge-request.ts";

// Other files of this process have loaded the module that imports it.
vi.hoisted(() => vi.resetModules());
vi.mock("./follow-merge-request.ts", async (original) => {
  const real = await original<typeof import("./follow-merge-request.ts")>();
  return { ...real, followMergeRequest: vi.fn(real.followMergeRequest) };
});

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
  await service.commit(project, { files: { a: "1\n2\n3\n" } });
  for (const branch of ["one", "two", "three"]) {
    await service.commit(project, { branch, from: "main", files: { [branch]: "new\n" } });
  }
  for (const branch of ["one", "two"]) await open(branch);
  vi.mocked(followMergeRequest).mockClear();
});

const open = (branch: string) =>
  service.operate(createMergeRequest, {
    id: project.id,
    source_branch: branch,
    target_branch: "main",
    title: branch,
  });
const of = (iid: number) => ({ id: project.id, merge_request_iid: iid });
const commit = (branch: string) =>
  service.operate(createCommit, {
    id: project.id,
    branch,
    commit_message: "More",
    actions: [{ action: "create", file_path: `${branch}-more`, content: "more\n" }],
  });
const found = (iid: number) => {
  const mergeRequest = findMergeRequest(service.store, project.id, iid);
  if (!mergeRequest) throw new Error("no such merge request");
  return mergeRequest;
};
/** Ids of the merge requests that were followed up, in their order. */
const followed = () => vi.mocked(followMergeRequest).mock.calls.map(([, { id }]) => id);
/** Ids of the project's merge requests that are followed up after a kill. */
const marked = () =>
  listPendingFollowUps(service.store).flatMap(({ id, projectId }) => (projectId === project.id ? [id] : []));
const writes = () => parseCount("count", service.store.get("SELECT total_changes() AS count"));

it("follows up each merge request of an updated branch once, and no others", async () => {
  await commit("one");
  expect(followed()).toEqual([found(1).id]);
  await commit("three");
  await service.operate(createTag, { id: project.id, tag_name: "v1", ref: "main" });
  expect(followed()).toHaveLength(1);
  await commit("main");
  expect(followed()).toEqual([found(1).id, found(1).id, found(2).id]);
});

it("follows up the other merge requests of a target once per merge", async () => {
  await service.operate(acceptMergeRequest, of(1));
  expect(followed()).toEqual([found(2).id]);
  await service.operate(acceptMergeRequest, { ...of(2), should_remove_source_branch: true });
  expect(followed()).toHaveLength(1);
  expect(found(2).state).toBe("merged");
});

it("writes nothing when a merge request is read, also after its branch was updated", async () => {
  await service.operate(getMergeRequest, of(1));
  await service.run(project, "update-ref", "refs/heads/one", "refs/heads/three");
  const before = writes();
  await service.operate(getMergeRequest, of(1));
  expect(writes()).toBe(before);
  expect(followed()).toEqual([]);
});

it("adds one version where two requests follow up at once", async () => {
  await service.run(project, "update-ref", "refs/heads/one", "refs/heads/three");
  await Promise.all([1, 2, 3].map(() => followBranches(service.store, project, null, ["one"])));
  expect(listVersions(service.store, found(1).id)).toHaveLength(2);
});

it("follows up after a start the updates of a killed service", async () => {
  markPendingFollowUps(service.store, project.id, ["one"]);
  await service.run(project, "update-ref", "refs/heads/one", "refs/heads/three");
  await followPendingUpdates(service.store);
  expect(followed()).toEqual([found(1).id]);
  expect(listVersions(service.store, found(1).id)).toHaveLength(2);
  await followPendingUpdates(service.store);
  expect(followed()).toHaveLength(1);
});

it("takes marks away with the next follow-up", async () => {
  markPendingFollowUps(service.store, project.id, ["main"]);
  expect(marked()).toHaveLength(2);
  await commit("main");
  expect(marked()).toEqual([]);
});

it("has marked what it follows up, so that a kill loses nothing", async () => {
  const seen: number[][] = [];
  vi.mocked(followMergeRequest).mockImplementationOnce(async () => {
    seen.push(marked());
    return null;
  });
  await commit("one");
  expect(seen).toEqual([[found(1).id]]);
});

it("marks before a push and follows up after it, the merge requests of the pushed branches only", async () => {
  const [before = "", after = ""] = (await service.run(project, "rev-parse", "one", "three")).split("\n");
  const push = { commands: [{ ref: "refs/heads/one", before, after }], options: [] };
  const { refused, finish } = await planPush(
    service.store,
    project,
    findUserByName(service.store, "developer"),
    push,
  );
  expect(refused).toBeNull();
  expect(marked()).toEqual([found(1).id]);
  await service.run(project, "update-ref", "refs/heads/one", after);
  await finish();
  expect(followed()).toEqual([found(1).id]);
  expect(marked()).toEqual([]);
});

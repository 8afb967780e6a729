import { beforeEach, expect, it } from "vitest";
import { createCommitStatus, getCommit, listCommitStatuses } from "../../../shared/api/resources/commits.ts";
import { insertCommitStatus } from "../store/ci/commit-statuses.ts";
import type { Project } from "../store/projects/projects.ts";
import { findUserByName } from "../store/users/users.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("commit-statuses");
let project: Project;
let sha: string;
beforeEach(async () => {
  project = await service.project();
  sha = await service.commit(project, { files: { a: "1" } });
});

const report = (status: string, more: { name?: string; stage?: string; ref?: string } = {}) =>
  insertCommitStatus(service.store, project.id, {
    sha,
    ref: "main",
    stage: "test",
    name: "unit",
    status,
    description: null,
    targetUrl: null,
    allowFailure: false,
    authorId: findUserByName(service.store, "maintainer")?.id ?? null,
    createdAt: "2024-01-02T03:04:05.000Z",
    startedAt: null,
    finishedAt: null,
    ...more,
  });
it("gives the commit the state that its checks add up to, unless a pipeline ran", async () => {
  const state = async () => {
    const { body } = await service.operate(getCommit, { id: project.id, sha });
    const { status, last_pipeline } = body as { status: string | null; last_pipeline: object | null };
    return [status, last_pipeline === null];
  };
  expect(await state()).toEqual([null, true]);
  report("failed");
  expect(await state()).toEqual(["failed", true]);
  report("success");
  report("running", { name: "lint" });
  expect(await state()).toEqual(["running", true]);
  addPipeline(service.store, project, sha, { status: "canceled" });
  expect(await state()).toEqual(["canceled", false]);
});

const list = async (input: object = {}) =>
  (await service.operate(listCommitStatuses, { id: project.id, sha, ...input })).body;

it.each(operationsOf("commit-statuses"))(
  "%s refuses callers without access and invalid input",
  async (_, operation) => {
    const refusals = refusalsOf(service, operation, { id: project.id, sha });
    expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
  },
);

it("lists a status with every documented field", async () => {
  report("pending");
  expect(await list()).toEqual([
    expect.objectContaining({
      status: "pending",
      created_at: "2024-01-02T03:04:05.000Z",
      started_at: null,
      name: "unit",
      allow_failure: false,
      author: expect.objectContaining({ username: "maintainer", avatar_url: null }),
      description: null,
      sha,
    }),
  ]);
});

it("returns the latest of each name unless all are requested", async () => {
  report("failed");
  report("success");
  report("running", { name: "lint" });
  const statuses = async (input: object = {}) =>
    ((await list(input)) as { status: string }[]).map(({ status }) => status);
  expect(await statuses()).toEqual(["success", "running"]);
  expect(await statuses({ all: true })).toEqual(["failed", "success", "running"]);
  expect(await statuses({ all: true, per_page: 2, page: 2 })).toEqual(["running"]);
});

it("filters by ref, stage and name; the default ref is the default branch", async () => {
  report("success", { ref: "other" });
  report("success", { stage: "build", name: "compile" });
  report("success");
  const names = async (input: object) => ((await list(input)) as { name: string }[]).map(({ name }) => name);
  expect(await names({})).toEqual(["compile", "unit"]);
  expect(await names({ ref: "other" })).toEqual(["unit"]);
  expect(await names({ stage: "build" })).toEqual(["compile"]);
  expect(await names({ name: "unit" })).toEqual(["unit"]);
  expect(await names({ name: "none" })).toEqual([]);
});

it("finds none of a missing commit", async () => {
  expect(await service.operate(listCommitStatuses, { id: project.id, sha: "none" })).toMatchObject({
    status: 404,
    body: { message: "404 Commit Not Found" },
  });
});

it("takes the reports of external checks, the last of a name first", async () => {
  const post = (input: object) =>
    service.operate(createCommitStatus, { id: project.id, sha, state: "running", ...input });
  expect((await post({ context: "ci/lint", target_url: "https://ci.test/1" })).body).toMatchObject({
    name: "ci/lint",
    status: "running",
    target_url: "https://ci.test/1",
    finished_at: null,
    author: { username: "developer" },
  });
  expect((await post({ context: "ci/lint", state: "success" })).status).toBe(201);
  expect(await list()).toMatchObject([{ name: "ci/lint", status: "success" }]);
  const body = { state: "success", target_url: "javascript:alert(1)" };
  expect((await service.call("POST", `/projects/${project.id}/statuses/${sha}`, { body })).status).toBe(400);
  const refusals = refusalsOf(service, createCommitStatus, { id: project.id, sha, state: "success" });
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
});

it("lists the jobs of the commit with their stage, and the retried ones where all are requested", async () => {
  report("success", { name: "external" });
  const pipeline = addPipeline(service.store, project, sha);
  addJob(service.store, project, pipeline, { name: "unit", status: "failed" });
  const retried = addJob(service.store, project, pipeline, { name: "unit", coverage: 87.5 });
  service.store.run("UPDATE jobs SET retried = 1 WHERE name = 'unit' AND id <> ?", retried);
  const build = addJob(service.store, project, pipeline, { name: "compile", stage: "build" });
  const topic = addPipeline(service.store, project, sha, { ref: "topic" });
  addJob(service.store, project, topic, { name: "lint", status: "running" });
  const rows = async (input: object = {}) =>
    ((await list(input)) as { name: string; status: string }[]).map(
      ({ name, status }) => `${name} ${status}`,
    );
  expect(await rows()).toEqual(["external success", "unit success", "compile success"]);
  expect(await rows({ all: true })).toEqual([
    "external success",
    "unit failed",
    "unit success",
    "compile success",
  ]);
  expect(await rows({ ref: "topic" })).toEqual(["lint running"]);
  expect(await rows({ ref: "refs/heads/topic" })).toEqual(["lint running"]);
  expect(await rows({ stage: "build" })).toEqual(["compile success"]);
  expect(await rows({ name: "unit", all: true })).toEqual(["unit failed", "unit success"]);
  expect(await list({ name: "unit" })).toMatchObject([
    { id: retried, coverage: 87.5, pipeline_id: pipeline, stage: "test", ref: "main", sha },
  ]);
  expect(await list({ stage: "build" })).toMatchObject([
    { target_url: expect.stringMatching(new RegExp(`/-/jobs/${build}$`)), description: null },
  ]);
  report("success", { name: "later" });
  const ids = ((await list({ all: true })) as { id: number }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
});

it("is of a branch that has the commit where the check names none", async () => {
  const head = await service.commit(project, { branch: "topic", from: "main", files: { b: "1" } });
  const { body } = await service.operate(createCommitStatus, { id: project.id, sha: head, state: "failed" });
  expect(body).toMatchObject({ ref: "topic", status: "failed" });
  const of = (input: object) => service.operate(listCommitStatuses, { id: project.id, sha: head, ...input });
  expect((await of({})).body).toEqual([]);
  expect((await of({ ref: "topic" })).body).toMatchObject([{ status: "failed" }]);
  await service.run(project, "update-ref", "-d", "refs/heads/topic");
  expect(
    await service.operate(createCommitStatus, { id: project.id, sha: head, state: "failed" }),
  ).toMatchObject({ status: 404, body: { message: "404 References for commit Not Found" } });
});

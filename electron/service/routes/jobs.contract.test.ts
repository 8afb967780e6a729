import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import { getJobArtifacts } from "../../../shared/api/resources/job-artifacts.ts";
import {
  cancelJob,
  eraseJob,
  getJob,
  getJobTrace,
  listJobs,
  listPipelineJobs,
  playJob,
  retryJob,
} from "../../../shared/api/resources/jobs.ts";
import { jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { archivePath, jobTracePath, makeJobFolder } from "../ci/job-files.ts";
import { insertDeployment, insertEnvironment } from "../store/ci/environments.ts";
import { putArtifact } from "../store/ci/jobs.ts";
import { findPipeline } from "../store/ci/pipelines.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { addJob, addPipeline } from "./testing/ci-records.ts";
import { expectedOf, refusalsOf, responsesTo } from "./testing/expected-refusals.ts";
import { operationsOf } from "./testing/parts.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests("jobs");
let project: Project;
let pipeline: number;
beforeEach(async () => {
  project = await service.project();
  const sha = await service.commit(project, { files: { a: "1" } });
  pipeline = addPipeline(service.store, project, sha);
});

const add = (more: Parameters<typeof addJob>[3] = {}) => addJob(service.store, project, pipeline, more);
const waiting = { queuedAt: undefined, startedAt: undefined, finishedAt: undefined } as const;
const one = (job_id: number) => ({ id: project.id, job_id });
const names = (body: unknown) => (body as { name: string }[]).map(({ name }) => name);
const states = async () => {
  const { body } = await service.operate(listPipelineJobs, { id: project.id, pipeline_id: pipeline });
  return Object.fromEntries(
    (body as { name: string; status: string }[]).map((job) => [job.name, job.status]),
  );
};
const pipelineState = () => findPipeline(service.store, project.id, pipeline)?.status;

it.each(operationsOf("jobs"))("%s refuses callers without access and invalid input", async (_, operation) => {
  const ids = "pipeline_id" in operation.params ? { pipeline_id: pipeline } : { job_id: add() };
  const input = { id: project.id, ...("job_id" in operation.params || "pipeline_id" in ids ? ids : {}) };
  const wanted = Object.keys(operation.params);
  const known = Object.fromEntries(Object.entries(input).filter(([name]) => wanted.includes(name)));
  const refusals = refusalsOf(service, operation, known);
  expect(await responsesTo(service, refusals)).toEqual(expectedOf(refusals));
});

it.each([
  ["play", playJob, "manual", 200],
  ["cancel", cancelJob, "pending", 201],
  ["retry", retryJob, "failed", 201],
  ["erase", eraseJob, "success", 201],
] as const)("%s is for who may push or merge to the job's branch", async (_, operation, status, done) => {
  const act = async (as: "developer" | "maintainer", pipelineId = pipeline) => {
    const job = addJob(service.store, project, pipelineId, { name: `job-${pipelineId}-${as}`, status });
    return (await service.operate(operation, one(job), { as })).status;
  };
  const tagged = addPipeline(service.store, project, "0".repeat(40), { ref: "main", tag: true });
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect([await act("developer"), await act("maintainer")]).toEqual([403, done]);
  expect(await act("developer", tagged)).toBe(done);
  insertProtectedBranch(service.store, project.id, { name: "m*", pushAccessLevel: 40, mergeAccessLevel: 30 });
  expect(await act("developer")).toBe(done);
});

it("shows a job with its commit, pipeline and durations", async () => {
  const id = add({ coverage: 91.5, tags: ["docker"], failureReason: "script_failure", status: "failed" });
  const { body } = await service.operate(getJob, one(id));
  expect(body).toMatchObject({
    id,
    status: "failed",
    stage: "test",
    ref: "main",
    tag: false,
    coverage: 91.5,
    duration: 7.5,
    queued_duration: 2,
    failure_reason: "script_failure",
    tag_list: ["docker"],
    pipeline: { id: pipeline, ref: "main" },
    commit: { title: expect.any(String) },
    artifacts: [],
  });
  expect((await service.operate(getJob, one(987_654))).status).toBe(404);
});

it("returns a job with every documented field", async () => {
  const { body } = await service.operate(getJob, one(add()));
  const job = body as Readonly<Record<string, object>>;
  expect(Object.keys(job)).toEqual(
    expect.arrayContaining([
      ...["id", "name", "stage", "ref", "status", "tag", "coverage", "created_at", "started_at"],
      ...["finished_at", "duration", "artifacts_expire_at", "artifacts", "commit", "pipeline", "runner"],
      ...["user", "web_url"],
    ]),
  );
  expect(Object.keys(job.commit ?? {})).toEqual(
    expect.arrayContaining([
      ...["id", "short_id", "title", "message", "author_name", "author_email", "created_at"],
    ]),
  );
  expect(Object.keys(job.pipeline ?? {})).toEqual(expect.arrayContaining(["id", "ref", "sha", "status"]));
});

it("lists jobs by one state or many, newest first, and leaves out what a retry replaced", async () => {
  add({ name: "a", status: "failed", retried: true });
  add({ name: "b", status: "running", finishedAt: undefined });
  add({ name: "c" });
  const list = async (scope?: ("failed" | "running" | "success")[]) =>
    names((await service.operate(listJobs, { id: project.id, scope })).body);
  expect(await list()).toEqual(["c", "b", "a"]);
  expect(await list(["failed"])).toEqual(["a"]);
  expect(await list(["failed", "running"])).toEqual(["b", "a"]);
  expect((await service.call("GET", `/projects/${project.id}/jobs?scope=success`)).body).toHaveLength(1);
  expect((await service.call("GET", `/projects/${project.id}/jobs?scope[]=none`)).status).toBe(400);
  const inPipeline = { id: project.id, pipeline_id: pipeline };
  expect(names((await service.operate(listPipelineJobs, inPipeline)).body)).toEqual(["c", "b"]);
  const all = await service.operate(listPipelineJobs, { ...inPipeline, include_retried: true });
  expect(names(all.body)).toEqual(["c", "b", "a"]);
  expect((await service.operate(listPipelineJobs, { ...inPipeline, pipeline_id: 99_999 })).status).toBe(404);
});

it("cancels what has not ended, skips what waited for it, and leaves ended jobs as they are", async () => {
  const done = add({ name: "build", stageIndex: 0 });
  const running = add({ name: "test", status: "running", finishedAt: undefined });
  add({ name: "deploy", stageIndex: 2, status: "created", ...waiting });
  expect((await service.operate(cancelJob, one(running))).body).toMatchObject({
    status: "canceled",
    finished_at: expect.any(String),
  });
  expect(await states()).toEqual({ build: "success", test: "canceled", deploy: "skipped" });
  expect(pipelineState()).toBe("canceled");
  expect((await service.operate(cancelJob, one(done))).body).toMatchObject({ status: "success" });
});

it("cancels the deployment of a job with it", async () => {
  const jobId = add({ status: "running", finishedAt: undefined });
  const environment = insertEnvironment(service.store, project.id, {
    name: "production",
    slug: "production",
  });
  const now = new Date().toISOString();
  insertDeployment(service.store, project.id, {
    ...{ environmentId: environment.id, jobId, userId: 1, status: "running" },
    ...{ ref: "main", sha: "0".repeat(40), createdAt: now, updatedAt: now },
  });
  await service.operate(cancelJob, one(jobId));
  const { body } = await service.operate(listDeployments, { id: project.id });
  expect(body).toMatchObject([{ status: "canceled", deployable: { id: jobId } }]);
});

it("retries as a new job that is pending, and lets what was skipped wait again", async () => {
  const failed = add({ name: "test", status: "failed", tags: ["x"] });
  add({ name: "deploy", stageIndex: 2, status: "skipped", ...waiting });
  const { status, body } = await service.operate(retryJob, one(failed));
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      name: "test",
      status: "pending",
      started_at: null,
      finished_at: null,
      duration: null,
      tag_list: ["x"],
    }),
  ]);
  expect((body as { id: number }).id).toBeGreaterThan(failed);
  expect(await states()).toEqual({ test: "pending", deploy: "created" });
  expect(pipelineState()).toBe("pending");
  const again = await service.operate(retryJob, one(failed));
  expect([again.status, again.body]).toEqual([403, { message: "Job is not retryable" }]);
});

it("starts a manual job, once", async () => {
  const definition = jobDefinition.parse({ when: "manual" });
  const manual = add({ name: "deploy", status: "manual", definition, ...waiting });
  expect((await service.operate(playJob, one(manual))).body).toMatchObject({ status: "pending" });
  const again = await service.operate(playJob, one(manual));
  expect([again.status, again.body]).toEqual([400, { message: "Unplayable Job" }]);
});

it("sends the trace as far as it has grown, by ranges too, and 404 where there is none", async () => {
  const id = add({ status: "running", finishedAt: undefined });
  expect((await service.operate(getJobTrace, one(id))).status).toBe(404);
  makeJobFolder(service.store, id);
  writeFileSync(jobTracePath(service.store, id), "");
  expect((await service.operate(getJobTrace, one(id))).bytes.toString()).toBe("");
  writeFileSync(jobTracePath(service.store, id), "Grüße\n\u001b[31mred");
  const whole = await service.operate(getJobTrace, one(id));
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(whole.bytes.toString()).toBe("Grüße\n\u001b[31mred");
  const rest = await service.operate(getJobTrace, one(id), { headers: { range: "bytes=8-" } });
  expect([rest.status, rest.bytes.toString()]).toEqual([206, "\u001b[31mred"]);

  const begun = whole.headers.get("etag") ?? "";
  appendFileSync(jobTracePath(service.store, id), " and more");
  const again = await service.operate(getJobTrace, one(id), { headers: { "if-none-match": begun } });
  expect([again.status, again.bytes.toString()]).toEqual([200, "Grüße\n\u001b[31mred and more"]);
  const more = await service.operate(getJobTrace, one(id), { headers: { range: "bytes=16-" } });
  expect([more.status, more.bytes.toString(), more.headers.get("content-range")]).toEqual([
    206,
    " and more",
    "bytes 16-24/25",
  ]);
  const beyond = await service.operate(getJobTrace, one(id), { headers: { range: "bytes=25-" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */25"]);
  const stale = { range: "bytes=16-", "if-range": begun };
  expect((await service.operate(getJobTrace, one(id), { headers: stale })).status).toBe(200);
});

it("erases what an ended job left, once", async () => {
  const id = add();
  makeJobFolder(service.store, id);
  writeFileSync(jobTracePath(service.store, id), "text");
  writeFileSync(archivePath(service.store, id), "PK");
  const archive = { fileType: "archive", fileFormat: "zip", filename: "artifacts.zip", size: 2 };
  putArtifact(service.store, id, archive);
  const { body } = await service.operate(getJob, one(id));
  expect(body).toMatchObject({ artifacts_file: { filename: "artifacts.zip", size: 2 } });
  const erased = await service.operate(eraseJob, one(id));
  expect(erased.body).toMatchObject({ erased_at: expect.any(String), artifacts: [] });
  expect(erased.body).not.toHaveProperty("artifacts_file");
  for (const operation of [getJobTrace, getJobArtifacts]) {
    expect((await service.operate(operation, one(id))).status).toBe(404);
  }
  expect(existsSync(archivePath(service.store, id))).toBe(false);
  const again = await service.operate(eraseJob, one(id));
  expect([again.status, again.body]).toEqual([403, { message: "Job is not erasable!" }]);
  const running = add({ status: "running", finishedAt: undefined });
  expect((await service.operate(eraseJob, one(running))).status).toBe(403);
});

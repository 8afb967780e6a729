import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { listPipelineJobs } from "../../../shared/api/resources/jobs.ts";
import {
  createMergeRequest,
  getMergeRequest,
  getMergeRequestChanges,
} from "../../../shared/api/resources/merge-requests.ts";
import {
  createMergeRequestPipeline,
  listMergeRequestPipelines,
} from "../../../shared/api/resources/pipelines.ts";
import { startMergeRequestPipelines } from "../domain/merge-requests/merge-request-pipelines.ts";
import { gitIn } from "../git/testing/test-repository.ts";
import { putCiVariable, setRunJobs } from "../store/ci/ci-settings.ts";
import { listCurrentJobs, updateJob } from "../store/ci/jobs.ts";
import type { Project } from "../store/projects/projects.ts";
import { deleteProtectedBranch, insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const config = `
push: { script: "true" }
review: { script: "true", rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }] }
titled: { script: "true", rules: [{ if: '$CI_MERGE_REQUEST_TITLE =~ /^Add/ && $CI_MERGE_REQUEST_TARGET_BRANCH_NAME == "main"' }] }
docs: { script: "true", rules: [{ if: $CI_MERGE_REQUEST_IID, changes: [docs/**] }] }
branchy: { script: "true", rules: [{ if: $CI_COMMIT_BRANCH }] }
old-style: { script: "true", only: [merge_requests] }
secretive: { script: "true", rules: [{ if: $PROTECTED_KEY }] }
`;

interface Shown {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly source: string;
  readonly status: string;
}

const service = serviceForTests();
let project: Project;
const errors: unknown[] = [];
beforeAll(async () => {
  startMergeRequestPipelines(
    service.store,
    () => service.url,
    (error) => errors.push(error),
  );
});
beforeEach(async () => {
  project = await service.project();
  setRunJobs(service.store, project.id, true);
  await service.commit(project, { files: { ".gitlab-ci.yml": config } });
});
afterEach(async () => {
  expect(errors).toEqual([]);
});

const change = (where: Project, content: string) =>
  service.commit(where, {
    files: { ".gitlab-ci.yml": config, "src/a.ts": content },
    branch: "topic",
    from: "main",
  });
const open = async (source = project, more: object = {}) => {
  const input = { id: source.id, source_branch: "topic", target_branch: "main", title: "Add a", ...more };
  const { status, body } = await service.operate(createMergeRequest, input);
  expect(status).toBe(201);
  return (body as { iid: number }).iid;
};
const one = (merge_request_iid: number) => ({ id: project.id, merge_request_iid });
const listed = async (iid: number) =>
  (await service.operate(listMergeRequestPipelines, one(iid))).body as Shown[];
async function untilListed(iid: number, count: number): Promise<Shown[]> {
  for (;;) {
    const found = await listed(iid);
    if (found.length >= count) return found;
    await delay(20);
  }
}
const jobsOf = async (pipeline: Shown | undefined) => {
  const input = { id: project.id, pipeline_id: pipeline?.id ?? 0 };
  const { body } = await service.operate(listPipelineJobs, input);
  return (body as { name: string }[]).map(({ name }) => name).toSorted();
};

it("runs the jobs of a merge request when it is opened and when its branch moves", async () => {
  const first = await change(project, "1");
  const iid = await open();
  const [pipeline] = await untilListed(iid, 1);
  expect(pipeline).toMatchObject({
    sha: first,
    source: "merge_request_event",
    ref: `refs/merge-requests/${iid}/head`,
  });
  expect(await jobsOf(pipeline)).toEqual(["old-style", "review", "titled"]);
  const second = await change(project, "2");
  const detail = await service.operate(getMergeRequest, one(iid));
  expect(detail.status).toBe(200);
  const [newest] = await untilListed(iid, 2);
  expect(newest?.sha).toBe(second);
  const { body } = await service.operate(getMergeRequest, one(iid));
  expect(body).toMatchObject({ sha: second, head_pipeline: { id: newest?.id, status: "pending" } });
  expect(await listed(iid)).toHaveLength(2);
});

it("gives protected variables only where both branches are protected", async () => {
  const variable = {
    environmentScope: "*",
    value: "v",
    file: false,
    masked: false,
    raw: false,
    description: null,
  };
  putCiVariable(service.store, project.id, { ...variable, key: "PROTECTED_KEY", protected: true });
  const protect = (name: string) =>
    insertProtectedBranch(service.store, project.id, { name, pushAccessLevel: 30, mergeAccessLevel: 30 });
  const run = async (iid: number) => {
    const { status, body } = await service.operate(createMergeRequestPipeline, one(iid));
    expect(status).toBe(201);
    return jobsOf(body as Shown);
  };
  await change(project, "1");
  const iid = await open();
  const [neither] = await untilListed(iid, 1);
  expect(await jobsOf(neither)).not.toContain("secretive");
  protect("main");
  expect(await run(iid)).not.toContain("secretive");
  deleteProtectedBranch(service.store, project.id, "main");
  protect("topic");
  expect(await run(iid)).not.toContain("secretive");
  protect("main");
  expect(await run(iid)).toContain("secretive");
});

it("is run for a protected source branch by who may push or merge to it", async () => {
  await change(project, "1");
  const iid = await open();
  await untilListed(iid, 1);
  const run = async (as: "developer" | "maintainer") =>
    (await service.operate(createMergeRequestPipeline, one(iid), { as })).status;
  insertProtectedBranch(service.store, project.id, { name: "main", pushAccessLevel: 0, mergeAccessLevel: 0 });
  expect(await run("developer")).toBe(201);
  insertProtectedBranch(service.store, project.id, {
    name: "topic",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect([await run("developer"), await run("maintainer")]).toEqual([400, 201]);
});

it("runs nothing of a fork unless a maintainer starts it", async () => {
  const fork = await service.project({ forkedFromId: project.id });
  await gitIn(fork.repositoryPath, ["fetch", "-q", project.repositoryPath, "+refs/heads/*:refs/heads/*"]);
  setRunJobs(service.store, fork.id, true);
  const sha = await change(service.fresh(fork), "1");
  const iid = await open(fork, { target_project_id: project.id });
  await service.operate(getMergeRequest, one(iid));
  expect(await listed(iid)).toEqual([]);
  for (const [as, expected] of [
    ["stranger", 404],
    ["reporter", 403],
    ["developer", 403],
    ["maintainer", 201],
  ] as const) {
    const { status } = await service.operate(createMergeRequestPipeline, one(iid), { as });
    expect([as, status]).toEqual([as, expected]);
  }
  const [started] = await listed(iid);
  expect(started).toMatchObject({ sha, source: "merge_request_event" });
  expect(await jobsOf(started)).toEqual(["old-style", "review", "titled"]);
});

it("cancels what newer commits make redundant, but nothing that must not be interrupted", async () => {
  await change(project, "1");
  const iid = await open();
  const [first] = await untilListed(iid, 1);
  await change(project, "2");
  await service.operate(getMergeRequest, one(iid));
  await untilListed(iid, 2);
  const status = async (pipeline: Shown | undefined) =>
    (await listed(iid)).find(({ id }) => id === pipeline?.id)?.status;
  while ((await status(first)) === "pending") await delay(20);
  expect(await status(first)).toBe("canceled");
  const [second] = await listed(iid);
  const [job] = listCurrentJobs(service.store, second?.id ?? 0);
  updateJob(service.store, job?.id ?? 0, { status: "running", startedAt: "2026-01-01T00:00:00.000Z" });
  await change(project, "3");
  await service.operate(getMergeRequest, one(iid));
  await untilListed(iid, 3);
  await delay(50);
  expect(await status(second)).not.toBe("canceled");
});

it("returns the changes of a merge request", async () => {
  await change(project, "1");
  const iid = await open();
  const { body } = await service.operate(getMergeRequestChanges, one(iid));
  expect(body).toMatchObject({ iid, overflow: false, changes: [{ new_path: "src/a.ts", new_file: true }] });
  await untilListed(iid, 1);
});

it("reports why there is no pipeline to run", async () => {
  await change(project, "1");
  const iid = await open();
  await untilListed(iid, 1);
  setRunJobs(service.store, project.id, false);
  const refused = await service.operate(createMergeRequestPipeline, one(iid));
  expect([refused.status, refused.body]).toEqual([
    400,
    { message: { base: ["Jobs of this project do not run on this machine"] } },
  ]);
});

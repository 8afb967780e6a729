import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { getCiSettings, updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import { createCommit } from "../../../shared/api/resources/commits.ts";
import { listDeployments } from "../../../shared/api/resources/deployments.ts";
import { listEnvironments } from "../../../shared/api/resources/environments.ts";
import {
  cancelJob,
  getJobArtifactFile,
  getJobTrace,
  listPipelineJobs,
  playJob,
} from "../../../shared/api/resources/jobs.ts";
import {
  acceptMergeRequest,
  createMergeRequest,
} from "../../../shared/api/resources/merge-request-changes.ts";
import {
  cancelPipeline,
  createPipeline,
  getPipeline,
  listPipelines,
  retryPipeline,
} from "../../../shared/api/resources/pipelines.ts";
import { expireArtifacts } from "../ci/expire-artifacts.ts";
import { junitPath, metadataPath } from "../ci/job-files.ts";
import { JobQueue } from "../ci/job-queue.ts";
import { runPipelineOfPush, startPipelinesOnPush } from "../domain/ci/pipelines.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { updateJob } from "../store/ci/jobs.ts";
import type { Project } from "../store/projects/projects.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let queue: JobQueue;
let project: Project;
const errors: unknown[] = [];
const startQueue = () =>
  new JobQueue(service.store, {
    serviceUrl: () => service.url,
    concurrency: 2,
    onError: (error) => errors.push(error),
  });
beforeAll(async () => {
  queue = startQueue();
  startPipelinesOnPush(
    service.store,
    () => service.url,
    (error) => errors.push(error),
  );
});
beforeEach(async () => {
  project = await service.project();
  setRunJobs(service.store, project.id, true);
});
afterEach(async () => {
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await queue.close();
});

const commit = (file: string, more: Readonly<Record<string, string>> = {}) =>
  service.commit(project, { files: { ".gitlab-ci.yml": file, ...more } });
const create = (input: object = {}) =>
  service.operate(createPipeline, { id: project.id, ref: "main", ...input });
interface ShownJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly failure_reason?: string;
  readonly coverage: number | null;
  readonly artifacts?: unknown;
  readonly artifacts_expire_at?: unknown;
}
const jobsOf = async (pipeline_id: number): Promise<ShownJob[]> => {
  const { body } = await service.operate(listPipelineJobs, { id: project.id, pipeline_id, per_page: 100 });
  return (body as ShownJob[]).toReversed();
};
const statesOf = async (id: number) =>
  Object.fromEntries((await jobsOf(id)).map(({ name, status }) => [name, status]));
const pipelineOf = async (pipeline_id: number) =>
  (await service.operate(getPipeline, { id: project.id, pipeline_id })).body as { status: string };
const idOf = ({ body }: { body: unknown }) => (body as { id: number }).id;

/** Waits until a pipeline is in one of these states. */
async function until(id: number, ...states: string[]): Promise<void> {
  while (!states.includes((await pipelineOf(id)).status)) await delay(50);
}
const trace = async (job_id: number) =>
  (await service.operate(getJobTrace, { id: project.id, job_id })).bytes.toString();

it("runs stages in order, hands artifacts on, and records coverage, deployments and traces", async () => {
  const sha = await commit(`
stages: [build, test, deploy]
build: { stage: build, script: [mkdir -p out, echo built > out/app.txt], artifacts: { paths: [out/], expire_in: 1 day } }
test: { script: [cat out/app.txt, "echo 'covered 87.5%'"], coverage: '/covered (\\d+\\.\\d+)%/' }
deploy: { stage: deploy, script: echo deployed, environment: { name: review/$CI_COMMIT_REF_NAME, url: https://$CI_COMMIT_REF_SLUG.test } }
`);
  const created = await create();
  expect([created.status, created.body]).toEqual([201, expect.objectContaining({ sha, ref: "main" })]);
  const id = idOf(created);
  await until(id, "success", "failed");
  const jobs = await jobsOf(id);
  expect(jobs.map(({ name, status }) => [name, status])).toEqual([
    ["build", "success"],
    ["test", "success"],
    ["deploy", "success"],
  ]);
  const [build, test] = jobs;
  expect(test?.coverage).toBe(87.5);
  expect(await trace(test?.id ?? 0)).toMatch(/built.*covered 87\.5%.*Job succeeded/s);
  const file = { id: project.id, job_id: build?.id ?? 0, artifact_path: "out/app.txt" };
  expect((await service.operate(getJobArtifactFile, file)).bytes.toString()).toBe("built\n");
  expect((await service.operate(listEnvironments, { id: project.id })).body).toMatchObject([
    { name: "review/main", external_url: "https://main.test" },
  ]);
  expect((await service.operate(listDeployments, { id: project.id })).body).toMatchObject([
    { status: "success", sha, deployable: { name: "deploy" } },
  ]);
  expect((await service.operate(listPipelines, { id: project.id, status: "success" })).body).toHaveLength(1);
});

it("records the archive, its metadata and reports of a job, named by its variables, until they expire", async () => {
  await commit(`
make: { script: [mkdir out, echo 1 > out/a.txt, "echo '<a/>' > one.xml", "echo '<b/>' > two.xml"], variables: { DIR: out }, artifacts: { name: "$CI_JOB_NAME-$CI_COMMIT_REF_SLUG", paths: [$DIR], expire_in: 1 day, reports: { junit: '*.xml' } } }
`);
  const id = idOf(await create());
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  expect(job?.artifacts).toEqual([
    { file_type: "archive", file_format: "zip", filename: "make-main.zip", size: expect.any(Number) },
    { file_type: "junit", file_format: "gzip", filename: "junit.xml.gz", size: expect.any(Number) },
    { file_type: "metadata", file_format: "gzip", filename: "metadata.gz", size: expect.any(Number) },
    { file_type: "trace", file_format: "raw", filename: "job.log", size: expect.any(Number) },
  ]);
  expect(gunzipSync(readFileSync(junitPath(service.store, job?.id ?? 0))).toString()).toBe("<a/>\n<b/>\n");
  const metadata = gunzipSync(readFileSync(metadataPath(service.store, job?.id ?? 0))).toString();
  expect(metadata).toMatch(
    /^.{4}GitLab Build Artifacts Metadata 0\.0\.2\n.*out\/.*out\/a\.txt.*"mode":"100\d{3}","crc":\d+,"size":2,/s,
  );
  expireArtifacts(service.store, new Date(Date.now() + 2 * 86_400_000));
  expect((await jobsOf(id))[0]).toMatchObject({
    artifacts: [{ file_type: "trace" }],
    artifacts_expire_at: job?.artifacts_expire_at,
  });
  expect(existsSync(metadataPath(service.store, job?.id ?? 0))).toBe(false);
});

it("archives untracked files, but none of the commit and none that is excluded", async () => {
  await commit(
    `make: { script: ['mkdir out', 'echo 1 > out/new.txt', 'echo 2 > out/no.log', 'echo 3 >> kept.txt', 'git config core.fsmonitor "touch out/harm"'], artifacts: { untracked: true, paths: [kept.txt], exclude: ['**/*.log'] } }`,
    { "kept.txt": "0", "other.txt": "x" },
  );
  const id = idOf(await create());
  await until(id, "success", "failed");
  const [job] = await jobsOf(id);
  const names = await Promise.all(
    ["out/new.txt", "kept.txt", "out/no.log", "other.txt", "out/harm"].map(async (artifact_path) => {
      const file = { id: project.id, job_id: job?.id ?? 0, artifact_path };
      return (await service.operate(getJobArtifactFile, file)).status;
    }),
  );
  expect(names).toEqual([200, 200, 404, 404, 404]);
});

it("skips jobs after a failure, runs those with when on_failure, and retries the failed ones", async () => {
  await commit(`
stages: [one, two]
bad: { stage: one, script: exit 1 }
soft: { stage: one, script: exit 1, allow_failure: true }
next: { stage: two, script: "true" }
report: { stage: two, script: "true", when: on_failure }
`);
  const id = idOf(await create());
  await until(id, "failed");
  expect(await statesOf(id)).toEqual({ bad: "failed", soft: "failed", next: "skipped", report: "success" });
  const { status } = await service.operate(retryPipeline, { id: project.id, pipeline_id: id });
  expect(status).toBe(201);
  await until(id, "failed");
  expect((await jobsOf(id)).filter(({ name }) => name === "bad")).toHaveLength(1);
});

it("retries a canceled pipeline in its order, and starts no manual job by that", async () => {
  await commit(`
stages: [one, two]
slow: { stage: one, script: [sleep 600] }
by-hand: { stage: one, script: "true", when: manual }
beside: { stage: one, script: "true", needs: [slow] }
later: { stage: two, script: "true", when: always }
`);
  const id = idOf(await create());
  while ((await statesOf(id)).slow !== "running") await delay(50);
  await service.operate(cancelPipeline, { id: project.id, pipeline_id: id });
  const ended = await statesOf(id);
  expect([ended.slow, ended["by-hand"], ended.later]).toEqual(["canceled", "canceled", "canceled"]);
  await service.operate(retryPipeline, { id: project.id, pipeline_id: id });
  while ((await statesOf(id)).slow !== "running") await delay(50);
  expect(await statesOf(id)).toEqual({
    slow: "running",
    "by-hand": "manual",
    beside: "created",
    later: "created",
  });
  await service.operate(cancelPipeline, { id: project.id, pipeline_id: id });
});

it("names the jobs that each job needs, and those that wait for their stage", async () => {
  await commit(`
stages: [build, test]
a: { stage: build, script: echo a, when: manual }
b: { stage: test, script: echo b, when: manual, needs: [a] }
c: { stage: test, script: echo c, when: manual, needs: [] }
d: { stage: test, script: echo d, when: manual }
`);
  const jobs = (await jobsOf(idOf(await create()))) as readonly { name: string; needs?: unknown }[];
  expect(jobs.map(({ name, needs }) => [name, needs])).toEqual([
    ["a", null],
    ["b", ["a"]],
    ["c", []],
    ["d", null],
  ]);
});

it("tries a job again as often as `retry` says", async () => {
  await commit("flaky: { script: exit 1, retry: 2 }");
  const id = idOf(await create());
  const all = async () =>
    (await service.operate(listPipelineJobs, { id: project.id, pipeline_id: id, include_retried: true }))
      .body as ShownJob[];
  while ((await all()).filter(({ status }) => status === "failed").length < 3) await delay(50);
  expect(await all()).toHaveLength(3);
});

it("tries again, and forgives, by cause and exit code only", async () => {
  await commit(`
by-cause: { script: exit 1, retry: { max: 2, when: runner_system_failure } }
by-code: { script: exit 7, retry: { max: 1, exit_codes: [7] } }
forgiven: { script: exit 4, allow_failure: { exit_codes: [4] } }
`);
  const id = idOf(await create());
  await until(id, "failed");
  const { body } = await service.operate(listPipelineJobs, {
    id: project.id,
    pipeline_id: id,
    include_retried: true,
  });
  const jobs = body as readonly (ShownJob & { readonly allow_failure: boolean })[];
  expect(jobs.map(({ name, allow_failure: allowed }) => [name, allowed]).toSorted()).toEqual([
    ["by-cause", false],
    ["by-code", false],
    ["by-code", false],
    ["forgiven", true],
  ]);
});

it("runs jobs of a resource group one after the other", async () => {
  await commit(`
one: { script: [sleep 600], resource_group: lamp }
two: { script: echo two, resource_group: lamp }
free: { script: echo free }
`);
  const id = idOf(await create());
  while ((await statesOf(id)).free !== "success") await delay(50);
  expect(await statesOf(id)).toEqual({ one: "running", two: "pending", free: "success" });
  const one = (await jobsOf(id)).find(({ name }) => name === "one");
  await service.operate(cancelJob, { id: project.id, job_id: one?.id ?? 0 });
  while ((await statesOf(id)).two !== "success") await delay(50);
});

it("waits for manual jobs, and cancels a whole pipeline with what runs in it", async () => {
  await commit(`
stages: [one, two]
long: { stage: one, script: [echo begun, sleep 600] }
by-hand: { stage: one, script: "true", when: manual }
after: { stage: two, script: "true" }
`);
  const id = idOf(await create());
  while ((await statesOf(id)).long !== "running") await delay(50);
  const manual = (await jobsOf(id)).find(({ name }) => name === "by-hand");
  await service.operate(playJob, { id: project.id, job_id: manual?.id ?? 0 });
  while ((await statesOf(id))["by-hand"] !== "success") await delay(50);
  await service.operate(cancelPipeline, { id: project.id, pipeline_id: id });
  expect(await statesOf(id)).toEqual({ long: "canceled", "by-hand": "success", after: "skipped" });
  expect((await pipelineOf(id)).status).toBe("canceled");
});

it("says truthfully what became of jobs that ran when the service ended, and goes on with those that waited", async () => {
  await commit(`
one: { script: [echo begun, sleep 600] }
two: { script: [sleep 600], retry: { max: 1, when: runner_system_failure } }
waits: { script: [echo ran] }
`);
  const id = idOf(await create());
  while (Object.values(await statesOf(id)).filter((state) => state === "running").length < 2) await delay(50);
  // Two run at a time, oldest first.
  const before = { one: "running", two: "running", waits: "pending" };
  expect(await statesOf(id)).toEqual(before);
  await queue.close();
  expect(await statesOf(id)).toEqual(before);
  queue = startQueue();
  const [one] = await jobsOf(id);
  expect(one).toMatchObject({ name: "one", status: "failed", failure_reason: "runner_system_failure" });
  while ((await statesOf(id)).waits !== "success") await delay(50);
  expect((await statesOf(id)).two).toBe("running");
  await service.operate(cancelPipeline, { id: project.id, pipeline_id: id });
});

it("runs nothing where the project does not allow it, with the reason", async () => {
  await commit("a: { script: echo ran }");
  await service.operate(updateCiSettings, { id: project.id, run_jobs: false }, { as: "maintainer" });
  expect((await service.operate(getCiSettings, { id: project.id })).body).toEqual({ run_jobs: false });
  expect((await service.operate(updateCiSettings, { id: project.id, run_jobs: true })).status).toBe(403);
  const { status, body } = await create();
  expect([status, body]).toEqual([
    400,
    { message: { base: ["Jobs of this project do not run on this machine"] } },
  ]);
});

it("creates a pipeline for a push, also a failed one with the error of the file", async () => {
  const before = await commit("a: { script: echo one }");
  const after = await commit("a: { script: echo two, stage: none }");
  const push = { ref: "main", tag: false, userId: 1 };
  await runPipelineOfPush(service.store, project, { ...push, before: null, after: before }, service.url);
  await runPipelineOfPush(service.store, project, { ...push, before, after }, service.url);
  const { body } = await service.operate(listPipelines, { id: project.id });
  expect(body).toMatchObject([
    { status: "failed", sha: after },
    { sha: before, source: "push" },
  ]);
  const [failed] = body as { id: number }[];
  expect(await pipelineOf(failed?.id ?? 0)).toMatchObject({ yaml_errors: 'a: there is no stage "none".' });
});

it("runs pipelines for a commit by the interface, a merge and a push with git, and none for a deletion", async () => {
  const lookFor = async (sha: string) => {
    const found = async () =>
      (await service.operate(listPipelines, { id: project.id, sha })).body as { ref: string }[];
    while ((await found()).length === 0) await delay(50);
    return found();
  };
  await service.commit(project, { files: { a: "1" } });
  const made = await service.operate(createCommit, {
    id: project.id,
    branch: "topic",
    start_branch: "main",
    commit_message: "Add jobs",
    actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: "a: { script: echo one }" }],
  });
  expect(await lookFor((made.body as { id: string }).id)).toMatchObject([{ ref: "topic" }]);
  const proposal = { id: project.id, source_branch: "topic", target_branch: "main", title: "Add jobs" };
  const { body: proposed } = await service.operate(createMergeRequest, proposal);
  const merge_request_iid = (proposed as { iid: number }).iid;
  const merged = await service.operate(
    acceptMergeRequest,
    { id: project.id, merge_request_iid },
    { as: "maintainer" },
  );
  expect(merged.status).toBe(200);
  const { merge_commit_sha } = merged.body as { merge_commit_sha: string };
  expect(await lookFor(merge_commit_sha)).toMatchObject([{ ref: "main", source: "push" }]);
  const clone = await mkdtemp(join(tmpdir(), "helve-push-"));
  const url = `${service.url.replace("//", `//x:${service.tokens.get("developer")}@`)}/${project.fullPath}.git`;
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-C", clone, "-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
  await git("clone", "-q", "-b", "topic", url, ".");
  await git("commit", "-q", "--allow-empty", "-m", "Pushed");
  await git("push", "-q", "origin", "HEAD:other");
  const { stdout } = await git("rev-parse", "HEAD");
  expect(await lookFor(stdout.trim())).toMatchObject([{ ref: "other" }]);
  await git("push", "-q", "origin", ":other");
  expect((await service.operate(listPipelines, { id: project.id })).body).toHaveLength(3);
  await rm(clone, { recursive: true });
});

it("refuses a ref without a file, one that is not there, and jobs for nobody", async () => {
  await service.commit(project, { files: { a: "1" } });
  expect((await create()).body).toEqual({ message: { base: ["Missing CI config file"] } });
  expect((await create({ ref: "none" })).body).toEqual({ message: { base: ["Reference not found"] } });
  await commit("a: { script: x, only: [tags] }");
  expect((await create()).body).toEqual({ message: { base: ["No stages / jobs for this pipeline."] } });
});

it("cancels a job that waits before it ever runs", async () => {
  await commit("a: { script: echo ran, when: delayed, start_in: 1 hour }");
  const id = idOf(await create());
  const [job] = await jobsOf(id);
  expect(job?.status).toBe("pending");
  await service.operate(cancelJob, { id: project.id, job_id: job?.id ?? 0 });
  expect(await statesOf(id)).toEqual({ a: "canceled" });
  expect(updateJob(service.store, job?.id ?? 0, { status: "running" }, ["pending"])).toBe(false);
});

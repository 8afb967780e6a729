import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { cancelJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import { cancelPipeline, listPipelines, retryPipeline } from "../../../shared/api/resources/pipelines.ts";
import { runPipelineOfPush } from "../domain/ci/pipelines.ts";
import { updateJob } from "../store/ci/jobs.ts";
import { idOf, pipelinesForTests } from "./testing/pipelines-for-tests.ts";

const ci = pipelinesForTests();
const { service, commit, create, jobsOf, statesOf, pipelineOf, until, untilJob } = ci;

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
  const { status } = await service.operate(retryPipeline, { id: ci.project.id, pipeline_id: id });
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
  await untilJob(id, "slow", "running");
  await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
  const ended = await statesOf(id);
  expect([ended.slow, ended["by-hand"], ended.later]).toEqual(["canceled", "canceled", "canceled"]);
  await service.operate(retryPipeline, { id: ci.project.id, pipeline_id: id });
  await untilJob(id, "slow", "running");
  expect(await statesOf(id)).toEqual({
    slow: "running",
    "by-hand": "manual",
    beside: "created",
    later: "created",
  });
  await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
});

it("retries a job as often as `retry` says", async () => {
  await commit("flaky: { script: exit 1, retry: 2 }");
  const id = idOf(await create());
  const all = () => jobsOf(id, true);
  while ((await all()).filter(({ status }) => status === "failed").length < 3) await delay(50);
  expect(await all()).toHaveLength(3);
});

it("retries and allows failures by cause and exit code only", async () => {
  const mark = join(service.store.folder, "once");
  await commit(`
by-cause: { script: exit 1, retry: { max: 2, when: runner_system_failure } }
by-code: { script: exit 7, retry: { max: 1, exit_codes: [7] } }
forgiven: { script: exit 4, allow_failure: { exit_codes: [4] } }
once: { script: 'mkdir "${mark}" && exit 4; exit 5', allow_failure: { exit_codes: [4] }, retry: 1 }
`);
  const id = idOf(await create());
  await until(id, "failed");
  const jobs = await jobsOf(id, true);
  expect(jobs.map(({ name, allow_failure: allowed }) => [name, allowed]).toSorted()).toEqual([
    ["by-cause", false],
    ["by-code", false],
    ["by-code", false],
    ["forgiven", true],
    ["once", false],
    ["once", true],
  ]);
  const job_id = jobs.find(({ name }) => name === "forgiven")?.id ?? 0;
  const retried = await service.operate(retryJob, { id: ci.project.id, job_id });
  expect(retried.body).toMatchObject({ name: "forgiven", allow_failure: false });
});

it("runs jobs of a resource group one after the other", async () => {
  await commit(`
one: { script: [sleep 600], resource_group: lamp }
two: { script: echo two, resource_group: lamp }
free: { script: echo free }
`);
  const id = idOf(await create());
  await untilJob(id, "free", "success");
  expect(await statesOf(id)).toEqual({ one: "running", two: "pending", free: "success" });
  const one = (await jobsOf(id)).find(({ name }) => name === "one");
  await service.operate(cancelJob, { id: ci.project.id, job_id: one?.id ?? 0 });
  await untilJob(id, "two", "success");
});

it.each([
  [true, "canceled"],
  [false, "running"],
])("goes on after a newer push with a job that is interruptible: %s as %s", async (interruptible, state) => {
  const push = async (name: string) => {
    const after = await commit(`${name}: { script: [sleep 600], interruptible: ${interruptible} }`);
    const request = { projectId: ci.project.id, ref: "main", tag: false, userId: 1, before: null, after };
    await runPipelineOfPush(service.store, request, service.url);
    const { body } = await service.operate(listPipelines, { id: ci.project.id, sha: after });
    const [pipeline] = body as { id: number }[];
    return pipeline?.id ?? 0;
  };
  const first = await push("first");
  await untilJob(first, "first", "running");
  const second = await push("second");
  await untilJob(second, "second", "running");
  expect(await statesOf(first)).toEqual({ first: state });
  for (const pipeline_id of [first, second]) {
    await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id });
  }
});

it("waits for manual jobs, and cancels a whole pipeline with what runs in it", async () => {
  await commit(`
stages: [one, two]
long: { stage: one, script: [echo begun, sleep 600] }
by-hand: { stage: one, script: "true", when: manual }
after: { stage: two, script: "true" }
`);
  const id = idOf(await create());
  await untilJob(id, "long", "running");
  const manual = (await jobsOf(id)).find(({ name }) => name === "by-hand");
  await service.operate(playJob, { id: ci.project.id, job_id: manual?.id ?? 0 });
  await untilJob(id, "by-hand", "success");
  await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
  expect(await statesOf(id)).toEqual({ long: "canceled", "by-hand": "success", after: "skipped" });
  expect((await pipelineOf(id)).status).toBe("canceled");
});

it("runs what needs a manual job only after that was started", async () => {
  await commit(`
hand: { script: "true", when: manual }
after: { script: "true", needs: [hand] }
always: { script: "true", needs: [hand], when: always }
required: { script: "true", when: manual, allow_failure: false }
blocked: { script: "true", needs: [required] }
`);
  const id = idOf(await create());
  await untilJob(id, "always", "success");
  expect(await statesOf(id)).toEqual({
    hand: "manual",
    after: "skipped",
    always: "success",
    required: "manual",
    blocked: "created",
  });
  for (const { id: job_id } of (await jobsOf(id)).filter(({ status }) => status === "manual")) {
    await service.operate(playJob, { id: ci.project.id, job_id });
  }
  await until(id, "success");
  expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(["success"]));
});

it("fails the jobs that ran when the service ended, and runs the waiting ones after its start", async () => {
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
  await ci.stopQueue();
  expect(await statesOf(id)).toEqual(before);
  ci.startQueue();
  const [one] = await jobsOf(id);
  expect(one).toMatchObject({ name: "one", status: "failed", failure_reason: "runner_system_failure" });
  await untilJob(id, "waits", "success");
  expect((await statesOf(id)).two).toBe("running");
  await service.operate(cancelPipeline, { id: ci.project.id, pipeline_id: id });
});

it("starts each delayed job when it is due, and a retried one at once", async () => {
  await commit(`
soon: { script: echo ran, when: delayed, start_in: 1 second }
later: { script: echo ran, when: delayed, start_in: 1 hour }
`);
  const id = idOf(await create());
  await untilJob(id, "soon", "success");
  const later = (await jobsOf(id)).find(({ name }) => name === "later");
  expect(later?.status).toBe("pending");
  const job = { id: ci.project.id, job_id: later?.id ?? 0 };
  await service.operate(cancelJob, job);
  await service.operate(retryJob, job);
  await untilJob(id, "later", "success");
});

it("cancels a waiting job before it runs", async () => {
  await commit("a: { script: echo ran, when: delayed, start_in: 1 hour }");
  const id = idOf(await create());
  const [job] = await jobsOf(id);
  expect(job?.status).toBe("pending");
  await service.operate(cancelJob, { id: ci.project.id, job_id: job?.id ?? 0 });
  expect(await statesOf(id)).toEqual({ a: "canceled" });
  expect(updateJob(service.store, job?.id ?? 0, { status: "running" }, ["pending"])).toBe(false);
});

import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { jobDefinition } from "../../../../shared/ci/config/job-definition.ts";
import { JobQueue } from "../../ci/job-queue.ts";
import { noObject } from "../../git/refs.ts";
import { updateRefs } from "../../git/update-refs.ts";
import { Memory } from "../../memory.ts";
import { type TestService, testService } from "../../routes/testing/test-service.ts";
import type { ServiceStore } from "../../service-store.ts";
import { setRunJobs } from "../../store/ci/ci-settings.ts";
import { insertJob, listCurrentJobs } from "../../store/ci/jobs.ts";
import { insertPipeline, listPipelineRows } from "../../store/ci/pipelines.ts";
import { listDeliveries } from "../../store/hooks/hook-deliveries.ts";
import { insertHook } from "../../store/hooks/hooks.ts";
import type { Project } from "../../store/projects/projects.ts";
import { startPipelinesOnPush } from "../ci/pipelines.ts";
import { queuePushEvents } from "../hooks/push-events.ts";
import { announceRefUpdates, moveAndRecord, recordInterruptedUpdates } from "./record-ref-updates.ts";

let service: TestService;
let project: Project;
let hookId: number;
let tip: string;
beforeAll(async () => {
  service = testService();
  project = await service.project();
  setRunJobs(service.store, project.id, true);
  tip = await service.commit(project, { files: { ".gitlab-ci.yml": "build: { script: [echo built] }\n" } });
  hookId = insertHook(service.store, {
    url: "http://127.0.0.1:1/",
    token: null,
    events: new Set(["push_events"]),
    checksCertificates: true,
  }).id;
});
afterAll(() => service.remove());

const onError = (error: unknown) => service.errors.push(error);

/** What listens to a store in a running service, until the test ends or `stop`. */
function listening() {
  const stops = [
    startPipelinesOnPush(service.store, () => "http://service.test", onError),
    queuePushEvents(service.store, () => "http://service.test", onError),
  ];
  const stop = async () => {
    for (const each of stops.splice(0)) await each();
  };
  onTestFinished(stop);
  return { stop };
}

const outbox = () => service.store.all("SELECT kind FROM outbox");
const page = { limit: 100, offset: 0 };
const pushes = (ref: string) =>
  listDeliveries(service.store, hookId, page).deliveries.filter(
    ({ payload, trigger }) => trigger === "push_events" && JSON.parse(payload).ref === ref,
  );
const pipelines = (ref: string) =>
  listPipelineRows(service.store, project.id, { ref }, { number: 1, perPage: 100 }).items;

/** A process that was killed knows nothing: the same rows in the store of another one. */
const afterKill = (store: ServiceStore): ServiceStore => ({ ...store, memory: new Memory() });

it.each([
  ["before git moved the ref", false, 0],
  ["after git moved the ref", true, 1],
])("after a kill %s there is one event and one pipeline for what moved", async (name, isMoved, count) => {
  const ref = `refs/heads/${name.replaceAll(" ", "-")}`;
  const branch = ref.replace("refs/heads/", "");
  const update = { ref, before: noObject, after: tip };
  const killed = afterKill(service.store);
  announceRefUpdates(killed, project, [update], { userId: 1 });
  if (isMoved) await updateRefs(service.store.git.open(project.repositoryPath), [update]);

  listening();
  await recordInterruptedUpdates(service.store);
  await expect.poll(outbox, { timeout: 15_000 }).toEqual([]);
  expect([pushes(ref).length, pipelines(branch).length]).toEqual([count, count]);
  await recordInterruptedUpdates(service.store);
  expect([pushes(ref).length, pipelines(branch).length]).toEqual([count, count]);
});

it("does what a record is followed by also where it was killed right after", async () => {
  const ref = "refs/heads/recorded";
  const { stop } = listening();
  // Nothing is done before the process yields, and then it is gone.
  const moved = moveAndRecord(service.store, project, [{ ref, before: noObject, after: tip }], { userId: 1 });
  const stopped = moved.then(stop);
  expect(await moved).toBe(true);
  await stopped;
  listening();
  await expect.poll(outbox, { timeout: 15_000 }).toEqual([]);
  expect([pushes(ref).length, pipelines("recorded").length]).toEqual([1, 1]);
});

it("moves a ref back that cannot be recorded, and queues nothing", async () => {
  const ref = "refs/heads/unrecorded";
  listening();
  const full = Object.assign(new Error("database or disk is full"), {
    code: "ERR_SQLITE_ERROR",
    errcode: 13,
  });
  const record = () => {
    throw full;
  };
  const move = moveAndRecord(service.store, project, [{ ref, before: noObject, after: tip }], {
    userId: 1,
    record,
  });
  await expect(move).rejects.toBe(full);
  expect(await service.run(project, "for-each-ref", ref)).toBe("");
  expect([outbox(), pushes(ref), pipelines("unrecorded")]).toEqual([[], [], []]);
});

it("advances a pipeline at the start whose jobs a killed service had not begun", async () => {
  const { store } = service;
  const id = insertPipeline(store, project.id, {
    ref: "left",
    sha: tip,
    source: "push",
    status: "created",
    userId: 1,
  });
  const job = {
    name: "build",
    stage: "test",
    stageIndex: 0,
    allowFailure: false,
    tags: ["nobody"],
    userId: 1,
  };
  const definition = jobDefinition.parse({ script: ["echo built"] });
  insertJob(store, { ...job, definition, projectId: project.id, pipelineId: id, status: "created" });
  const queue = new JobQueue(store, { serviceUrl: () => "http://service.test", onError });
  expect(listCurrentJobs(store, id).map(({ status }) => status)).toEqual(["pending"]);
  expect(pipelines("left").map(({ status }) => status)).toEqual(["pending"]);
  await queue.close();
});

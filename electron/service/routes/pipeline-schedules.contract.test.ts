import { beforeEach, expect, it, onTestFinished } from "vitest";
import {
  createPipelineSchedule,
  createPipelineScheduleVariable,
  deletePipelineSchedule,
  deletePipelineScheduleVariable,
  getPipelineSchedule,
  listPipelineSchedules,
  listSchedulePipelines,
  playPipelineSchedule,
  takePipelineScheduleOwnership,
  updatePipelineSchedule,
  updatePipelineScheduleVariable,
} from "../../../shared/api/resources/pipeline-schedules.ts";
import { jobDefinition } from "../../../shared/ci/config/job-definition.ts";
import { pipelineVariables } from "../ci/pipeline-variables.ts";
import { startPipelineSchedules } from "../domain/ci/pipeline-schedules.ts";
import { setRunJobs } from "../store/ci/ci-settings.ts";
import { listCurrentJobs } from "../store/ci/jobs.ts";
import { findSchedule, listScheduleVariables, updateSchedule } from "../store/ci/pipeline-schedules.ts";
import { listPipelineRows } from "../store/ci/pipelines.ts";
import { setMember } from "../store/groups/members.ts";
import type { Project } from "../store/projects/projects.ts";
import { insertProtectedBranch } from "../store/projects/protected-branches.ts";
import { findUserByName } from "../store/users/users.ts";
import { serviceForTests } from "./testing/service-for-tests.ts";

const service = serviceForTests();
let project: Project;
beforeEach(async () => {
  project = await service.project();
  setRunJobs(service.store, project.id, true);
  await service.commit(project, {
    files: {
      ".gitlab-ci.yml":
        'nightly: { script: x, rules: [{ if: $CI_PIPELINE_SOURCE == "schedule", when: manual }] }\n',
    },
  });
});

const nightly = { description: "Nightly", ref: "main", cron: "0 4 * * *", cron_timezone: "Europe/Oslo" };
const create = (input: object = {}, as: "developer" | "maintainer" = "developer") =>
  service.operate(createPipelineSchedule, { id: project.id, ...nightly, ...input }, { as });
interface Made {
  readonly id: number;
  readonly next_run_at: string | null;
}
const made = async (input: object = {}) => (await create(input)).body as Made;
const one = ({ id }: Made) => ({ id: project.id, pipeline_schedule_id: id });
const idOf = (username: string): number => findUserByName(service.store, username)?.id ?? 0;
const pipelines = () => listPipelineRows(service.store, project.id, {}, { number: 1, perPage: 10 }).items;

it("creates, lists, changes and deletes schedules, with their next run", async () => {
  const { status, body } = await create();
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      ...nightly,
      ...{ active: true, variables: [], last_pipeline: null },
      owner: expect.objectContaining({ username: "developer" }),
      next_run_at: expect.stringMatching(/T0[23]:00:00\.000Z$/),
    }),
  ]);
  const schedule = body as Made;
  const changed = await service.operate(
    updatePipelineSchedule,
    { ...one(schedule), cron: "*/15 * * * *", active: false },
    { as: "developer" },
  );
  expect(changed.body).toMatchObject({ cron: "*/15 * * * *", active: false, next_run_at: null });
  const list = async (scope?: "active" | "inactive") =>
    ((await service.operate(listPipelineSchedules, { id: project.id, scope })).body as Made[]).map(
      ({ id }) => id,
    );
  expect([await list(), await list("active"), await list("inactive")]).toEqual([
    [schedule.id],
    [],
    [schedule.id],
  ]);
  const removed = await service.operate(deletePipelineSchedule, one(schedule), { as: "developer" });
  expect(removed.status).toBe(204);
  expect((await service.operate(getPipelineSchedule, one(schedule))).body).toEqual({
    message: "404 Pipeline Schedule Not Found",
  });
});

it("refuses what can never run", async () => {
  const problem = async (input: object) => {
    const { status, body } = await create(input);
    return [status, Object.keys((body as { message: object }).message)];
  };
  expect(await problem({ cron: "soon" })).toEqual([400, ["cron"]]);
  expect(await problem({ cron: "0 0 * * * *" })).toEqual([400, ["cron"]]);
  expect(await problem({ cron_timezone: "Nowhere/Else" })).toEqual([400, ["cron_timezone"]]);
  expect(await problem({ description: "  " })).toEqual([400, ["description"]]);
  expect(await problem({ ref: "gone" })).toEqual([400, ["ref"]]);
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  expect(await problem({})).toEqual([400, ["base"]]);
  expect((await create({}, "maintainer")).status).toBe(201);
});

it("is changed by its owner alone, whom a maintainer can replace", async () => {
  const schedule = await made();
  const change = (as: "developer" | "maintainer") =>
    service.operate(updatePipelineSchedule, { ...one(schedule), description: "Weekly" }, { as });
  const take = (as: "developer" | "maintainer") =>
    service.operate(takePipelineScheduleOwnership, one(schedule), { as });
  expect((await change("maintainer")).status).toBe(403);
  expect((await take("maintainer")).body).toMatchObject({ owner: { username: "maintainer" } });
  expect((await change("maintainer")).status).toBe(200);
  expect((await change("developer")).status).toBe(403);
  expect((await take("developer")).status).toBe(403);
});

it("gives its pipelines variables, which only its owner and maintainers see", async () => {
  const schedule = await made();
  const variable = (operation: typeof createPipelineScheduleVariable, value: string) =>
    service.operate(operation, { ...one(schedule), key: "TARGET", value }, { as: "developer" });
  expect((await variable(createPipelineScheduleVariable, "staging")).body).toEqual({
    ...{ key: "TARGET", value: "staging", variable_type: "env_var" },
  });
  expect((await variable(createPipelineScheduleVariable, "again")).status).toBe(400);
  expect(
    (
      await service.operate(
        updatePipelineScheduleVariable,
        { ...one(schedule), key: "TARGET", value: "live" },
        { as: "developer" },
      )
    ).status,
  ).toBe(200);
  const seen = async (as: "reporter" | "developer" | "maintainer") =>
    ((await service.operate(getPipelineSchedule, one(schedule), { as })).body as { variables: unknown })
      .variables;
  expect([await seen("reporter"), await seen("maintainer")]).toEqual([
    null,
    [{ key: "TARGET", value: "live", variable_type: "env_var" }],
  ]);
  const played = await service.operate(playPipelineSchedule, one(schedule), { as: "developer" });
  expect(played.status).toBe(201);
  const [pipeline] = pipelines();
  expect(pipeline).toMatchObject({ source: "schedule", ref: "main", userId: idOf("developer") });
  const [job] = listCurrentJobs(service.store, pipeline?.id ?? 0);
  expect(pipelineVariables(service.store, pipeline?.id ?? 0, jobDefinition.parse(job?.definition))).toEqual({
    given: { TARGET: "live" },
    givenFiles: [],
  });
  expect((await service.operate(getPipelineSchedule, one(schedule))).body).toMatchObject({
    last_pipeline: { id: pipeline?.id, source: "schedule" },
    next_run_at: schedule.next_run_at,
  });
  const removed = await service.operate(
    deletePipelineScheduleVariable,
    { ...one(schedule), key: "TARGET" },
    { as: "developer" },
  );
  expect(removed.status).toBe(202);
  expect(listScheduleVariables(service.store, schedule.id)).toEqual([]);
});

it("gives its pipelines files, and keeps the type of a variable whose value changes", async () => {
  const schedule = await made();
  const key = { ...one(schedule), key: "KUBECONFIG" };
  const as = { as: "developer" } as const;
  const created = await service.operate(
    createPipelineScheduleVariable,
    { ...key, value: "a: 1\nb: 2\n", variable_type: "file" },
    as,
  );
  expect(created.body).toMatchObject({ variable_type: "file" });
  const changed = await service.operate(updatePipelineScheduleVariable, { ...key, value: "c: 3\n" }, as);
  expect(changed.body).toMatchObject({ variable_type: "file", value: "c: 3\n" });
  await service.operate(playPipelineSchedule, one(schedule), as);
  const [pipeline] = pipelines();
  const [job] = listCurrentJobs(service.store, pipeline?.id ?? 0);
  expect(pipelineVariables(service.store, pipeline?.id ?? 0, jobDefinition.parse(job?.definition))).toEqual({
    given: { KUBECONFIG: "c: 3\n" },
    givenFiles: ["KUBECONFIG"],
  });
  const plain = await service.operate(
    updatePipelineScheduleVariable,
    { ...key, value: "x", variable_type: "env_var" },
    as,
  );
  expect(plain.body).toMatchObject({ variable_type: "env_var" });
});

it("lists the pipelines that it started, the newest first", async () => {
  const [schedule, other] = [await made(), await made()];
  for (const each of [schedule, schedule, other])
    await service.operate(playPipelineSchedule, one(each), { as: "developer" });
  const list = async (input: object) =>
    ((await service.operate(listSchedulePipelines, { ...one(schedule), ...input })).body as Made[]).map(
      ({ id }) => id,
    );
  const [, second = 0, first = 0] = pipelines().map(({ id }) => id);
  expect([await list({}), await list({ sort: "asc" }), await list({ per_page: 1, page: 2 })]).toEqual([
    [second, first],
    [first, second],
    [first],
  ]);
  await service.operate(deletePipelineSchedule, one(schedule), { as: "developer" });
  expect(pipelines()).toHaveLength(3);
});

/** Sets the next run of a schedule to a time that has passed. */
function makeDue({ id }: Made): void {
  const schedule = findSchedule(service.store, id);
  if (schedule) updateSchedule(service.store, schedule, { nextRunAt: "2026-01-01T00:00:00.000Z" });
}

function start(): void {
  const errors: unknown[] = [];
  const stop = startPipelineSchedules(
    service.store,
    () => "http://localhost",
    (error) => errors.push(error),
  );
  onTestFinished(async () => {
    await stop();
    expect(errors).toEqual([]);
  });
}

it("runs a pipeline at its time, once, and sets the next one", async () => {
  const schedule = await made();
  makeDue(schedule);
  const idle = await made({ active: false });
  start();
  await expect.poll(() => pipelines().length).toBe(1);
  expect(pipelines()[0]).toMatchObject({ source: "schedule", userId: idOf("developer") });
  expect(findSchedule(service.store, schedule.id)).toMatchObject({
    nextRunAt: schedule.next_run_at,
  });
  // A later change wakes it.
  await service.operate(updatePipelineSchedule, { ...one(idle), active: true }, { as: "developer" });
  makeDue(idle);
  await made();
  await expect.poll(() => pipelines().length).toBe(2);
});

it("becomes inactive once its owner may not run it", async () => {
  const schedule = await made();
  makeDue(schedule);
  const userId = idOf("developer");
  setMember(service.store, { kind: "project", id: project.id, userId, role: "reporter" });
  insertProtectedBranch(service.store, project.id, {
    name: "main",
    pushAccessLevel: 40,
    mergeAccessLevel: 40,
  });
  start();
  await expect.poll(() => findSchedule(service.store, schedule.id)?.active).toBe(false);
  expect(pipelines()).toEqual([]);
});

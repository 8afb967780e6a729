import { z } from "zod";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { nextRuns } from "../../../../shared/ci/cron.ts";
import { createPipelineOfCommit, hasConfig } from "../../ci/create-pipeline.ts";
import { hasRunners } from "../../ci/usable-runners.ts";
import { timeNow } from "../../clock.ts";
import type { ServiceStore } from "../../service-store.ts";
import {
  deleteSchedule,
  deleteScheduleVariable,
  findSchedule,
  insertSchedule,
  listDueSchedules,
  listSchedules,
  listScheduleVariables,
  nextScheduledTime,
  type PipelineSchedule,
  putScheduleVariable,
  type ScheduleVariable,
  updateSchedule,
} from "../../store/ci/pipeline-schedules.ts";
import { listPipelineRows, type Pipeline, type PipelinePage } from "../../store/ci/pipelines.ts";
import { eventChannel } from "../../store/event-channel.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import type { PageRequest } from "../paged.ts";
import { forbidden, invalidFields, notFound } from "../refusal.ts";
import { variableNameProblem } from "./change-variables.ts";
import { createdPipeline, findRunRef, mayRunJobsOf } from "./pipelines.ts";

/** A schedule with its owner, its newest pipeline, and its variables where the caller may see them. */
export interface ScheduleDetails {
  readonly schedule: PipelineSchedule;
  readonly owner: User | null;
  readonly lastPipeline: Pipeline | null;
  readonly variables: readonly ScheduleVariable[] | null;
}

const ownerOf = (store: ServiceStore, { ownerId }: PipelineSchedule): User | null =>
  ownerId === null ? null : findUser(store, ownerId);

/** Returns the schedules of a project with their owners. */
export const findSchedules = (store: ServiceStore, project: Project, scope?: "active" | "inactive") =>
  listSchedules(store, project.id, scope === undefined ? null : scope === "active").map((schedule) => ({
    schedule,
    owner: ownerOf(store, schedule),
  }));

/** Returns the schedule of an id in a project. Throws `notFound`. */
export function requireSchedule(store: ServiceStore, project: Project, id: number): PipelineSchedule {
  const schedule = findSchedule(store, id);
  if (schedule?.projectId !== project.id) throw notFound("Pipeline Schedule");
  return schedule;
}

/** Returns a schedule as a user sees it: its variables are for its owner and maintainers. */
export function describeSchedule(
  store: ServiceStore,
  user: User,
  project: Project,
  { id }: Pick<PipelineSchedule, "id">,
): ScheduleDetails {
  const schedule = requireSchedule(store, project, id);
  const newest = listPipelineRows(store, project.id, { scheduleId: id }, { number: 1, perPage: 1 });
  return {
    schedule,
    owner: ownerOf(store, schedule),
    lastPipeline: newest.items[0] ?? null,
    variables: administers(store, user, project, schedule) ? listScheduleVariables(store, id) : null,
  };
}

/** Returns the requested page of the pipelines that a schedule started, and their number. */
export const pipelinesOfSchedule = (
  store: ServiceStore,
  project: Project,
  { id }: PipelineSchedule,
  { sort }: { readonly sort?: "asc" | "desc" },
  page: PageRequest,
): PipelinePage => listPipelineRows(store, project.id, { scheduleId: id, isAscending: sort === "asc" }, page);

const owns = (user: User, { ownerId }: PipelineSchedule): boolean => ownerId === user.id;

const administers = (
  store: ServiceStore,
  user: User,
  project: Project,
  schedule: PipelineSchedule,
): boolean => owns(user, schedule) || accessLevel(store, user, project) >= accessLevels.maintainer;

/** Throws `forbidden` where a user may not change a schedule: its pipelines run with the rights of its owner. */
function requireOwnSchedule(user: User, schedule: PipelineSchedule): void {
  if (!owns(user, schedule) && !user.isAdmin) throw forbidden();
}

/** Fields of a schedule as the interface names them. */
interface ScheduleInput {
  readonly description: string;
  readonly ref: string;
  readonly cron: string;
  readonly cron_timezone?: string;
  readonly active?: boolean;
}

/** Emits after schedules were changed. */
const schedulesChanged = eventChannel();

/** Adds a schedule of a user and returns its id. Throws `invalidFields`. */
export async function addSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  { description, ref, cron, cron_timezone: timeZone = "UTC", active = true }: ScheduleInput,
): Promise<number> {
  const fields = { description: description.trim(), ref, cron: cron.trim(), timeZone, active };
  await checkSchedule(store, project, user, fields);
  const id = insertSchedule(store, project.id, user.id, { ...fields, nextRunAt: nextRunOf(store, fields) });
  schedulesChanged.emit(store);
  return id;
}

/** Changes a schedule. Throws `forbidden` for others than its owner, and `invalidFields`. */
export async function changeSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  schedule: PipelineSchedule,
  input: Partial<ScheduleInput>,
): Promise<void> {
  requireOwnSchedule(user, schedule);
  const fields = {
    description: input.description?.trim() ?? schedule.description,
    ref: input.ref ?? schedule.ref,
    cron: input.cron?.trim() ?? schedule.cron,
    timeZone: input.cron_timezone ?? schedule.timeZone,
    active: input.active ?? schedule.active,
  };
  await checkSchedule(store, project, user, fields);
  updateSchedule(store, schedule, { ...fields, nextRunAt: nextRunOf(store, fields) });
  schedulesChanged.emit(store);
}

type CheckedFields = Pick<PipelineSchedule, "description" | "ref" | "cron" | "timeZone" | "active">;

/** Throws `invalidFields` where a schedule cannot be, or the user may not run its pipelines. */
async function checkSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  { description, ref, cron, timeZone }: CheckedFields,
): Promise<void> {
  if (description === "") throw invalidFields({ description: ["can't be blank"] });
  if (nextRuns("0 0 * * *", timeZone, new Date(store.clock.now()), 1) === null) {
    throw invalidFields({ cron_timezone: ["is invalid syntax"] });
  }
  if (nextRuns(cron, timeZone, new Date(store.clock.now()), 1) === null) {
    throw invalidFields({ cron: ["is invalid syntax"] });
  }
  const found = await findRunRef(store, project, ref);
  if (!found) throw invalidFields({ ref: ["is ambiguous or does not exist"] });
  if (!mayRunJobsOf(store, user, project, { ...found, mergeRequestId: null })) {
    throw invalidFields({ base: [`You do not have sufficient permission to run a pipeline on '${ref}'.`] });
  }
}

/** Returns the time of the next run, null for none. */
function nextRunOf(
  store: ServiceStore,
  { cron, timeZone, active }: Pick<PipelineSchedule, "cron" | "timeZone" | "active">,
): string | null {
  const [next] = active ? (nextRuns(cron, timeZone, new Date(store.clock.now()), 1) ?? []) : [];
  return next?.toISOString() ?? null;
}

/** Deletes a schedule. Throws `forbidden` for others than its owner and maintainers. */
export function removeSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  schedule: PipelineSchedule,
): void {
  if (!administers(store, user, project, schedule)) throw forbidden();
  deleteSchedule(store, schedule.id);
  schedulesChanged.emit(store);
}

/** Makes a maintainer, or its owner, the owner of a schedule. Throws `forbidden`. */
export function takeSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  schedule: PipelineSchedule,
): void {
  if (!owns(user, schedule)) requireRole({ store, user }, project, "maintainer");
  updateSchedule(store, schedule, { ownerId: user.id });
}

const maxValueLength = 10_000;

/** A variable of a schedule as the interface names it. */
interface VariableInput {
  readonly key: string;
  readonly value: string;
  readonly variable_type?: "env_var" | "file";
}

/** Adds a variable to a schedule of the user. Throws `forbidden`, and `invalidFields` for a key that is taken or wrong. */
export function addScheduleVariable(
  store: ServiceStore,
  user: User,
  schedule: PipelineSchedule,
  input: VariableInput,
): ScheduleVariable {
  requireOwnSchedule(user, schedule);
  const { key } = input;
  const problem = variableNameProblem(key);
  if (problem !== null) throw invalidFields({ key: [problem] });
  if (listScheduleVariables(store, schedule.id).some((known) => known.key === key)) {
    throw invalidFields({ key: ["has already been taken"] });
  }
  return saveScheduleVariable(store, schedule, { ...input, file: input.variable_type === "file" });
}

/** Changes a variable of a schedule of the user. Throws `forbidden`, `notFound` and `invalidFields`. */
export function changeScheduleVariable(
  store: ServiceStore,
  user: User,
  schedule: PipelineSchedule,
  input: VariableInput,
): ScheduleVariable {
  requireOwnSchedule(user, schedule);
  const { file } = requireScheduleVariable(store, schedule, input.key);
  const { variable_type: type } = input;
  return saveScheduleVariable(store, schedule, {
    ...input,
    file: type === undefined ? file : type === "file",
  });
}

/** Deletes a variable of a schedule and returns it. Throws `forbidden` and `notFound`. */
export function removeScheduleVariable(
  store: ServiceStore,
  project: Project,
  user: User,
  schedule: PipelineSchedule,
  key: string,
): ScheduleVariable {
  if (!administers(store, user, project, schedule)) throw forbidden();
  const variable = requireScheduleVariable(store, schedule, key);
  deleteScheduleVariable(store, schedule.id, key);
  return variable;
}

function requireScheduleVariable(
  store: ServiceStore,
  { id }: PipelineSchedule,
  key: string,
): ScheduleVariable {
  const found = listScheduleVariables(store, id).find((known) => known.key === key);
  if (!found) throw notFound("Pipeline Schedule Variable");
  return found;
}

function saveScheduleVariable(
  store: ServiceStore,
  { id }: PipelineSchedule,
  { key, value, file }: ScheduleVariable,
): ScheduleVariable {
  if (value.length > maxValueLength || value.includes("\0")) {
    throw invalidFields({ value: [`is too long (maximum is ${maxValueLength} characters) or not a text`] });
  }
  const variable = { key, value, file };
  putScheduleVariable(store, id, variable);
  return variable;
}

/** Returns the variables of a schedule as pipelines get them. */
function givenVariables(store: ServiceStore, scheduleId: number) {
  const all = listScheduleVariables(store, scheduleId);
  return {
    variables: Object.fromEntries(all.map(({ key, value }) => [key, value])),
    fileVariables: all.filter(({ file }) => file).map(({ key }) => key),
  };
}

/** Runs the pipeline of a schedule now, for the user; its next run stays. Throws `invalidFields` with the reason where there is none. */
export async function playSchedule(
  store: ServiceStore,
  project: Project,
  user: User,
  { id, ref: name }: PipelineSchedule,
  serviceUrl: string,
): Promise<void> {
  const found = await findRunRef(store, project, name);
  if (!found) throw invalidFields({ base: ["Reference not found"] });
  const started = { before: null, source: "schedule", scheduleId: id, serviceUrl };
  await createdPipeline(store, project, user, { ...found, ...givenVariables(store, id), ...started });
}

/** Runs that are due. */
const dueRuns = outboxOf("pipeline_of_schedule", z.object({ scheduleId: z.int(), projectId: z.int() }));

/** Milliseconds after which the clock is read again: it may have been set, and the computer may have slept. */
const maxWaitMs = 60_000;

/**
 * Runs the pipelines of schedules at their times from now on, each once; what was due while the service did not run is
 * made up for by one run. Returns a function that stops it.
 */
export function startPipelineSchedules(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    clearTimeout(timer);
    try {
      queueDueRuns(store);
      const next = nextScheduledTime(store);
      if (next === null) return;
      timer = setTimeout(check, Math.min(maxWaitMs, Math.max(0, Date.parse(next) - store.clock.now())));
    } catch (error) {
      onError(error);
      timer = setTimeout(check, maxWaitMs);
    }
  };
  const unsubscribe = schedulesChanged.on(store, check);
  const stop = dueRuns.start(store, {
    work: ({ scheduleId }, settle) => runSchedule(store, scheduleId, serviceUrl(), settle),
    laneOf: ({ projectId }) => projectId,
    onError,
  });
  check();
  return () => {
    unsubscribe();
    clearTimeout(timer);
    return stop();
  };
}

/** Queues a run of each schedule whose time has come, and sets its next one in the same transaction. */
function queueDueRuns(store: ServiceStore): void {
  store.transaction(() => {
    for (const schedule of listDueSchedules(store, timeNow(store))) {
      updateSchedule(store, schedule, { nextRunAt: nextRunOf(store, schedule) });
      dueRuns.add(store, { scheduleId: schedule.id, projectId: schedule.projectId });
    }
  });
}

/** Runs a schedule with the rights of its owner; one whose owner may not any more becomes inactive. */
async function runSchedule(
  store: ServiceStore,
  id: number,
  serviceUrl: string,
  settle: () => void,
): Promise<void> {
  const schedule = findSchedule(store, id);
  const project = schedule && findProject(store, schedule.projectId);
  if (!project || !hasRunners(store, project.id)) return;
  const found = await findRunRef(store, project, schedule.ref);
  if (!found) return;
  const owner = ownerOf(store, schedule);
  if (owner?.state !== "active" || !mayRunJobsOf(store, owner, project, { ...found, mergeRequestId: null })) {
    updateSchedule(store, schedule, { active: false, nextRunAt: null });
    return;
  }
  const repository = store.git.open(project.repositoryPath);
  if (!(await hasConfig(repository, found.sha))) return;
  const started = { before: null, source: "schedule", scheduleId: id, userId: owner.id, serviceUrl };
  const request = { ...found, ...givenVariables(store, id), ...started };
  await createPipelineOfCommit(store, project, repository, request, settle);
}

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
import { requireCaller, requireProject } from "../domain/access/require-access.ts";
import {
  addSchedule,
  addScheduleVariable,
  changeSchedule,
  changeScheduleVariable,
  describeSchedule,
  findSchedules,
  pipelinesOfSchedule,
  playSchedule,
  removeSchedule,
  removeScheduleVariable,
  requireSchedule,
  type ScheduleDetails,
  takeSchedule,
} from "../domain/ci/pipeline-schedules.ts";
import { mapPage, Paged, pageOf } from "../domain/paged.ts";
import { type Context, implement } from "../http/implement.ts";
import { toNamedPipeline, toPipelineSummary } from "../presenters/pipeline.ts";
import { toUserOrNull } from "../presenters/user.ts";
import type { ScheduleVariable } from "../store/ci/pipeline-schedules.ts";
import type { Project } from "../store/projects/projects.ts";

interface ScheduleCall {
  readonly id: string | number;
  readonly pipeline_schedule_id: number;
}

/** Returns the schedule of a call with its project and caller, who has to have a role there. */
function scheduleOf(context: Context, call: ScheduleCall, role: "reporter" | "developer") {
  const { store } = context;
  const project = requireProject(context, call.id, role);
  const user = requireCaller(context);
  return { store, project, user, schedule: requireSchedule(store, project, call.pipeline_schedule_id) };
}

function show(context: Context, project: Project, id: number) {
  return toScheduleDetail(
    context,
    project,
    describeSchedule(context.store, requireCaller(context), project, { id }),
  );
}

export const pipelineScheduleRoutes = [
  implement(listPipelineSchedules, (input, context) => {
    const project = requireProject(context, input.id, "reporter");
    return mapPage(pageOf(context, findSchedules(context.store, project, input.scope)), (found) =>
      toSchedule(context, found),
    );
  }),
  implement(getPipelineSchedule, (input, context) => {
    const { project, schedule } = scheduleOf(context, input, "reporter");
    return show(context, project, schedule.id);
  }),
  implement(listSchedulePipelines, (input, context) => {
    const { store, project, schedule } = scheduleOf(context, input, "reporter");
    const { items, total } = pipelinesOfSchedule(store, project, schedule, input, context.page);
    return new Paged(
      items.map((pipeline) => toNamedPipeline(context, project, pipeline)),
      { total },
    );
  }),
  implement(createPipelineSchedule, async (input, context) => {
    const project = requireProject(context, input.id, "developer");
    return show(context, project, await addSchedule(context.store, project, requireCaller(context), input));
  }),
  implement(updatePipelineSchedule, async (input, context) => {
    const { store, project, user, schedule } = scheduleOf(context, input, "developer");
    await changeSchedule(store, project, user, schedule, input);
    return show(context, project, schedule.id);
  }),
  implement(deletePipelineSchedule, (input, context) => {
    const { store, project, user, schedule } = scheduleOf(context, input, "developer");
    removeSchedule(store, project, user, schedule);
    return undefined;
  }),
  implement(playPipelineSchedule, async (input, context) => {
    const { store, project, user, schedule } = scheduleOf(context, input, "developer");
    await playSchedule(store, project, user, schedule, context.baseUrl);
    return undefined;
  }),
  implement(takePipelineScheduleOwnership, (input, context) => {
    const { store, project, user, schedule } = scheduleOf(context, input, "developer");
    takeSchedule(store, project, user, schedule);
    return show(context, project, schedule.id);
  }),
  implement(createPipelineScheduleVariable, (input, context) => {
    const { store, user, schedule } = scheduleOf(context, input, "developer");
    return toScheduleVariable(addScheduleVariable(store, user, schedule, input));
  }),
  implement(updatePipelineScheduleVariable, (input, context) => {
    const { store, user, schedule } = scheduleOf(context, input, "developer");
    return toScheduleVariable(changeScheduleVariable(store, user, schedule, input));
  }),
  implement(deletePipelineScheduleVariable, (input, context) => {
    const { store, project, user, schedule } = scheduleOf(context, input, "developer");
    return toScheduleVariable(removeScheduleVariable(store, project, user, schedule, input.key));
  }),
];

/** Returns a schedule as lists have it. */
const toSchedule = (context: Context, { schedule, owner }: Pick<ScheduleDetails, "schedule" | "owner">) => ({
  id: schedule.id,
  description: schedule.description,
  ref: schedule.ref,
  cron: schedule.cron,
  cron_timezone: schedule.timeZone,
  next_run_at: schedule.nextRunAt,
  active: schedule.active,
  created_at: schedule.createdAt,
  updated_at: schedule.updatedAt,
  owner: toUserOrNull(context, owner),
});

/** Returns a single schedule. */
const toScheduleDetail = (context: Context, project: Project, details: ScheduleDetails) => ({
  ...toSchedule(context, details),
  last_pipeline: details.lastPipeline && toPipelineSummary(context, project, details.lastPipeline),
  variables: details.variables?.map(toScheduleVariable) ?? null,
});

const toScheduleVariable = ({ key, value, file }: ScheduleVariable) => ({
  variable_type: file ? "file" : "env_var",
  key,
  value,
});

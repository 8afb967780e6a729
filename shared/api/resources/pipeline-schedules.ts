import { z } from "zod";
import { idOrPath, longText, openEnum, record, secret, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { pipeline } from "./pipelines.ts";
import { userSummary } from "./user-shapes.ts";

/** A schedule of pipelines of a list. Not in the two documents; as services have it. */
const pipelineSchedule = record({
  id: z.int(),
  description: z.string(),
  ref: z.string().describe("branch or tag; newer services write `refs/heads/` or `refs/tags/` before it"),
  cron: z.string(),
  cron_timezone: z.string().default("UTC"),
  next_run_at: timestamp.nullish(),
  active: z.boolean().default(true),
  created_at: timestamp.nullish(),
  updated_at: timestamp.nullish(),
  owner: userSummary.nullish(),
});
export type PipelineSchedule = z.output<typeof pipelineSchedule>;

/** A variable that the pipelines of a schedule get. */
const scheduleVariable = record({
  key: z.string(),
  value: secret().nullish(),
  variable_type: openEnum("env_var", "file").default("env_var"),
});
export type ScheduleVariable = z.output<typeof scheduleVariable>;

/** A single schedule. */
const pipelineScheduleDetail = record({
  ...pipelineSchedule.shape,
  last_pipeline: pipeline.nullish(),
  variables: z.array(scheduleVariable).nullish().describe("for its owner and maintainers"),
});
export type PipelineScheduleDetail = z.output<typeof pipelineScheduleDetail>;

const list = { id: idOrPath };
const one = { ...list, pipeline_schedule_id: z.int() };
const oneVariable = { ...one, key: z.string().min(1) };
const shared = { auth: "token", extension: "service" } as const;
const schedules = ["pipeline_schedules"] as const;
const acting = { ...shared, role: "developer", changes: schedules } as const;

export const listPipelineSchedules = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/pipeline_schedules",
  summary: "Pipeline schedules of a project",
  role: "reporter",
  paged: "offset",
  params: list,
  query: { scope: z.enum(["active", "inactive"]).optional() },
  response: json(z.array(pipelineSchedule)),
  reads: schedules,
});

export const getPipelineSchedule = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id",
  summary: "One pipeline schedule with its variables",
  role: "reporter",
  params: one,
  response: json(pipelineScheduleDetail),
  reads: schedules,
});

export const listSchedulePipelines = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/pipelines",
  summary: "Pipelines that a schedule started, newest first",
  role: "reporter",
  paged: "offset",
  params: one,
  query: { sort: z.enum(["asc", "desc"]).optional().describe("by id; not of every service") },
  response: json(z.array(pipeline)),
  reads: [...schedules, "pipelines"],
});

export const createPipelineSchedule = operation({
  ...acting,
  method: "POST",
  path: "/projects/:id/pipeline_schedules",
  summary: "Create a pipeline schedule",
  params: list,
  body: {
    description: z.string().min(1),
    ref: z.string().min(1).describe("branch or tag"),
    cron: z.string().min(1).describe("minute, hour, day, month and weekday, such as `0 4 * * 1-5`"),
    cron_timezone: z.string().optional().describe("UTC where left out"),
    active: z.boolean().optional(),
  },
  response: json(pipelineScheduleDetail),
  status: 201,
});

export const updatePipelineSchedule = operation({
  ...acting,
  method: "PUT",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id",
  summary: "Change a pipeline schedule, which its owner may",
  params: one,
  body: {
    description: z.string().min(1).optional(),
    ref: z.string().min(1).optional(),
    cron: z.string().min(1).optional(),
    cron_timezone: z.string().optional(),
    active: z.boolean().optional(),
  },
  response: json(pipelineScheduleDetail),
});

export const deletePipelineSchedule = operation({
  ...acting,
  method: "DELETE",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id",
  summary: "Delete a pipeline schedule, which its owner and maintainers may",
  params: one,
  response: none,
  status: 204,
});

export const playPipelineSchedule = operation({
  ...acting,
  method: "POST",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/play",
  summary: "Run the pipeline of a schedule now",
  params: one,
  response: none,
  status: 201,
  changes: [...schedules, "pipelines", "jobs"],
});

export const takePipelineScheduleOwnership = operation({
  ...acting,
  method: "POST",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/take_ownership",
  summary: "Become the owner of a pipeline schedule, which maintainers may",
  role: "maintainer",
  params: one,
  response: json(pipelineScheduleDetail),
  status: 201,
});

export const createPipelineScheduleVariable = operation({
  ...acting,
  method: "POST",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables",
  summary: "Add a variable to a pipeline schedule",
  params: one,
  body: {
    key: z.string().min(1).max(255),
    value: longText(),
    variable_type: z.enum(["env_var", "file"]).optional(),
  },
  response: json(scheduleVariable),
  status: 201,
});

export const updatePipelineScheduleVariable = operation({
  ...acting,
  method: "PUT",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key",
  summary: "Change a variable of a pipeline schedule",
  params: oneVariable,
  body: { value: longText(), variable_type: z.enum(["env_var", "file"]).optional() },
  response: json(scheduleVariable),
});

export const deletePipelineScheduleVariable = operation({
  ...acting,
  method: "DELETE",
  path: "/projects/:id/pipeline_schedules/:pipeline_schedule_id/variables/:key",
  summary: "Delete a variable of a pipeline schedule",
  params: oneVariable,
  response: json(scheduleVariable),
  status: 202,
});

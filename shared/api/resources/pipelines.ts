import { z } from "zod";
import { idOrPath, longText, openEnum, record, timestamp } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/** States that services name; newer ones add more. */
const status = openEnum(
  "created",
  "waiting_for_resource",
  "preparing",
  "pending",
  "running",
  "success",
  "failed",
  "canceling",
  "canceled",
  "skipped",
  "manual",
  "scheduled",
);

/** A pipeline of a list. Not in the two documents; as services since 9.0 have it. */
export const pipeline = record({
  id: z.int(),
  iid: z.int().optional(),
  name: z.string().nullish().describe("of `workflow: name`; since 15.11, not in lists of a merge request"),
  project_id: z.int().optional(),
  sha: z.string(),
  ref: z.string().nullish(),
  status,
  source: z.string().nullish(),
  created_at: timestamp.nullish(),
  updated_at: timestamp.nullish(),
  web_url: z.string().default(""),
});
export type Pipeline = z.output<typeof pipeline>;

/** A single pipeline. */
const pipelineDetail = record({
  ...pipeline.shape,
  tag: z.boolean().default(false),
  yaml_errors: z.string().nullish(),
  user: userSummary.nullish(),
  started_at: timestamp.nullish(),
  finished_at: timestamp.nullish(),
  committed_at: timestamp.nullish(),
  duration: z.number().nullish().describe("whole seconds"),
  queued_duration: z.number().nullish().describe("whole seconds; since 14.1"),
  coverage: z.union([z.string(), z.number()]).nullish(),
});
export type PipelineDetail = z.output<typeof pipelineDetail>;

const one = { id: idOrPath, pipeline_id: z.int() };
const changes = ["jobs", "pipelines"] as const;

export const listPipelines = operation({
  method: "GET",
  path: "/projects/:id/pipelines",
  summary: "Pipelines of a project, newest first",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    status: z.string().optional(),
    ref: z.string().optional(),
    sha: z.string().optional(),
    source: z.string().optional(),
    username: z.string().optional().describe("who started it"),
  },
  response: json(z.array(pipeline)),
  reads: ["pipelines"],
  extension: "service",
});

export const getPipeline = operation({
  method: "GET",
  path: "/projects/:id/pipelines/:pipeline_id",
  summary: "One pipeline",
  auth: "token",
  params: one,
  response: json(pipelineDetail),
  reads: ["pipelines"],
  extension: "service",
});

export const listMergeRequestPipelines = operation({
  method: "GET",
  path: "/projects/:id/merge_requests/:merge_request_iid/pipelines",
  summary: "Pipelines of a merge request, newest first",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath, merge_request_iid: z.int() },
  response: json(z.array(pipeline)),
  reads: ["pipelines", "merge_requests"],
  extension: "service",
});

/** Values of `spec: inputs` of `.gitlab-ci.yml`, by name. */
const pipelineInputs = z
  .record(z.string(), z.unknown())
  .describe("values of the file's `spec: inputs`, by name");

const acting = {
  method: "POST",
  auth: "token",
  role: "developer",
  response: json(pipelineDetail),
  status: 201,
  changes,
  extension: "service",
} as const;

export const createPipeline = operation({
  ...acting,
  path: "/projects/:id/pipeline",
  summary: "Run a pipeline for a branch or tag",
  params: { id: idOrPath },
  body: {
    ref: z.string().min(1).describe("branch or tag"),
    variables: z
      .array(
        z.strictObject({
          key: z.string().min(1),
          value: longText(),
          variable_type: z.enum(["env_var", "file"]).optional(),
        }),
      )
      .optional(),
    inputs: pipelineInputs.optional(),
  },
});

export const createMergeRequestPipeline = operation({
  ...acting,
  path: "/projects/:id/merge_requests/:merge_request_iid/pipelines",
  summary: "Run a pipeline for a merge request",
  params: { id: idOrPath, merge_request_iid: z.int() },
  changes: [...changes, "merge_requests"],
});

export const cancelPipeline = operation({
  ...acting,
  path: "/projects/:id/pipelines/:pipeline_id/cancel",
  summary: "Cancel the jobs of a pipeline that have not ended",
  params: one,
});

export const retryPipeline = operation({
  ...acting,
  path: "/projects/:id/pipelines/:pipeline_id/retry",
  summary: "Run the failed and cancelled jobs of a pipeline again",
  params: one,
});

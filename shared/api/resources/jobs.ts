import { z } from "zod";
import { idOrPath, longText } from "../contract/fields.ts";
import { json, operation, text } from "../contract/operation.ts";
import { bridge, job, jobStatuses } from "./job-shapes.ts";

const scope = z.array(z.enum(jobStatuses)).optional().describe("states to list; all where left out");
const one = { id: idOrPath, job_id: z.int() };
const reads = ["jobs"] as const;

export const listJobs = operation({
  method: "GET",
  path: "/projects/:id/jobs",
  summary: "Jobs of a project, newest first",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath },
  query: { scope },
  response: json(z.array(job)),
  reads,
});

export const listPipelineJobs = operation({
  method: "GET",
  path: "/projects/:id/pipelines/:pipeline_id/jobs",
  summary: "Jobs of a pipeline",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath, pipeline_id: z.int() },
  query: {
    scope,
    include_retried: z.boolean().optional().describe("jobs that a retry replaced too; since 13.9"),
  },
  response: json(z.array(job)),
  reads,
});

export const listPipelineBridges = operation({
  method: "GET",
  path: "/projects/:id/pipelines/:pipeline_id/bridges",
  summary: "Jobs of a pipeline that start other pipelines",
  auth: "token",
  paged: "offset",
  params: { id: idOrPath, pipeline_id: z.int() },
  query: { scope },
  response: json(z.array(bridge)),
  reads: ["jobs", "pipelines"],
  extension: "service",
});

export const getJob = operation({
  method: "GET",
  path: "/projects/:id/jobs/:job_id",
  summary: "One job",
  auth: "token",
  params: one,
  response: json(job),
  reads,
});

export const getJobTrace = operation({
  method: "GET",
  path: "/projects/:id/jobs/:job_id/trace",
  summary: "Log of a job",
  auth: "token",
  params: one,
  response: text,
  reads,
});

const acting = {
  method: "POST",
  auth: "token",
  role: "developer",
  params: one,
  response: json(job),
  status: 201,
  changes: reads,
} as const;

export const cancelJob = operation({
  ...acting,
  path: "/projects/:id/jobs/:job_id/cancel",
  summary: "Cancel a job",
});

export const retryJob = operation({
  ...acting,
  path: "/projects/:id/jobs/:job_id/retry",
  summary: "Run a job again",
});

export const eraseJob = operation({
  ...acting,
  path: "/projects/:id/jobs/:job_id/erase",
  summary: "Remove a job's artifacts and trace",
});

export const playJob = operation({
  ...acting,
  path: "/projects/:id/jobs/:job_id/play",
  summary: "Start a manual job",
  body: {
    job_variables_attributes: z
      .array(z.strictObject({ key: z.string().min(1), value: longText() }))
      .optional()
      .describe("variables of this job alone; they replace all others of their names"),
  },
  status: 200,
  extension: "service",
});

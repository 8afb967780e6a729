import { z } from "zod";
import { openEnum, record, timestamp } from "../contract/fields.ts";
import { shortCommit } from "./commit-shapes.ts";
import { user } from "./user-shapes.ts";

/** Documented states, by which jobs can be filtered. */
export const jobStatuses = [
  "created",
  "pending",
  "running",
  "failed",
  "success",
  "canceled",
  "skipped",
  "manual",
] as const;

const pipeline = record({
  id: z.int(),
  ref: z.string().nullish(),
  sha: z.string(),
  status: z.string(),
  source: z.string().nullish(),
  web_url: z.string().optional(),
});

/** The project of a job: whole where the job is listed under its runner, else only its setting, since 14.x. */
const jobProject = record({
  id: z.int().optional(),
  description: z.string().nullish(),
  name: z.string().optional(),
  name_with_namespace: z.string().optional(),
  path: z.string().optional(),
  path_with_namespace: z.string().optional(),
  created_at: timestamp.nullish(),
  ci_job_token_scope_enabled: z.boolean().nullish(),
});

/** A job (Jobs › Job). */
export const job = record({
  id: z.int(),
  name: z.string(),
  stage: z.string().default(""),
  ref: z.string().nullable().default(null),
  status: openEnum(
    ...jobStatuses,
    "preparing",
    "waiting_for_resource",
    "waiting_for_callback",
    "scheduled",
    "canceling",
  ),
  tag: z.boolean().default(false),
  coverage: z.number().nullish(),
  created_at: timestamp.nullish(),
  started_at: timestamp.nullish(),
  finished_at: timestamp.nullish(),
  erased_at: timestamp.nullish().describe("since 15.x"),
  duration: z.number().nullish().describe("seconds"),
  queued_duration: z.number().nullish().describe("seconds; since 13.x"),
  artifacts_expire_at: timestamp.nullish(),
  artifacts: z
    .array(
      record({
        file_type: openEnum("archive", "metadata", "trace", "junit"),
        size: z.int().nullish(),
        filename: z.string().nullish(),
        file_format: openEnum("zip", "gzip", "raw").nullish(),
      }),
    )
    .default([]),
  artifacts_file: record({ filename: z.string().nullish(), size: z.int().nullish() }).nullish(),
  commit: shortCommit.nullish(),
  pipeline: pipeline.nullish(),
  runner: record({ id: z.int(), description: z.string().nullish() }).nullish(),
  user: user.nullish(),
  ip_address: z.string().nullish().describe("of a job that is listed under its runner"),
  project: jobProject.nullish(),
  web_url: z.string().default(""),
  allow_failure: z.boolean().optional(),
  failure_reason: z.string().nullish(),
  archived: z.boolean().optional(),
  tag_list: z.array(z.string()).optional(),
  needs: z
    .array(z.string())
    .nullish()
    .describe(
      "extension: names of the jobs it waits for; absent where it waits for all jobs of the earlier stages",
    ),
});
export type Job = z.output<typeof job>;

/** A job that starts a pipeline. Not in the two documents; as real services have it. */
export const bridge = record({
  ...job.shape,
  downstream_pipeline: record({
    ...pipeline.shape,
    iid: z.int().optional(),
    project_id: z.int().optional(),
    created_at: timestamp.nullish(),
    updated_at: timestamp.nullish(),
  })
    .nullish()
    .describe("null before it was started, and where the caller may not see it"),
});
export type Bridge = z.output<typeof bridge>;

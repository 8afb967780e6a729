import { z } from "zod";
import { reportTypes } from "../../api/resources/job-artifacts.ts";
import { runnerKeywords } from "./runner-keywords.ts";

const texts = z.array(z.string()).readonly();

/** Who may read the artifacts of a job: all who may read the project's code, members from a role on, or nobody. */
export const artifactAccess = z.enum(["all", "developer", "maintainer", "none"]);

/** Definition of a job as it is stored, read from `.gitlab-ci.yml`. */
export const jobDefinition = z.object({
  beforeScript: texts.default([]),
  script: texts.default([]),
  afterScript: texts.default([]),
  variables: z.record(z.string(), z.string()).default({}),
  /** Names of those variables whose dollar signs are no variables. */
  rawVariables: texts.default([]),
  /** Variables that were given when the pipeline was started, encrypted; they replace all others of their names. */
  sealedGiven: z.string().nullable().default(null),
  /** Variables that were given when it was started by hand, encrypted; they replace those of the pipeline's start. */
  sealedOwn: z.string().nullable().default(null),
  /** Jobs that have to end before; null waits for all earlier stages. */
  needs: z
    .array(z.object({ job: z.string(), artifacts: z.boolean(), optional: z.boolean() }))
    .nullable()
    .default(null),
  /** Jobs whose artifacts are unpacked before it runs; null for all of its `needs` or earlier stages. */
  dependencies: texts.nullable().default(null),
  when: z.enum(["on_success", "on_failure", "always", "manual", "delayed"]).default("on_success"),
  /** Seconds after which a delayed job starts. */
  startIn: z.int().default(0),
  /** Seconds. */
  timeout: z.int().positive().default(3600),
  retries: z.int().min(0).max(2).default(0),
  /** Causes and exit codes after which it is tried again. */
  retryAfter: z
    .object({ causes: texts, exitCodes: z.array(z.int()).readonly() })
    .default({ causes: ["always"], exitCodes: [] }),
  /** Exit codes with which it may fail although other failures count. */
  allowedExitCodes: z.array(z.int()).readonly().default([]),
  /** Jobs of a project that name the same group never run at the same time. */
  resourceGroup: z.string().nullable().default(null),
  /** Keywords of its author that have no effect here. */
  ignored: texts.default([]),
  /** Keywords that other runners than this computer's carry out. */
  forRunners: runnerKeywords.prefault({}),
  interruptible: z.boolean().default(false),
  coverage: z.string().nullable().default(null),
  artifacts: z
    .object({
      name: z.string(),
      paths: texts,
      exclude: texts,
      untracked: z.boolean(),
      when: z.enum(["on_success", "on_failure", "always"]),
      /** Seconds after which they are removed, null for never. */
      expireIn: z.int().nullable(),
      junit: texts,
      /** Files with variables for later jobs. */
      dotenv: texts.default([]),
      /** Further reports, each with the files that it is made of. */
      reports: z
        .array(z.object({ type: z.enum(reportTypes), paths: texts }))
        .readonly()
        .default([]),
      access: artifactAccess.default("all"),
    })
    .nullable()
    .default(null),
  environment: z
    .object({
      name: z.string(),
      url: z.string().nullable(),
      action: z.enum(["start", "stop", "prepare", "verify", "access"]),
      /** Job of the same pipeline that stops the environment. */
      onStop: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The pipeline that it starts in place of a script, null for a job with one. */
  trigger: z
    .object({
      /** Path of the project, null for a child pipeline of the same one. */
      project: z.string().nullable(),
      branch: z.string().nullable(),
      /** Files of a child pipeline. */
      files: z
        .array(
          z.object({
            /** Path of a file of the repository; of an artifact where there is a job. */
            path: z.string(),
            /** Job of the same pipeline among whose artifacts the file is. */
            job: z.string().nullable(),
            inputs: z.record(z.string(), z.unknown()),
          }),
        )
        .readonly(),
      inputs: z.record(z.string(), z.unknown()),
      /** Whether it ends as that pipeline does. */
      depends: z.boolean(),
      forwardsYaml: z.boolean(),
      forwardsGiven: z.boolean(),
    })
    .nullable()
    .default(null),
});
export type Trigger = NonNullable<z.output<typeof jobDefinition>["trigger"]>;
export type JobDefinition = z.output<typeof jobDefinition>;

/** Returns whether a job may fail in any way. With exit codes it may by these alone, which is recorded once it has ended. */
export const mayAlwaysFail = (job: {
  readonly allowFailure: boolean;
  readonly definition: unknown;
}): boolean => job.allowFailure && jobDefinition.parse(job.definition).allowedExitCodes.length === 0;

/** Plan of the file of a commit. */
export interface PipelinePlan {
  /** Of `workflow: name`, null where there is none. */
  readonly name: string | null;
  readonly jobs: readonly PipelineJob[];
  readonly leftOut: readonly LeftOutJob[];
}

/** A job of the file that is not part of a pipeline. */
export interface LeftOutJob {
  readonly name: string;
  readonly stage: string;
  /** Result of its rules, or of those of the pipeline. */
  readonly reason: string;
}

/** A job that a pipeline begins with. */
export interface PipelineJob {
  readonly name: string;
  readonly stage: string;
  readonly stageIndex: number;
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
  readonly definition: JobDefinition;
}

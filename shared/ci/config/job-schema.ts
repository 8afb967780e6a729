import { z } from "zod";
import { isPattern, wrongPattern } from "./expression.ts";
import { artifactAccess } from "./job-definition.ts";
import {
  delay,
  duration,
  fileVariables,
  jobRules,
  matrix,
  needs,
  scalar,
  unsupported,
  when,
  withoutDelay,
  workflowRules,
} from "./keyword-schema.ts";
import { isMap } from "./parse-yaml.ts";
import { cacheKeyword, imageKeyword, servicesKeyword } from "./runner-keywords.ts";
import { keywordsOfTriggers, trigger } from "./trigger-schema.ts";

const lineIsMap = "is a map: a line with a colon and a blank behind it has to be in quotation marks";
/** Lines of a script, in lists within lists down to a level. */
const linesTo = (level: number): z.ZodType<string[]> =>
  z
    .union([scalar, ...(level > 0 ? [z.array(z.lazy(() => linesTo(level - 1)))] : [])], {
      error: ({ input }) => (isMap(input) ? lineIsMap : undefined),
    })
    .transform((value) => [value].flat(2));
const lines = z.union([z.string(), z.array(linesTo(10))]).transform((value) => [value].flat(2));
const names = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const exitCodes = z.union([z.int(), z.array(z.int())]).transform((value) => [value].flat());
const allowFailure = z.union([z.boolean(), z.strictObject({ exit_codes: exitCodes })]);

const filter = z.union([
  names.transform((refs) => ({ refs })),
  z.strictObject({
    refs: names.optional(),
    variables: z.array(z.string()).optional(),
    changes: z.array(z.string()).optional(),
    kubernetes: unsupported,
  }),
]);
export type Filter = z.output<typeof filter>;

const artifacts = z
  .strictObject({
    name: z.string().default("artifacts"),
    paths: z.array(z.string()).default([]),
    exclude: z.array(z.string()).default([]),
    untracked: z.boolean().default(false),
    when: z.enum(["on_success", "on_failure", "always"]).default("on_success"),
    expire_in: z
      .union([z.literal("never").transform(() => null), duration])
      .nullable()
      .default(null),
    expose_as: z.string().optional(),
    public: z.boolean().optional(),
    access: artifactAccess.optional(),
    // Reports of other types have no effect.
    reports: z
      .looseObject({
        codequality: names.optional(),
        coverage_report: z
          .strictObject({ coverage_format: z.enum(["cobertura", "jacoco"]), path: z.string().min(1) })
          .optional(),
        dotenv: names.optional(),
        junit: names.optional(),
      })
      .default({}),
  })
  .refine((value) => value.public === undefined || value.access === undefined, {
    error: "public and access cannot be used together",
  });

const environment = z.union([
  z.string().transform((name) => ({ name, url: undefined, action: "start" as const, on_stop: undefined })),
  z.strictObject({
    name: z.string(),
    url: z.string().optional(),
    action: z.enum(["start", "stop", "prepare", "verify", "access"]).default("start"),
    on_stop: z.string().optional(),
    // Shown by real services only.
    deployment_tier: z.string().optional(),
    auto_stop_in: unsupported,
    kubernetes: unsupported,
  }),
]);

/**
 * Keywords that only choose where a job runs or make it faster: a shell of this machine runs the job without them, other
 * runners carry out the first three.
 */
export const withoutEffect = [
  "image",
  "services",
  "cache",
  "pages",
  "publish",
  "manual_confirmation",
] as const;

/** Causes of a failure after which a job is tried again, as real services name them. */
const retryCause = z.enum([
  "always",
  "unknown_failure",
  "script_failure",
  "api_failure",
  "stuck_or_timeout_failure",
  "runner_system_failure",
  "runner_unsupported",
  "stale_schedule",
  "job_execution_timeout",
  "archived_failure",
  "unmet_prerequisites",
  "scheduler_failure",
  "data_integrity_failure",
]);
const retries = z.int().min(0).max(2);
const retry = z.union([
  retries.transform((max) => ({ max, when: ["always"], exit_codes: [] })),
  z.strictObject({
    max: retries.default(0),
    when: z
      .union([retryCause, z.array(retryCause)])
      .transform((value) => [value].flat())
      .optional(),
    exit_codes: exitCodes.default([]),
  }),
]);

/** Keywords that a job may inherit from `default`. */
const inheritable = {
  hooks: unsupported,
  id_tokens: unsupported,
  before_script: lines.optional(),
  after_script: lines.optional(),
  artifacts: artifacts.optional(),
  retry: retry.optional(),
  tags: z.array(z.string()).optional(),
  timeout: duration.optional(),
  interruptible: z.boolean().optional(),
  image: imageKeyword.optional(),
  services: servicesKeyword.optional(),
  cache: cacheKeyword.optional(),
};

export const defaults = z.strictObject(inheritable);

const inherited = z.union([z.boolean(), z.array(z.string())]).default(true);
export const inheritSchema = z.strictObject({ default: inherited, variables: inherited });

/** A job as its author writes it. */
export const jobSchema = z
  .strictObject({
    trigger: trigger.optional(),
    release: unsupported,
    secrets: unsupported,
    run: unsupported,
    identity: unsupported,
    dast_configuration: unsupported,
    inputs: unsupported,
    ...inheritable,
    script: lines
      .refine((value) => value.some((line) => line.trim() !== ""), { error: "has no lines" })
      .optional(),
    stage: z.string().default("test"),
    variables: fileVariables.default({}),
    rules: jobRules.optional(),
    only: filter.optional(),
    except: filter.optional(),
    needs: needs.optional(),
    dependencies: z.array(z.string()).optional(),
    parallel: z.union([z.int().min(1).max(200), z.strictObject({ matrix })]).optional(),
    when: when.default("on_success"),
    start_in: delay.optional(),
    allow_failure: allowFailure.optional(),
    environment: environment.optional(),
    coverage: z
      .string()
      .refine(isPattern, { error: ({ input }) => wrongPattern(String(input)) })
      .optional(),
    inherit: inheritSchema.optional(),
    resource_group: z.string().optional(),
    pages: z.unknown().optional(),
    publish: z.unknown().optional(),
    manual_confirmation: z.string().optional(),
  })
  .check(({ value, issues }) => {
    const { rules, only, except, start_in: startIn, ...job } = value;
    const refuse = (message: string, ...path: string[]) =>
      issues.push({ code: "custom", input: job, message, path });
    if (job.trigger === undefined && job.script === undefined) refuse("is missing", "script");
    const wrong = job.trigger && Object.keys(value).find((key) => !keywordsOfTriggers.has(key));
    if (wrong !== undefined) refuse("cannot be used together with trigger", wrong);
    if (job.trigger && typeof job.allow_failure === "object")
      refuse("exit codes are those of a script", "allow_failure");
    if (job.trigger && job.when === "delayed") refuse("cannot be delayed together with trigger", "when");
    if (rules && (only ?? except)) refuse(`rules and ${only ? "only" : "except"} cannot be used together`);
    if (rules === undefined && job.when === "delayed" && startIn === undefined)
      refuse(withoutDelay.error, ...withoutDelay.path);
    if (rules === undefined && job.when !== "delayed" && startIn !== undefined)
      refuse("when has to be delayed for it", "start_in");
  });
export type JobConfig = z.output<typeof jobSchema>;

const noOtherValue = { error: "is not supported by jobs on this computer with this value" };
/** Pipelines of earlier pushes are cancelled as on real services by default, and no pipeline by its own jobs. */
const autoCancel = z.strictObject({
  on_new_commit: z.literal("conservative", noOtherValue).optional(),
  on_job_failure: z.literal("none", noOtherValue).optional(),
});

/** Keywords at the top level other than jobs. */
export const globalSchema = z.looseObject({
  stages: z.array(z.string()).default(["build", "test", "deploy"]),
  variables: fileVariables.default({}),
  workflow: z
    .strictObject({
      auto_cancel: autoCancel.optional(),
      name: z.string().optional(),
      rules: workflowRules.optional(),
    })
    .optional(),
  default: defaults.default({}),
});

import { z } from "zod";
import { parseCiDuration } from "./duration.ts";
import { artifactAccess } from "./job-definition.ts";
import { isMap } from "./parse-yaml.ts";

/** Numbers and booleans are texts to a shell. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** Lines of a script, in lists within lists down to a level. */
const linesTo = (level: number): z.ZodType<string[]> =>
  z
    .union([scalar, ...(level > 0 ? [z.array(z.lazy(() => linesTo(level - 1)))] : [])])
    .transform((value) => [value].flat(2));
const lines = z.union([z.string(), z.array(linesTo(10))]).transform((value) => [value].flat(2));
const names = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const duration = z.union([z.string(), z.number()]).transform(parseCiDuration);

/** A keyword of real services that cannot be ignored without changing what a job does. */
const unsupported = z.undefined({ error: "is not supported by jobs on this computer" }).optional();

/** Schema of a map by names of variables. A record of zod drops `__proto__` without an error. */
const byVariable = <T extends z.ZodType>(value: T) =>
  z
    .custom<unknown>()
    .refine((map) => !isMap(map) || !Object.hasOwn(map, "__proto__"), {
      error: "__proto__: is not supported as the name of a variable",
      abort: true,
    })
    .pipe(z.record(z.string(), value));

const variables = byVariable(
  z.union([
    scalar,
    z.null().transform(() => ""),
    z
      .strictObject({
        value: scalar.default(""),
        description: z.string().optional(),
        options: z.array(scalar).optional(),
        expand: z.literal(true, { error: "values are always expanded here" }).optional(),
      })
      .transform(({ value }) => value),
  ]),
);

const when = z.enum(["on_success", "on_failure", "always", "manual", "delayed", "never"]);
const exitCodes = z.union([z.int(), z.array(z.int())]).transform((value) => [value].flat());
const allowFailure = z.union([z.boolean(), z.strictObject({ exit_codes: exitCodes })]);
const paths = z
  .union([
    z.array(z.string()),
    z
      .strictObject({ paths: z.array(z.string()), compare_to: unsupported, project: unsupported })
      .transform((value) => value.paths),
  ])
  .optional();

export const rule = z.strictObject({
  if: z.string().optional(),
  changes: paths,
  exists: paths,
  when: when.optional(),
  start_in: duration.optional(),
  allow_failure: allowFailure.optional(),
  variables: variables.optional(),
  needs: unsupported,
  interruptible: unsupported,
});
export type Rule = z.output<typeof rule>;

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

const need = z.union([
  z.string().transform((job) => ({ job, artifacts: true, optional: false })),
  z
    .strictObject({
      project: unsupported,
      pipeline: unsupported,
      parallel: unsupported,
      job: z.string(),
      artifacts: z.boolean().default(true),
      optional: z.boolean().default(false),
    })
    .transform(({ job, artifacts, optional }) => ({ job, artifacts, optional })),
]);

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
    reports: z.looseObject({ dotenv: unsupported, junit: names.optional() }).default({}),
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

const matrix = z.array(byVariable(z.union([scalar, z.array(scalar)])));

/** Keywords that only choose where a job runs or make it faster: a shell of this machine runs the job without them. */
export const withoutEffect = ["image", "services", "cache", "pages", "publish"] as const;

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
  image: z.unknown().optional(),
  services: z.unknown().optional(),
  cache: z.unknown().optional(),
};

export const defaults = z.strictObject(inheritable);

const inherited = z.union([z.boolean(), z.array(z.string())]).default(true);
export const inheritSchema = z.strictObject({ default: inherited, variables: inherited });

/** A job as its author writes it. */
export const jobSchema = z.strictObject({
  trigger: unsupported,
  release: unsupported,
  secrets: unsupported,
  ...inheritable,
  script: lines,
  stage: z.string().default("test"),
  variables: variables.default({}),
  rules: z.array(rule).optional(),
  only: filter.optional(),
  except: filter.optional(),
  needs: z.array(need).optional(),
  dependencies: z.array(z.string()).optional(),
  parallel: z.union([z.int().min(1).max(200), z.strictObject({ matrix })]).optional(),
  when: when.default("on_success"),
  start_in: duration.optional(),
  allow_failure: allowFailure.optional(),
  environment: environment.optional(),
  coverage: z.string().optional(),
  inherit: inheritSchema.optional(),
  resource_group: z.string().optional(),
  pages: z.unknown().optional(),
  publish: z.unknown().optional(),
});
export type JobConfig = z.output<typeof jobSchema>;

/** Keywords at the top level other than jobs. */
export const globalSchema = z.looseObject({
  stages: z.array(z.string()).default(["build", "test", "deploy"]),
  variables: variables.default({}),
  workflow: z
    .strictObject({ auto_cancel: unsupported, name: z.string().optional(), rules: z.array(rule).optional() })
    .optional(),
  default: defaults.default({}),
});

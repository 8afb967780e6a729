import { z } from "zod";
import { parseDuration } from "./duration.ts";

/** Numbers and booleans are texts to a shell. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const lines = z
  .union([z.string(), z.array(z.union([scalar, z.array(z.union([scalar, z.array(scalar)]))]))])
  .transform((value) => (typeof value === "string" ? [value] : (value.flat(3) as string[])));
const names = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const duration = z.union([z.string(), z.number()]).transform(parseDuration);

const variables = z.record(
  z.string(),
  z.union([
    scalar,
    z.null().transform(() => ""),
    z.looseObject({ value: scalar }).transform(({ value }) => value),
  ]),
);

const when = z.enum(["on_success", "on_failure", "always", "manual", "delayed", "never"]);
const allowFailure = z
  .union([z.boolean(), z.looseObject({ exit_codes: z.union([z.int(), z.array(z.int())]) })])
  .transform((value) => value !== false);
const changes = z
  .union([z.array(z.string()), z.looseObject({ paths: z.array(z.string()) }).transform(({ paths }) => paths)])
  .optional();

export const rule = z.strictObject({
  if: z.string().optional(),
  changes,
  exists: z
    .union([
      z.array(z.string()),
      z.looseObject({ paths: z.array(z.string()) }).transform(({ paths }) => paths),
    ])
    .optional(),
  when: when.optional(),
  start_in: duration.optional(),
  allow_failure: allowFailure.optional(),
  variables: variables.optional(),
});
export type Rule = z.output<typeof rule>;

const filter = z.union([
  names.transform((refs) => ({ refs })),
  z.strictObject({
    refs: names.optional(),
    variables: z.array(z.string()).optional(),
    changes: z.array(z.string()).optional(),
  }),
]);
export type Filter = z.output<typeof filter>;

const need = z.union([
  z.string().transform((job) => ({ job, artifacts: true, optional: false })),
  z
    .looseObject({
      job: z.string(),
      artifacts: z.boolean().default(true),
      optional: z.boolean().default(false),
    })
    .transform(({ job, artifacts, optional }) => ({ job, artifacts, optional })),
]);

const artifacts = z.strictObject({
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
  access: z.string().optional(),
  reports: z.looseObject({ junit: names.optional() }).default({}),
});

const environment = z.union([
  z.string().transform((name) => ({ name, url: undefined, action: "start" as const, on_stop: undefined })),
  z.looseObject({
    name: z.string(),
    url: z.string().optional(),
    action: z.enum(["start", "stop", "prepare", "verify", "access"]).default("start"),
    on_stop: z.string().optional(),
  }),
]);

const matrix = z.array(z.record(z.string(), z.union([scalar, z.array(scalar)])));

/** What a job may inherit from `default`. */
const inheritable = {
  before_script: lines.optional(),
  after_script: lines.optional(),
  artifacts: artifacts.optional(),
  retry: z
    .union([z.int().transform((max) => ({ max })), z.looseObject({ max: z.int().min(0).max(2).default(0) })])
    .optional(),
  tags: z.array(z.string()).optional(),
  timeout: duration.optional(),
  interruptible: z.boolean().optional(),
  // Read, and without meaning for a shell of this machine.
  image: z.unknown().optional(),
  services: z.unknown().optional(),
  cache: z.unknown().optional(),
  hooks: z.unknown().optional(),
  id_tokens: z.unknown().optional(),
};

export const defaults = z.strictObject(inheritable);

/** A job as its author writes it. */
export const jobSchema = z.strictObject({
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
  inherit: z.unknown().optional(),
  resource_group: z.string().optional(),
  release: z.unknown().optional(),
  secrets: z.unknown().optional(),
  pages: z.unknown().optional(),
  publish: z.unknown().optional(),
});
export type JobConfig = z.output<typeof jobSchema>;

/** What is no job at the top level. */
export const globalSchema = z.looseObject({
  stages: z.array(z.string()).default(["build", "test", "deploy"]),
  variables: variables.default({}),
  workflow: z.looseObject({ rules: z.array(rule).optional() }).optional(),
  default: defaults.default({}),
});

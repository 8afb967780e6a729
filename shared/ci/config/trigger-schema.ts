import { z } from "zod";
import { unsupported } from "./keyword-schema.ts";

/** Files of a child pipeline, as on other services. */
const maxIncludes = 3;

const inputs = z.record(z.string(), z.unknown()).optional();

/** A file of a child pipeline: one of the repository, or one among the artifacts of a job of the same pipeline. */
const include = z.union([
  z.string().transform((local) => ({ local, artifact: undefined, job: undefined, inputs: undefined })),
  z
    .strictObject({
      local: z.string().optional(),
      artifact: z.string().optional(),
      job: z.string().optional(),
      inputs,
      project: unsupported,
      file: unsupported,
      ref: unsupported,
      template: unsupported,
      remote: unsupported,
      component: unsupported,
    })
    .refine(({ local, artifact }) => (local === undefined) !== (artifact === undefined), {
      error: "has to have either local or artifact",
    })
    .refine(({ artifact, job }) => (artifact === undefined) === (job === undefined), {
      error: "artifact and job are used together",
    }),
]);

const forward = z.strictObject({
  yaml_variables: z.boolean().default(true),
  pipeline_variables: z.boolean().default(false),
});

/** `trigger`: a job that starts a pipeline of the same project from other files, or one of another project. */
export const trigger = z.union([
  z.string().transform((project) => ({
    project,
    branch: undefined,
    include: undefined,
    strategy: undefined,
    inputs: undefined,
    forward: forward.parse({}),
  })),
  z
    .strictObject({
      project: z.string().optional(),
      branch: z.string().optional(),
      include: z
        .union([include, z.array(include).min(1, { error: "has no files" })])
        .transform((value) => [value].flat())
        .refine((files) => files.length <= maxIncludes, { error: `can have ${maxIncludes} files at most` })
        .optional(),
      strategy: z.literal("depend").optional(),
      inputs,
      forward: forward.default(() => forward.parse({})),
    })
    .check(({ value, issues }) => {
      const refuse = (message: string, ...path: string[]) =>
        issues.push({ code: "custom", input: value, message, path });
      if ((value.project === undefined) === (value.include === undefined))
        refuse("has to have either project or include");
      else if (value.project === undefined && value.branch !== undefined)
        refuse("is for pipelines of other projects", "branch");
      else if (value.project === undefined && value.inputs !== undefined)
        refuse("those of a child pipeline are part of include", "inputs");
    }),
]);

/** Keywords that a job with `trigger` may have: it runs no script. */
export const keywordsOfTriggers: ReadonlySet<string> = new Set([
  "trigger",
  "stage",
  "variables",
  "rules",
  "only",
  "except",
  "needs",
  "when",
  "allow_failure",
  "parallel",
  "inherit",
  "interruptible",
]);

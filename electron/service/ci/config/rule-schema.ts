import { z } from "zod";
import { fileVariables } from "./file-variables.ts";
import { delay, unsupported, when, withoutDelay } from "./keyword-schema.ts";
import { needs } from "./needs-schema.ts";

const paths = z.array(z.string());

/** Paths, and the branch, tag or commit that is compared with; null for what the pipeline is for. */
const changes = z
  .union([
    paths.transform((written) => ({ paths: written, compareTo: null })),
    z
      .strictObject({ paths, compare_to: z.string().optional(), project: unsupported })
      .transform((value) => ({ paths: value.paths, compareTo: value.compare_to ?? null })),
  ])
  .optional();
const exists = z
  .union([
    paths,
    z.strictObject({ paths, project: unsupported, ref: unsupported }).transform((value) => value.paths),
  ])
  .optional();

/** Conditions of a rule. */
const condition = { if: z.string().optional(), changes, exists };
export type Condition = z.output<z.ZodObject<typeof condition>>;

const always = z.enum(["always", "never"]);

/** A list of rules, with the rules of the lists within it. */
const listOf = <T extends z.ZodType>(rule: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value.flat(10) : value), z.array(rule));

/** `rules` of a job. */
export const jobRules = listOf(
  z
    .strictObject({
      ...condition,
      when: when.optional(),
      start_in: delay.optional(),
      allow_failure: z.boolean().optional(),
      variables: fileVariables.optional(),
      needs: needs.optional(),
      interruptible: z.boolean().optional(),
    })
    .refine((rule) => rule.when !== "delayed" || rule.start_in !== undefined, withoutDelay),
);

/** `rules` of a whole pipeline. */
export const workflowRules = listOf(
  z.strictObject({
    ...condition,
    when: always.optional(),
    variables: fileVariables.optional(),
    auto_cancel: unsupported,
  }),
);

/** `rules` of an included file. */
export const includeRules = listOf(z.strictObject({ ...condition, when: always.optional() }));

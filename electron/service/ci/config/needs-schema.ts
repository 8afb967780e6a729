import { z } from "zod";
import { byVariable, scalar } from "./file-variables.ts";
import { unsupported } from "./keyword-schema.ts";

const values = z.union([scalar, z.array(scalar).min(1, { error: "has no values" })]);

/** `parallel: matrix`: of each map every combination of its values. */
export const matrix = z
  .array(byVariable(values).refine((axes) => Object.keys(axes).length > 0, { error: "has no variables" }))
  .min(1, { error: "has no values" });
export type Matrix = z.output<typeof matrix>;

const need = z.union([
  z.string().transform((job) => ({ job, artifacts: true, optional: false, parallel: undefined })),
  z.strictObject({
    project: unsupported,
    pipeline: unsupported,
    job: z.string(),
    artifacts: z.boolean().default(true),
    optional: z.boolean().default(false),
    /** Those of a job with a matrix that are meant; all of them without it. */
    parallel: z.strictObject({ matrix }).optional(),
  }),
]);

/** `needs` of a job or rule. */
export const needs = z.array(need);
export type Need = z.output<typeof need>;

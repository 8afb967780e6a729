import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { isMap } from "./parse-yaml.ts";

/** Numbers and booleans are texts to a shell. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Schema of a map by names of variables. A record of zod drops `__proto__` without an error. */
const byVariable = <T extends z.ZodType>(value: T) =>
  z
    .custom<unknown>()
    .refine((map) => !isMap(map) || !Object.hasOwn(map, "__proto__"), {
      error: "__proto__: is not supported as the name of a variable",
      abort: true,
    })
    .pipe(z.record(z.string(), value));

/** A variable of `.gitlab-ci.yml`; the dollar signs of a raw one are no variables. */
export interface FileVariable {
  readonly value: string;
  readonly raw: boolean;
}
export type FileVariables = Readonly<Record<string, FileVariable>>;

const plain = (value: string): FileVariable => ({ value, raw: false });

/** Schema of `variables`, by name. */
export const fileVariables = byVariable(
  z.union([
    scalar.transform(plain),
    z.null().transform(() => plain("")),
    z
      .strictObject({
        value: scalar.default(""),
        description: z.string().optional(),
        options: z.array(scalar).optional(),
        expand: z.boolean().default(true),
      })
      .refine(({ value, options }) => options === undefined || options.includes(value), {
        error: "the value has to be one of its options",
      })
      .transform(({ value, expand }): FileVariable => ({ value, raw: !expand })),
  ]),
);

/** Returns the values of variables, by name. */
export const variableValues = (variables: FileVariables): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, { value }]) => [name, value]));

/** Returns the names of those variables that are raw. */
export const rawNames = (variables: FileVariables): string[] =>
  Object.entries(variables).flatMap(([name, { raw }]) => (raw ? [name] : []));

const units: readonly (readonly [RegExp, number])[] = [
  [/^s(ec(ond)?s?)?$/, 1],
  [/^m(in(ute)?s?)?$/, 60],
  [/^h((ou)?rs?)?$/, 3600],
  [/^d(ays?)?$/, 86_400],
  [/^w(eeks?)?$/, 7 * 86_400],
  [/^mo(n|nths?|s)?$/, 30 * 86_400],
  [/^y(ears?|rs?)?$/, 365 * 86_400],
];

/** Characters and seconds of the longest duration that is read: a hundred years. */
const maxLength = 100;
const maxSeconds = 100 * 365 * 86_400;

/** Returns the seconds of `1 hour 30 minutes`, `1h 30m`, `3600` and the like. Throws {@link ConfigError}. */
function parseCiDuration(value: string | number): number {
  if (typeof value === "number" && value >= 0 && value <= maxSeconds) return Math.round(value);
  const text = String(value)
    .slice(0, maxLength + 1)
    .toLowerCase();
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)];
  const rest = text.replace(/\d+(?:\.\d+)?\s*[a-z]*|[\s,]|and/g, "");
  const seconds = parts.map(([, number, unit = ""]) => {
    const factor = unit === "" ? 1 : units.find(([pattern]) => pattern.test(unit))?.[1];
    return factor === undefined ? Number.NaN : Number(number) * factor;
  });
  const total = seconds.reduce((sum, part) => sum + part, 0);
  if (parts.length === 0 || rest !== "" || text.length > maxLength || !(total <= maxSeconds)) {
    throw new ConfigError(`"${text}" is not a duration.`);
  }
  return Math.round(total);
}

/** A keyword of real services that cannot be ignored without changing what a job does. */
export const unsupported = z.undefined({ error: "is not supported by jobs on this computer" }).optional();

/** Seconds, written as text or number. */
export const duration = z.union([z.string(), z.number()]).transform(parseCiDuration);

/** Seconds that a job may be delayed for. */
export const delay = duration.refine((seconds) => seconds <= 7 * 86_400, {
  error: "can be one week at most",
});

export const when = z.enum(["on_success", "on_failure", "always", "manual", "delayed", "never"]);

/** Error of a delayed job or rule that does not say for how long. */
export const withoutDelay = { error: "is missing, but when is delayed", path: ["start_in"] };

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
  z.preprocess(
    (value) => (Array.isArray(value) ? value.flat(10) : value),
    z.array(rule).min(1, "has no rules"),
  );

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

import { z } from "zod";
import { isMap } from "./parse-yaml.ts";

/** Numbers and booleans are texts to a shell. */
export const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Schema of a map by names of variables. A record of zod drops `__proto__` without an error. */
export const byVariable = <T extends z.ZodType>(value: T) =>
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
export const valuesOf = (variables: FileVariables): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, { value }]) => [name, value]));

/** Returns the names of those variables that are raw. */
export const rawNames = (variables: FileVariables): string[] =>
  Object.entries(variables).flatMap(([name, { raw }]) => (raw ? [name] : []));

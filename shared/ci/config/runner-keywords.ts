import { z } from "zod";
import { fileVariables, scalar, variableValues } from "./keyword-schema.ts";

/** Keywords that runners with containers and caches carry out, in the form in which they get them. */

const words = z.union([z.string().transform((word) => [word]), z.array(scalar)]);

/** Options of the executors, which newer runners know and older ones leave aside. */
const executorOptions = {
  docker: z.looseObject({}).optional(),
  kubernetes: z.looseObject({}).optional(),
};

const container = {
  name: z.string().min(1),
  entrypoint: words.optional(),
  pull_policy: words.optional(),
  ...executorOptions,
};

/** Returns a container as runners get it: without what its author left out. */
function toContainer({
  docker,
  kubernetes,
  ...written
}: {
  readonly docker?: object | undefined;
  readonly kubernetes?: object | undefined;
  readonly name: string;
}): Readonly<Record<string, unknown>> {
  const options = { ...(docker && { docker }), ...(kubernetes && { kubernetes }) };
  return { ...written, ...(Object.keys(options).length > 0 && { executor_opts: options }) };
}

/** `image` of a job. */
export const imageKeyword = z.union([
  z.string().transform((name) => ({ name })),
  z
    .looseObject(container)
    .transform(({ name, entrypoint, pull_policy, docker, kubernetes }) =>
      toContainer({ name, docker, kubernetes, ...defined({ entrypoint, pull_policy }) }),
    ),
]);

const service = z.union([
  z.string().transform((name) => ({ name })),
  z
    .looseObject({
      ...container,
      alias: z.string().optional(),
      command: words.optional(),
      variables: fileVariables.optional(),
    })
    .transform(({ name, entrypoint, pull_policy, docker, kubernetes, alias, command, variables }) =>
      toContainer({
        name,
        docker,
        kubernetes,
        ...defined({ entrypoint, pull_policy, alias, command }),
        ...(variables && {
          variables: Object.entries(variableValues(variables)).map(([key, value]) => ({ key, value })),
        }),
      }),
    ),
]);

/** `services` of a job. */
export const servicesKeyword = z.array(service);

const paths = z.array(z.string());

const cache = z.looseObject({
  key: z
    .union([
      scalar.transform((name) => ({ name, files: [], prefix: "" })),
      z
        .looseObject({
          files: paths.optional(),
          files_commits: paths.optional(),
          prefix: z.string().optional(),
        })
        .transform(({ files, files_commits: commits, prefix }) => ({
          name: "",
          files: files ?? commits ?? [],
          prefix: prefix ?? "",
        })),
    ])
    .optional(),
  paths: paths.default([]),
  untracked: z.boolean().default(false),
  policy: z.string().default("pull-push"),
  when: z.enum(["on_success", "on_failure", "always"]).default("on_success"),
  fallback_keys: z.array(z.string()).default([]),
  unprotect: z.boolean().default(false),
});

/** `cache` of a job: one, several, or none. */
export const cacheKeyword = z.union([cache, z.array(cache)]).transform((value) => [value].flat());

/** Returns the fields that have a value. */
const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Parts of a job that runners with containers and caches carry out; a shell of this machine leaves them aside. */
export const runnerKeywords = z.object({
  image: z.record(z.string(), z.unknown()).nullable().default(null),
  services: z.array(z.record(z.string(), z.unknown())).readonly().default([]),
  caches: z
    .array(
      z.object({
        /** Null for the key of every job that names none. */
        key: z
          .object({ name: z.string(), files: z.array(z.string()).readonly(), prefix: z.string() })
          .nullable(),
        paths: z.array(z.string()).readonly(),
        untracked: z.boolean(),
        policy: z.string(),
        when: z.string(),
        fallbackKeys: z.array(z.string()).readonly(),
        unprotect: z.boolean(),
      }),
    )
    .readonly()
    .default([]),
});

/** Returns the keywords of a job as its definition stores them. */
export const toRunnerKeywords = (job: {
  readonly image?: z.output<typeof imageKeyword> | undefined;
  readonly services?: z.output<typeof servicesKeyword> | undefined;
  readonly cache?: z.output<typeof cacheKeyword> | undefined;
}): z.input<typeof runnerKeywords> => ({
  image: job.image ?? null,
  services: job.services ?? [],
  caches: (job.cache ?? []).map((each) => ({
    key: each.key ?? null,
    paths: each.paths,
    untracked: each.untracked,
    policy: each.policy,
    when: each.when,
    fallbackKeys: each.fallback_keys,
    unprotect: each.unprotect,
  })),
});

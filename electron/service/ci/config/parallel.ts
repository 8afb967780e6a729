import type { JobConfig } from "./job-schema.ts";

/** One of the copies in which a job runs. */
export interface JobCopy {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns the copies of a job by number (`test 1/3`) or by each combination of a matrix (`test: [linux, 24]`). */
export function expandParallel(name: string, parallel: JobConfig["parallel"]): JobCopy[] {
  if (parallel === undefined) return [{ name, variables: {} }];
  if (typeof parallel === "number") {
    return Array.from({ length: parallel }, (_, index) => ({
      name: `${name} ${index + 1}/${parallel}`,
      variables: { CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: String(parallel) },
    }));
  }
  return parallel.matrix.flatMap((axes) =>
    combine(Object.entries(axes)).map((variables) => ({
      name: `${name}: [${Object.values(variables).join(", ")}]`,
      variables,
    })),
  );
}

function combine(axes: readonly [string, string | readonly string[]][]): Record<string, string>[] {
  return axes.reduce<Record<string, string>[]>(
    (combinations, [key, values]) =>
      combinations.flatMap((chosen) => [values].flat().map((value) => ({ ...chosen, [key]: value }))),
    [{}],
  );
}

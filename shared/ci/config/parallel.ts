import { ConfigError } from "./config-error.ts";
import type { Matrix } from "./keyword-schema.ts";

/** Combinations of a matrix, and characters of a job's name, as on other services. */
const maxCopies = 200;
export const maxJobNameLength = 255;

/** One of the copies in which a job runs. */
export interface JobCopy {
  readonly name: string;
  /** Of its place in the matrix. */
  readonly matrix: Readonly<Record<string, string>>;
  /** Those of the matrix, and which copy of how many it is. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Returns the copies of a job by number (`test 1/3`) or by each combination of a matrix (`test: [linux, 24]`). */
export function expandParallel(
  name: string,
  parallel: number | { readonly matrix: Matrix } | undefined,
): JobCopy[] {
  if (parallel === undefined) return [{ name, matrix: {}, variables: {} }];
  const places =
    typeof parallel === "number"
      ? Array.from({ length: parallel }, (_, index) => ({
          name: `${name} ${index + 1}/${parallel}`,
          matrix: {},
        }))
      : expandMatrix(name, parallel.matrix);
  return places.map((place, index) => ({
    ...place,
    variables: {
      ...place.matrix,
      CI_NODE_INDEX: String(index + 1),
      CI_NODE_TOTAL: String(places.length),
    },
  }));
}

function expandMatrix(name: string, matrix: Matrix): Omit<JobCopy, "variables">[] {
  const count = matrix.reduce((sum, axes) => sum + countCopies(axes), 0);
  if (count > maxCopies) throw new ConfigError(`${name}: parallel: more than ${maxCopies} combinations.`);
  return matrix.flatMap((axes) =>
    combine(Object.entries(axes)).map((chosen) => {
      const values = Object.values(chosen);
      // Before it is joined: it may be very long.
      const length = values.reduce((sum, value) => sum + value.length + 2, name.length + 2);
      if (length > maxJobNameLength)
        throw new ConfigError(`${name}: parallel: a name is longer than ${maxJobNameLength} characters.`);
      return { name: `${name}: [${values.join(", ")}]`, matrix: chosen };
    }),
  );
}

const countCopies = (axes: Readonly<Record<string, string | readonly string[]>>): number =>
  Object.values(axes).reduce((product, values) => product * [values].flat().length, 1);

function combine(axes: readonly [string, string | readonly string[]][]): Record<string, string>[] {
  return axes.reduce<Record<string, string>[]>(
    (combinations, [key, values]) =>
      combinations.flatMap((chosen) => [values].flat().map((value) => ({ ...chosen, [key]: value }))),
    [{}],
  );
}

import type { z } from "zod";
import type { problem } from "./problem.ts";

/** A failure, as the host returns it and as a view shows it. */
export type Problem = z.output<typeof problem>;
/** Kind of a failure. */
export type ErrorCode = Problem["code"];
/** A {@link Problem} without what most of them have. */
export type GivenProblem = z.input<typeof problem>;

/** Returns a problem with what was left out of it. */
export const completeProblem = (given: GivenProblem): Problem => ({
  ...given,
  detail: given.detail ?? "",
  changed: given.changed ?? "no",
  retry: given.retry ?? false,
});

/** A {@link Problem} as a throwable. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(given: GivenProblem) {
    super(given.message);
    this.name = "ProblemError";
    this.problem = completeProblem(given);
  }
}

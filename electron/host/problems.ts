import { type Problem, ProblemError, problem } from "../../shared/errors.ts";

/** Returns the Problem of whatever was thrown; an unknown error becomes `internal`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return problem.parse({
    code: "internal",
    message: "An internal error occurred in Helve.",
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
}

/** Returns the error for a resource of the host itself that does not exist, such as "This download". */
export const notFoundError = (subject: string): ProblemError =>
  new ProblemError({ code: "not_found", message: `${subject} does not exist.` });

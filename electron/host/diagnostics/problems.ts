import { dirname } from "node:path";
import { completeProblem, type Problem, ProblemError } from "../../../shared/errors.ts";
import { describeStorageProblem, storageProblemOf } from "../../system/storage-error.ts";

/** Returns the Problem of whatever was thrown; an unknown error becomes `internal`. */
export function toHostProblem(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const reason = storageProblemOf(error);
  if (reason !== null) {
    const folder = folderOf(error);
    return completeProblem({
      code: "refused",
      message: `${describeStorageProblem(reason, folder)} Nothing was changed.`,
      reason,
      details: { folder },
      detail: String(error),
      changed: "no",
      retry: true,
    });
  }
  return completeProblem({
    code: "internal",
    message: "An internal error occurred in Helve.",
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
}

/** Returns the folder of the file that an error of the system names. */
function folderOf(error: unknown): string {
  const path: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "path") : null;
  return typeof path === "string" ? dirname(path) : "Helve's data";
}

/** Returns the error for a resource of the host itself that does not exist, such as "This download". */
export const notFoundError = (subject: string): ProblemError =>
  new ProblemError({ code: "not_found", message: `${subject} does not exist.` });

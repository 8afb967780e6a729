import type { ProblemError } from "./errors.ts";

/** Returns whether an error is a ProblemError. By its name, as workers load its class, with zod, only where they throw it. */
export const isProblemError = (error: unknown): error is ProblemError =>
  error instanceof Error && error.name === "ProblemError";

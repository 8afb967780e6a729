import { type ErrorCode, type Problem, ProblemError, problem } from "../../../shared/errors.ts";

const statuses: Readonly<Record<ErrorCode, number>> = {
  offline: 503,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid_input: 400,
  refused: 409,
  rate_limited: 429,
  too_large: 413,
  timeout: 504,
  tls: 502,
  unavailable: 503,
  bad_response: 502,
  uncertain_write: 502,
  unconfirmed: 428,
  canceled: 499,
  not_implemented: 501,
  keychain: 503,
  internal: 500,
};

/** The one error answer of the host: `application/problem+json`, with the service's status where it refused. */
export function problemResponse(value: Problem): Response {
  const status = value.status !== undefined && value.status >= 400 ? value.status : statuses[value.code];
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (value.retryAfter !== undefined) headers.set("retry-after", String(Math.ceil(value.retryAfter)));
  return new Response(JSON.stringify(value), { status, headers });
}

/** The Problem in whatever was thrown; an unknown error becomes `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return problem.parse({
    code: "internal",
    message: "Helve met an error of its own.",
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  });
}

/** A Problem for a thing of the host itself that does not exist. */
export const notFoundError = (what: string) =>
  new ProblemError({ code: "not_found", message: `${what} does not exist.` });

import { z } from "zod";
import { localReason } from "./api/resources/local-refusals.ts";

/** Kind of failure, as a stable code that views decide on (never on the text). */
export const errorCode = z.enum([
  "offline",
  "unauthorized",
  "forbidden",
  "not_found",
  "conflict",
  "invalid_input",
  "refused",
  "rate_limited",
  "too_large",
  "timeout",
  "tls",
  "unavailable",
  "bad_response",
  "uncertain_write",
  "unconfirmed",
  "canceled",
  "not_implemented",
  "keychain",
  "internal",
]);
export type ErrorCode = z.output<typeof errorCode>;

/**
 * The one error envelope: what the host returns with any status of 400 or more
 * (`content-type: application/problem+json`), and what a view shows.
 */
export const problem = z.object({
  code: errorCode,
  /** Description in the user's words: one or two sentences. */
  message: z.string(),
  /** The technical line: method, path, status and the service's own words. Never contains a token. */
  detail: z.string().default(""),
  /** HTTP status of the service's response, where there was one. */
  status: z.int().optional(),
  /** Operation as `METHOD /path/:template`. */
  operation: z.string().optional(),
  /** Whether the service's data changed. */
  changed: z.enum(["no", "yes", "unknown"]).default("no"),
  /** Whether the same call may simply be made again. */
  retry: z.boolean().default(false),
  /** Seconds until a further call makes sense. */
  retryAfter: z.number().optional(),
  /** Messages by field, for forms. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** Reason why Helve's own service refused, as a code of `shared/api/resources/local-refusals.ts`. */
  reason: localReason.optional(),
  /** Values that the reason is about, such as `folder` or `branch`. */
  details: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.output<typeof problem>;

/** A {@link Problem} as a throwable. */
export class ProblemError extends Error {
  readonly problem: Problem;
  constructor(value: z.input<typeof problem>) {
    super(value.message);
    this.name = "ProblemError";
    this.problem = problem.parse(value);
  }
}

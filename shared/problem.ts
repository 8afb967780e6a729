import { z } from "zod";
import { localReason } from "./api/contract/local-refusals.ts";

/** Kind of failure, as a stable code that views decide on (never on the text). */
const errorCode = z.enum([
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
  /**
   * JSON of what an uncertain write would have returned, as the host found it on the service; only where `changed` is
   * "yes" and the service shows it.
   */
  found: z.unknown().optional(),
  /** Whether the same call may simply be made again. */
  retry: z.boolean().default(false),
  /** Seconds until a further call makes sense. */
  retryAfter: z.number().optional(),
  /** Messages by field, for forms. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** Reason why Helve's own service refused, as a code of `shared/api/contract/local-refusals.ts`. */
  reason: localReason.optional(),
  /**
   * Values that the reason is about, such as `folder` or `branch`; `scheme` is the one that an address has to begin with
   * where a server does not speak TLS.
   */
  details: z.record(z.string(), z.string()).optional(),
});

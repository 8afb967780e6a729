import { z } from "zod";
import { hostRoute } from "./host-route.ts";

/** A difference between a service's response and the contract, or a failure. Never contains a token. */
const diagnostic = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["mismatch", "failure", "note"]),
  accountId: z.string().nullable(),
  operation: z.string().nullable(),
  message: z.string(),
  /** Number of times that it was seen; `at` is the last. */
  count: z.int().min(1),
});
export type Diagnostic = z.output<typeof diagnostic>;

/**
 * Begins the line that a process prints for an error that no code caught. Such an error is in Diagnostics too, and
 * the end-to-end tests count it as a failed test.
 */
export const uncaughtErrorPrefix = "Helve: unhandled error: ";

export const diagnosticList = z.array(diagnostic);

export const diagnosticRoutes = {
  /** The latest 500, newest first. */
  list: hostRoute("GET /diagnostics", { response: diagnosticList }),
  clear: hostRoute("DELETE /diagnostics"),
};

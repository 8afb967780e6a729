import { z } from "zod";

/** A difference between a service's response and the contract, or a failure. Never contains a token. */
export const diagnostic = z.object({
  at: z.iso.datetime(),
  kind: z.enum(["mismatch", "failure", "note"]),
  accountId: z.string().nullable(),
  operation: z.string().nullable(),
  message: z.string(),
  count: z.int().min(1).describe("how often it was seen; `at` is the last time"),
});
export type Diagnostic = z.output<typeof diagnostic>;

/**
 * Begins the line that a process prints for an error that no code caught. Such an error is in Diagnostics too, and
 * the end-to-end tests count it as a failed test.
 */
export const uncaughtErrorPrefix = "Helve: unhandled error: ";

/**
 * `GET /diagnostics` returns the latest 500, newest first; `POST /diagnostics` adds a mismatch, or its
 * count to the entry of the same account, operation and message (204); `DELETE` clears (204).
 */
export const diagnosticList = z.array(diagnostic);
export const addDiagnosticBody = z.strictObject({
  kind: z.literal("mismatch"),
  accountId: z.string(),
  operation: z.string(),
  message: z.string().max(4000),
  count: z.int().min(1).default(1),
});

import { z } from "zod";
import { parseCiDuration } from "./duration.ts";

/** A keyword of real services that cannot be ignored without changing what a job does. */
export const unsupported = z.undefined({ error: "is not supported by jobs on this computer" }).optional();

/** Seconds, written as text or number. */
export const duration = z.union([z.string(), z.number()]).transform(parseCiDuration);

/** Seconds that a job may be delayed for. */
export const delay = duration.refine((seconds) => seconds <= 7 * 86_400, {
  error: "can be one week at most",
});

export const when = z.enum(["on_success", "on_failure", "always", "manual", "delayed", "never"]);

/** Error of a delayed job or rule that does not say for how long. */
export const withoutDelay = { error: "is missing, but when is delayed", path: ["start_in"] };

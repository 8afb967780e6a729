import { localReason } from "../../../shared/api/resources/local-refusals.ts";
import type { GitRefusal, GitRefusalReason } from "../git/git-refusal.ts";
import { badParameter, HttpError, httpError } from "./http-error.ts";

/** Statuses of refusals about opened repositories; the others are 424 (failed dependency). */
const statuses: Partial<Record<GitRefusalReason, number>> = {
  alternates_outside: 400,
  checked_out: 400,
  dirty_worktree: 400,
  not_a_repository: 400,
  symbolic_ref: 400,
  read_only: 403,
  disk_failing: 507,
  disk_full: 507,
  disk_read_only: 507,
  too_large: 413,
  locked: 423,
  not_responding: 504,
};

/** Refusals of a parameter, which is named as the interface names it. */
const parameterErrors: Partial<Record<GitRefusalReason, string>> = {
  commit_message_invalid: "commit_message is invalid",
  content_invalid: "content is not valid base64",
  content_missing: "content is missing",
  line_range_invalid: "range[start] is after the last line",
  regex_invalid: "search is not a regular expression",
};

/** Refusals of a request that git itself reads: a clone, a fetch or a push. */
const transferErrors: ReadonlySet<GitRefusalReason> = new Set(["push_malformed", "transfer_unreadable"]);

/** Returns the response to a refusal of `git/`, with the status of its reason. */
export function gitRefusalError({ message, reason, details }: GitRefusal): HttpError {
  if (localReason.safeParse(reason).success) {
    return new HttpError(statuses[reason] ?? 424, { message, reason, details });
  }
  if (transferErrors.has(reason)) return badParameter(message);
  const text = parameterErrors[reason];
  return text === undefined ? httpError(400, message) : badParameter(text);
}

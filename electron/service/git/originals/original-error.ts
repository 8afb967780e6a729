import type { LocalReason } from "../../../../shared/api/resources/local-refusals.ts";

/** Why something about a repository that was opened from disk was not done; `message` is a sentence for the user. */
export class OriginalError extends Error {
  readonly reason: LocalReason;
  readonly details: Readonly<Record<string, string>>;
  constructor(reason: LocalReason, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "OriginalError";
    this.reason = reason;
    this.details = details;
  }
}

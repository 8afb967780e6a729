import type { LocalReason } from "../../../shared/api/resources/local-refusals.ts";

/** Reason why a commit, a push or a read is refused; each is mapped to a status in `http/git-refusal-error.ts`. */
type RequestReason =
  /** The commit would change nothing. */
  | "commit_unchanged"
  /** A message that no commit can have. */
  | "commit_message_invalid"
  /** Content that is said to be base64, and is not. */
  | "content_invalid"
  /** An action that writes a file has no content. */
  | "content_missing"
  | "directory_exists"
  /** The file has changed since the commit that the caller last saw. */
  | "file_changed"
  | "file_exists"
  | "file_not_found"
  /** A range that begins after the last line of a file. */
  | "line_range_invalid"
  | "path_invalid"
  | "path_missing"
  | "previous_path_missing"
  /** The head of a push is not what the protocol allows. */
  | "push_malformed"
  | "regex_invalid"
  /** git could not read a request of a clone, a fetch or a push. */
  | "transfer_unreadable";

/** A stable code for each refusal; those of {@link LocalReason} are about repositories that were opened from disk. */
export type GitRefusalReason = LocalReason | RequestReason;

/** An operation that a repository refuses, or that is refused on its behalf; `message` is a sentence for the user. */
export class GitRefusal extends Error {
  readonly reason: GitRefusalReason;
  /** Values that the refusal is about, by name: `path`, `branch`, `file` … */
  readonly details: Readonly<Record<string, string>>;
  constructor(reason: GitRefusalReason, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "GitRefusal";
    this.reason = reason;
    this.details = details;
  }
}

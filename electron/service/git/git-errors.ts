import type { LocalReason } from "../../../shared/api/contract/local-refusals.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";

/** Reason why a commit, a push or a read is refused; each is mapped to a status in `http/refusals.ts`. */
type RequestReason =
  /** The commit would change nothing. */
  | "commit_unchanged"
  /** A message that no commit can have. */
  | "commit_message_invalid"
  /** A change that writes a file has no content. */
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

/** Something of a repository is larger than what is read at once. */
export class TooLarge extends GitRefusal {
  constructor(what: string, maxBytes: number) {
    super(
      "too_large",
      `${capitalize(what)} is larger than the ${formatMiB(maxBytes)} that are read at once.`,
      {
        limit: String(maxBytes),
      },
    );
  }
}

const formatMiB = (bytes: number): string => `${Math.floor(bytes / (1024 * 1024)).toLocaleString("en")} MiB`;

/** Returns a handler for `catch` that gives `otherwise` where something is too large, and throws other errors again. */
export const ifTooLarge =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof GitRefusal && error.reason === "too_large") return otherwise;
    throw error;
  };

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EIO: "its volume does not respond",
  ESTALE: "its volume does not respond",
  ENOTCONN: "its volume does not respond",
  ETIMEDOUT: "its volume does not respond",
};

/** Returns the refusal of a file or folder that the system does not let Helve read; `code` is the system's. */
export const unreadable = (path: string, code: string): GitRefusal =>
  new GitRefusal("original_unreadable", `${path} cannot be read: ${reasons[code] ?? code}.`, { path });

/** git ended with a code that the caller did not expect. */
export class GitError extends Error {
  readonly code: number | null;
  readonly stderr: string;
  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args[0] ?? ""} ended with ${code}: ${stderr.trim().slice(0, 2000)}`);
    this.name = "GitError";
    this.code = code;
    this.stderr = stderr;
  }
}

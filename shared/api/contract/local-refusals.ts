import { z } from "zod";

/**
 * Reason why Helve's own service refuses something about a repository, mostly one that was opened from disk: a stable
 * code in the field `reason` of the error body, beside the sentence in `message` and the values in `details`.
 */
export const localReason = z.enum([
  /** Objects are borrowed from `folder`, outside the repository; open it again with `borrow`. */
  "alternates_outside",
  /** `branch` is checked out in `folder`: commit to a new branch, or send `update_worktree`. */
  "checked_out",
  /**
   * With `update_worktree`: the work tree in `folder` has changes of its own (`files`, one a line), nothing was done.
   */
  "dirty_worktree",
  /** The disk with `folder` is full; nothing was changed. */
  "disk_full",
  /** `folder` is on a disk that cannot be written to, or may not be; nothing was changed. */
  "disk_read_only",
  /** The disk with `folder` reports an error. */
  "disk_failing",
  /** Another git process has the lock file `file`, which is `age` seconds old. */
  "locked",
  /** The folder `path` is not there. */
  "original_missing",
  /** Another repository is at `path`. */
  "original_replaced",
  /** The repository at `path` cannot be read or written: the message says why. */
  "original_unreadable",
  /** The path is not a repository. */
  "not_a_repository",
  /** `branch` is a symbolic ref to `target`. */
  "symbolic_ref",
  /** A bundle, or a folder that may not be written to. */
  "read_only",
  /** The object `object` was left out of a partial clone. */
  "missing_object",
  /** The history ends before this commit: the clone is shallow. */
  "missing_history",
  /** A command of git in the repository at `path` made no progress and was ended; `file` is what it waited for. */
  "not_responding",
  /** More than the service reads at once: the message says what. */
  "too_large",
]);
export type LocalReason = z.output<typeof localReason>;

/** Body of a refusal with a {@link LocalReason}. */
export const localRefusal = z.object({
  message: z.string(),
  reason: localReason,
  details: z.record(z.string(), z.string()).default({}),
});
export type LocalRefusal = z.output<typeof localRefusal>;

/**
 * Field of every operation that commits to a branch: where the branch is checked out in a clean work tree, branch and
 * work tree move together, as `receive.denyCurrentBranch=updateInstead` does. Only sent to Helve's own service.
 */
export const updateWorktree = {
  update_worktree: z
    .boolean()
    .optional()
    .describe("of opened repositories: move a checked-out branch together with its clean work tree"),
};

import { z } from "zod";
import { idOrPath, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { project } from "./projects.ts";

/** Layout of a repository on disk. A `linked` one has a `.git` file: a linked worktree or a submodule. */
export const originalKind = z.enum(["worktree", "bare", "linked", "bundle"]);

/**
 * State of an original. `missing`: the folder was moved, deleted, or its volume is away. `replaced`: another repository
 * is at its path. `unreadable`: the folder is there, but `problem` says why it cannot be read.
 */
export const originalState = z.enum(["ready", "missing", "replaced", "unreadable"]);
export type OriginalState = z.output<typeof originalState>;

/** A branch that a folder on disk has checked out. */
const checkedOutBranch = record({
  branch: z.string(),
  folder: z.string().describe("absolute path of the work tree"),
  clean: z
    .boolean()
    .nullable()
    .describe(
      "whether it has no changes, staged or not; null where that is unknown or does not matter: see `obstacle`",
    ),
  obstacle: z
    .string()
    .nullish()
    .describe("why Helve leaves it alone even where it is clean, as the end of a sentence about the folder"),
});
export type CheckedOutBranch = z.output<typeof checkedOutBranch>;

/** A repository that was opened from disk, as the list of recent ones has it. */
const localRepository = record({
  project_id: z.int(),
  name: z.string(),
  path_with_namespace: z.string(),
  path: z.string().describe("absolute path as it was opened, `~` resolved"),
  kind: originalKind,
  state: originalState,
  problem: z.string().nullable().describe("why it cannot be read, as a sentence; null while it is ready"),
  last_opened_at: timestamp,
});
export type LocalRepository = z.output<typeof localRepository>;

/** The original of one project: what `git` has on disk right now. */
const original = localRepository.extend({
  shallow: z.boolean().describe("history ends early, as in a clone with `--depth`"),
  partial: z.boolean().describe("objects are missing on purpose, as in a clone with `--filter`"),
  read_only: z.boolean().describe("true for bundles, and for folders that may not be written to"),
  object_format: z.enum(["sha1", "sha256"]),
  ref_format: z.enum(["files", "reftable"]),
  checked_out: z.array(checkedOutBranch),
  kept_refs: z.int().describe("refs below `refs/helve/` that keep versions of merge requests alive"),
});
export type Original = z.output<typeof original>;

/**
 * Opens a repository of this machine's disk as a project of its user; one that is open already is returned as it is.
 * Refused with the reason `alternates_outside` (see `local-refusals.ts`) where it borrows objects from a folder outside
 * of it, until the same call comes with `borrow` naming that folder.
 */
export const openLocalRepository = operation({
  method: "POST",
  path: "/local/repositories",
  summary: "Open a git repository on this computer as a project",
  auth: "admin",
  body: {
    path: z
      .string()
      .min(1)
      .describe(
        "work tree, bare repository, linked worktree, submodule or bundle file: absolute, or from `~`",
      ),
    name: z.string().min(1).optional().describe("the folder's name where left out"),
    borrow: z
      .array(z.string().min(1))
      .optional()
      .describe("object folders outside the repository that it may borrow from"),
    worktrees: z
      .array(z.string().min(1))
      .optional()
      .describe(
        "work trees outside the repository that may move with their branch though their own `.git` does not lead back",
      ),
  },
  response: json(project),
  status: 201,
  changes: ["projects", "originals"],
  extension: "local",
});

/** Returns the repositories that were opened, the one that was opened last first. */
export const listLocalRepositories = operation({
  method: "GET",
  path: "/local/repositories",
  summary: "Repositories that were opened from disk",
  auth: "admin",
  response: json(z.array(localRepository)),
  reads: ["originals"],
  extension: "local",
});

/**
 * Removes a repository from the list. Nothing on disk changes, and its merge requests and comments are back when the
 * same path is opened again. With `forget` Helve's own data of it is deleted too, and its refs below `refs/helve/` in
 * the original.
 */
export const removeLocalRepository = operation({
  method: "DELETE",
  path: "/local/repositories/:id",
  summary: "Remove a repository from the list of opened ones",
  auth: "admin",
  params: { id: idOrPath },
  query: { forget: z.boolean().optional() },
  response: none,
  status: 204,
  changes: ["projects", "originals"],
  extension: "local",
});

/**
 * Returns what is on disk now, null for a project that was not opened from disk. It looks at each work tree, which takes
 * as long as `git status`.
 */
export const getOriginal = operation({
  method: "GET",
  path: "/local/projects/:id/original",
  summary: "The repository on disk that a project was opened from",
  auth: "token",
  role: "reporter",
  params: { id: idOrPath },
  response: json(original.nullable()),
  reads: ["originals", "branches"],
  extension: "local",
});

/** One ref of an original that git moved outside Helve. Null is "no such ref". */
export const refMove = z.object({
  ref: z.string().describe("full name, such as `refs/heads/main`"),
  before: z.string().nullable(),
  after: z.string().nullable(),
  kind: z.enum(["created", "deleted", "advanced", "rewritten"]).describe("`advanced` is a fast-forward"),
});
export type RefMove = z.output<typeof refMove>;

/** Change of one original: refs that moved, or the current state of its folder. */
const originalChange = z.object({
  project_id: z.int(),
  path_with_namespace: z.string(),
  state: originalState,
  problem: z.string().nullable(),
  moved: z.array(refMove),
});
export type OriginalChange = z.output<typeof originalChange>;

/**
 * Waits until an original changes outside Helve, for 25 seconds at most, and returns what changed after `cursor`.
 * Without `cursor` it returns at once with the present one. `reset` means that the cursor is too old: read everything
 * again.
 */
export const pollOriginals = operation({
  method: "GET",
  path: "/local/changes",
  summary: "Changes of opened repositories, as they happen",
  auth: "admin",
  query: { cursor: z.string().optional() },
  response: json(z.object({ cursor: z.string(), reset: z.boolean(), changes: z.array(originalChange) })),
  reads: ["originals"],
  extension: "local",
});

/** Commits that a commit has and the base lacks, and the other way round. */
const aheadBehind = record({
  id: z.string().describe("hash of the commit, as requested"),
  ahead: z.int().nullable().describe("null where there is no such commit any more"),
  behind: z.int().nullable(),
});
export type AheadBehind = z.output<typeof aheadBehind>;

/**
 * Returns how far commits are ahead of and behind a base, all from one walk, in the order of `ids`. Meant for the
 * visible rows of a list of branches; ending the request ends the walk. Without `ids` it is about the branches whose
 * commits are the latest, 100 at most: what such a list shows first, before the list itself is known.
 */
export const listAheadBehind = operation({
  method: "GET",
  path: "/local/projects/:id/ahead_behind",
  summary: "Number of commits that branches are ahead and behind",
  auth: "optional",
  scope: "read_repository",
  params: { id: idOrPath },
  query: {
    base: z.string().min(1).optional().describe("branch, tag or commit; the default branch where left out"),
    ids: z.array(z.string().min(1)).min(1).max(100).optional().describe("hashes of the branches' commits"),
  },
  response: json(z.array(aheadBehind)),
  reads: ["branches", "commits"],
  extension: "local",
});

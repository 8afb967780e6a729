import { z } from "zod";
import { idOrPath, openEnum, record, sort } from "../contract/fields.ts";
import { bytes, json, operation, streamedJson } from "../contract/operation.ts";
import { commit, diffEntry, shortCommit } from "./commit-shapes.ts";

const readable = { auth: "optional", method: "GET" } as const;

/** An entry of a folder; `commit` is a submodule (Repository › Tree entry). */
export const treeEntry = record({
  id: z.string(),
  name: z.string(),
  type: openEnum("tree", "blob", "commit"),
  path: z.string(),
  mode: z.string(),
});
export type TreeEntry = z.output<typeof treeEntry>;

export const listTree = operation({
  ...readable,
  pinnedBy: "ref",
  path: "/projects/:id/repository/tree",
  summary: "Entries of a folder: folders, files, submodules, each by name",
  paged: "offset",
  localPageSize: 2_000,
  params: { id: idOrPath },
  query: {
    path: z.string().optional().describe("folder; the root where left out"),
    ref: z.string().optional().describe("branch, tag or commit; the default branch where left out"),
    recursive: z.boolean().optional().describe("false where left out"),
    pagination: z.enum(["keyset", "legacy"]).optional().describe("since 15.x"),
    page_token: z.string().optional().describe("of keyset pagination"),
  },
  response: json(z.array(treeEntry)),
  reads: ["trees"],
});

export const blob = record({
  size: z.int(),
  encoding: z.string(),
  content: z.string().describe("base64"),
  sha: z.string(),
});

const blobParams = { id: idOrPath, sha: z.string().min(1).describe("hash of the blob") };

export const getBlob = operation({
  ...readable,
  pinnedBy: "sha",
  contentHash: "git-blob",
  path: "/projects/:id/repository/blobs/:sha",
  summary: "A blob with its content",
  params: blobParams,
  response: json(blob),
  reads: ["blobs"],
});

/**
 * The cheap way to read a file whose blob is known (`id` of a tree entry): the response never changes and no history
 * is walked, while the files operations search the file's last commit first.
 */
export const getRawBlob = operation({
  ...readable,
  pinnedBy: "sha",
  contentHash: "git-blob",
  path: "/projects/:id/repository/blobs/:sha/raw",
  summary: "The bytes of a blob",
  params: blobParams,
  response: bytes,
  reads: ["blobs"],
});

/** Formats of an archive, the default first. */
export const archiveFormats = ["tar.gz", "tar.bz2", "tbz", "tbz2", "tb2", "bz2", "tar", "zip"] as const;

export const getArchive = operation({
  ...readable,
  path: "/projects/:id/repository/archive[.format]",
  summary: "All files of a commit as an archive",
  params: { id: idOrPath, format: z.enum(archiveFormats).optional().describe("tar.gz where left out") },
  query: {
    sha: z.string().optional().describe("branch, tag or commit; the default branch where left out"),
    path: z.string().optional().describe("folder to archive; since 13.x"),
  },
  response: bytes,
  reads: ["trees"],
  cacheable: false,
});

export const comparison = record({
  commit: shortCommit.nullable().describe("tip of `to`; null where nothing changed"),
  commits: z.array(shortCommit),
  compare_timeout: z.boolean().default(false).describe("true: there were more changes than are listed"),
  compare_same_ref: z.boolean().default(false),
  diffs: z
    .array(diffEntry)
    .describe("one entry for each file; where its patch is left out, `too_large` or `collapsed` is true"),
});
export type Comparison = z.output<typeof comparison>;

export const compareRefs = operation({
  ...readable,
  path: "/projects/:id/repository/compare",
  summary: "Commits and changes between two refs",
  params: { id: idOrPath },
  query: {
    from: z.string().min(1),
    to: z.string().min(1),
    straight: z
      .boolean()
      .optional()
      .describe("compare directly instead of from the merge base; false where left out"),
  },
  response: streamedJson(comparison, "diffs"),
  reads: ["commits", "branches"],
});

export const contributor = record({
  name: z.string(),
  email: z.string(),
  commits: z.int(),
  additions: z.int().nullable().default(null).describe("null where lines were not counted (yet)"),
  deletions: z
    .int()
    .nullable()
    .default(null)
    .describe("like `additions`; newer real services always return 0"),
});
export type Contributor = z.output<typeof contributor>;

export const listContributors = operation({
  ...readable,
  path: "/projects/:id/repository/contributors",
  summary: "People who committed",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    order_by: z.enum(["name", "email", "commits"]).optional().describe("commits where left out"),
    sort: sort.optional().describe("asc where left out"),
  },
  response: json(z.array(contributor)),
  reads: ["commits"],
});

export const getMergeBase = operation({
  ...readable,
  auth: "token",
  path: "/projects/:id/repository/merge_base",
  summary: "The common ancestor of refs",
  params: { id: idOrPath },
  rule: ({ refs }) =>
    Array.isArray(refs) && refs.length < 2 ? { field: "refs", message: "Provide at least 2 refs" } : null,
  query: { refs: z.array(z.string().min(1)).min(1).describe("two or more hashes, branches or tags") },
  response: json(commit),
  reads: ["commits"],
});

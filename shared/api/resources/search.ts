import { z } from "zod";
import { idOrPath, record, sort, versioned } from "../contract/fields.ts";
import { json, operation, type Resource } from "../contract/operation.ts";
import { commit } from "./commit-shapes.ts";
import { issue } from "./issue-shapes.ts";
import { mergeRequest, milestone } from "./merge-request-shapes.ts";
import { note } from "./notes.ts";
import { project } from "./projects.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Search: not in the documents; real services have it since 10.5. Each scope of a path is an operation of its own, since its
 * response has another shape. Without an index of their own (Elasticsearch, Zoekt), real services search commits, code,
 * wikis and comments in single projects alone and respond elsewhere with 400 or 403. What the caller may not read is in
 * no response.
 */

/** Some lines of a file around a match; matches that are close to each other share one. */
const blobMatch = versioned(
  record({
    basename: z.string().describe("path without its extension"),
    data: z.string().describe("lines from `startline` on: the matching ones, up to two before and two after"),
    path: z.string(),
    filename: z.string().optional().describe("the path too; alone before 12.x, deprecated"),
    id: z.string().nullish().describe("hash of the blob where its path matches, null where its content does"),
    ref: z.string().describe("as it was requested; services may write a hash"),
    startline: z.int().describe("line number of the first line of `data`, from 1"),
    project_id: z.int(),
  }),
  (raw) => ({ ...raw, path: raw.path ?? raw.filename }),
);
export type BlobMatch = z.output<typeof blobMatch>;

const text = z.string().min(1);

interface ScopeSpec<S extends string, E extends z.ZodType, Q extends z.ZodRawShape> {
  readonly scope: S;
  /** Plural noun of what is found, for the summaries. */
  readonly found: string;
  readonly entry: E;
  readonly reads: readonly Resource[];
  readonly query: Q;
}

const everywhere = { path: "/search", where: "all projects" } as const;
const inGroup = {
  path: "/groups/:id/search",
  where: "a group and of the groups below it",
  params: { id: idOrPath },
} as const;
const inProject = { path: "/projects/:id/search", where: "a project", params: { id: idOrPath } } as const;

/** Returns the search of one scope at one path. */
const searchOf = <
  S extends string,
  E extends z.ZodType,
  Q extends z.ZodRawShape,
  const W extends { readonly path: string; readonly where: string; readonly params?: z.ZodRawShape },
>(
  { path, where, params }: W,
  { scope, found, entry, reads, query }: ScopeSpec<S, E, Q>,
) =>
  operation({
    method: "GET",
    path,
    variant: "scope",
    summary: `Search ${found} of ${where}`,
    auth: "token",
    paged: "offset",
    params: (params ?? {}) as W extends { readonly params: infer P extends z.ZodRawShape }
      ? P
      : Record<never, never>,
    query: { scope: z.literal(scope), search: text, ...query },
    response: json(z.array(entry)),
    reads,
    extension: "service",
  });

/** Returns the searches of one scope: of the service, of a group, and of a project. */
const searchesOf = <S extends string, E extends z.ZodType, Q extends z.ZodRawShape>(
  spec: ScopeSpec<S, E, Q>,
) => ({
  all: searchOf(everywhere, spec),
  group: searchOf(inGroup, spec),
  project: searchOf(inProject, spec),
});

const order = {
  order_by: z.literal("created_at").optional().describe("older services ignore it"),
  sort: sort.optional().describe("desc where left out; older services ignore it"),
};
const state = {
  state: z
    .enum(["opened", "closed", "all"])
    .optional()
    .describe("all where left out; older services ignore it"),
};

const projects = {
  scope: "projects",
  found: "projects",
  entry: project,
  reads: ["projects"],
  query: {},
} as const;
export const searchProjects = searchOf(everywhere, projects);
export const searchGroupProjects = searchOf(inGroup, projects);

export const {
  all: searchIssues,
  group: searchGroupIssues,
  project: searchProjectIssues,
} = searchesOf({
  scope: "issues",
  found: "issues",
  entry: issue,
  reads: ["issues"],
  query: { ...order, ...state, confidential: z.boolean().optional().describe("since 13.6") },
});

export const {
  all: searchMergeRequests,
  group: searchGroupMergeRequests,
  project: searchProjectMergeRequests,
} = searchesOf({
  scope: "merge_requests",
  found: "merge requests",
  entry: mergeRequest,
  reads: ["merge_requests"],
  query: {
    ...order,
    state: z
      .enum(["opened", "closed", "merged", "all"])
      .optional()
      .describe("all where left out; older services ignore it"),
  },
});

/** Milestones of projects; those of groups are in no response of real services either. */
export const {
  all: searchMilestones,
  group: searchGroupMilestones,
  project: searchProjectMilestones,
} = searchesOf({
  scope: "milestones",
  found: "milestones",
  entry: milestone,
  reads: ["milestones"],
  query: {},
});

/** Users whose name or user name match; of a group or project, its members. */
export const {
  all: searchUsers,
  group: searchGroupUsers,
  project: searchProjectUsers,
} = searchesOf({ scope: "users", found: "users", entry: userSummary, reads: ["users"], query: {} });

/** Comments, without those of the system. */
export const {
  all: searchNotes,
  group: searchGroupNotes,
  project: searchProjectNotes,
} = searchesOf({ scope: "notes", found: "comments", entry: note, reads: ["notes"], query: {} });

const ref = {
  ref: z.string().min(1).optional().describe("branch, tag or commit; the default branch where left out"),
};

const commits = { scope: "commits", found: "commits", entry: commit, reads: ["commits"] } as const;
/** Commits by words of their messages, or by the beginning of their hash. */
export const { all: searchCommits, group: searchGroupCommits } = searchesOf({ ...commits, query: {} });
export const searchProjectCommits = searchOf(inProject, { ...commits, query: ref });

const wikiBlobs = { scope: "wiki_blobs", found: "wiki pages", entry: blobMatch, reads: ["wikis"] } as const;
/** `path` is that of the page's file in the wiki, with its extension. */
export const {
  all: searchWikis,
  group: searchGroupWikis,
  project: searchProjectWiki,
} = searchesOf({ ...wikiBlobs, query: {} });

const blobs = { scope: "blobs", found: "files", entry: blobMatch, reads: ["blobs"] } as const;
/** Searches the content of files of the default branches, as {@link searchProjectBlobs} does in one project. */
export const { all: searchBlobs, group: searchGroupBlobs } = searchesOf({ ...blobs, query: {} });

/**
 * Searches the content of a commit's files for a text, whatever its case. `search` may contain filters beside the text:
 * `filename:*.ts`, `path:src/`, `extension:md`; `-` before a filter excludes, `*` stands for any characters, quotes
 * enclose a value with spaces. Only filters and no text: files whose paths match. `data` names no columns: find
 * the text in its lines.
 *
 * The local service stops at 5,000 matches; until then `X-Total` is given. Real services add files whose path matches
 * the text (`id` is set) and have the scope since 10.5; 400 or 404 means that a service lacks it.
 */
export const searchProjectBlobs = searchOf(inProject, {
  ...blobs,
  query: {
    ...ref,
    regex: z
      .boolean()
      .optional()
      .describe("read the text as a regular expression; real services with exact code search only"),
  },
});

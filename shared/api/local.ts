import { z } from "zod";
import { idOrPath, record } from "./fields.ts";
import { json, operation } from "./operation.ts";
import { project } from "./projects.ts";

/** Only Helve's own local service has these. */
export const openLocalRepository = operation({
  method: "POST",
  path: "/local/repositories",
  summary: "Add a git repository of this machine's disk as a project",
  auth: "admin",
  body: {
    path: z.string().min(1).describe("absolute path of a work tree or bare repository"),
    name: z.string().min(1).optional().describe("the folder's name where left out"),
  },
  response: json(project),
  status: 201,
  changes: ["projects"],
  extension: "local",
});

/** Commits that a commit has and the base lacks, and the other way round. */
export const aheadBehind = record({
  id: z.string().describe("hash of the commit, as requested"),
  ahead: z.int().nullable().describe("null where there is no such commit any more"),
  behind: z.int().nullable(),
});
export type AheadBehind = z.output<typeof aheadBehind>;

/**
 * Returns how far commits are ahead of and behind a base, all from one walk, in the order of `ids`. Meant for the visible
 * rows of a list of branches; ending the request ends the walk.
 */
export const listAheadBehind = operation({
  method: "GET",
  path: "/local/projects/:id/ahead_behind",
  summary: "How many commits branches are ahead and behind",
  auth: "optional",
  scope: "read_repository",
  params: { id: idOrPath },
  query: {
    base: z.string().min(1).describe("branch, tag or commit"),
    ids: z.array(z.string().min(1)).min(1).max(100).describe("hashes of the branches' commits"),
  },
  response: json(z.array(aheadBehind)),
  reads: ["branches", "commits"],
  extension: "local",
});

import { z } from "zod";
import { idOrPath, longText, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { project, visibility } from "./projects.ts";

/* Making projects and moving them: not in the documents. `updateProject` is beside the reads. */

const one = { id: idOrPath };
const shared = { auth: "token", extension: "service" } as const;
const owned = { ...shared, role: "owner", changes: ["projects"] } as const;
const name = z.string().min(1).max(255);
const path = z.string().min(1).max(255);

export const createProject = operation({
  ...shared,
  method: "POST",
  path: "/projects",
  summary: "Create a project: empty, with a README, or as a copy of a repository elsewhere",
  body: {
    name,
    path: path.optional().describe("made of the name where left out"),
    namespace_id: z.int().optional().describe("a group; the account's own where left out"),
    description: longText().optional(),
    visibility: visibility.optional(),
    initialize_with_readme: z.boolean().optional(),
    default_branch: z.string().optional().describe("of the README; since 13.8"),
    import_url: z.string().max(2048).optional().describe("http or https; may have a name and a password"),
  },
  response: json(project),
  status: 201,
  changes: ["projects"],
});

/** `import_status` of the new project says how far its copy is. */
export const forkProject = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/fork",
  summary: "Copy a project into a group or the account's own namespace",
  params: one,
  body: {
    namespace_path: z.string().optional().describe("the account's own where left out; since 13.4"),
    name: name.optional(),
    path: path.optional(),
    visibility: visibility.optional(),
  },
  response: json(project),
  status: 201,
  changes: ["projects"],
});

const importStatus = record({
  id: z.int(),
  import_status: z.string(),
  import_error: z.string().nullish(),
});

export const getImportStatus = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/import",
  summary: "How far the copy of a project is: none, scheduled, started, finished or failed; since 10.6",
  role: "reporter",
  params: one,
  response: json(importStatus),
  reads: ["projects"],
});

export const deleteProject = operation({
  ...owned,
  method: "DELETE",
  path: "/projects/:id",
  summary: "Delete a project with all that belongs to it; some services do so after days",
  params: one,
  response: none,
  status: 202,
});

/** GitLab responds with 304 where the account has starred it before. */
export const starProject = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/star",
  summary: "Star a project",
  params: one,
  response: json(project),
  status: 201,
  changes: ["projects"],
});

export const unstarProject = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/unstar",
  summary: "Take the star off a project",
  params: one,
  response: json(project),
  status: 201,
  changes: ["projects"],
});

export const archiveProject = operation({
  ...owned,
  method: "POST",
  path: "/projects/:id/archive",
  summary: "Make a project read-only",
  params: one,
  response: json(project),
  status: 201,
});

export const unarchiveProject = operation({
  ...owned,
  method: "POST",
  path: "/projects/:id/unarchive",
  summary: "Let a project be written to again",
  params: one,
  response: json(project),
  status: 201,
});

/** `transferProject` is for administrators; this is for owners. */
export const moveProject = operation({
  ...owned,
  method: "PUT",
  path: "/projects/:id/transfer",
  summary: "Move a project into another group or the account's own namespace; since 11.1",
  params: one,
  body: { namespace: z.string().min(1).describe("full path of the group, or the name of the user") },
  response: json(project),
});

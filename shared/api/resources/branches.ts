import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { shortCommit } from "./commit-shapes.ts";

/** A branch and the commit at its tip (Branches › Branch). */
export const branch = record({
  name: z.string(),
  merged: z.boolean().default(false),
  protected: z.boolean().default(false),
  default: z.boolean().default(false).describe("absent before 12.x"),
  developers_can_push: z.boolean().default(false),
  developers_can_merge: z.boolean().default(false),
  can_push: z.boolean().default(false),
  commit: shortCommit,
});
export type Branch = z.output<typeof branch>;

export const listBranches = operation({
  method: "GET",
  path: "/projects/:id/repository/branches",
  summary: "Branches of a project, by name",
  auth: "optional",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    search: z.string().optional().describe("`^term` matches beginnings, `term$` endings"),
    sort: z
      .enum(["name_asc", "updated_asc", "updated_desc"])
      .optional()
      .describe("name_asc where left out; services that do not know it sort by name"),
  },
  response: json(z.array(branch)),
  reads: ["branches"],
});

const params = { id: idOrPath, branch: z.string().min(1) };

export const getBranch = operation({
  method: "GET",
  path: "/projects/:id/repository/branches/:branch",
  summary: "One branch",
  auth: "optional",
  params,
  response: json(branch),
  reads: ["branches"],
});

export const createBranch = operation({
  method: "POST",
  path: "/projects/:id/repository/branches",
  summary: "Create a branch",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: {
    branch: z.string().min(1),
    ref: z.string().min(1).describe("branch, tag or commit to start from"),
  },
  response: json(branch),
  status: 201,
  changes: ["branches"],
});

export const deleteBranch = operation({
  method: "DELETE",
  path: "/projects/:id/repository/branches/:branch",
  summary: "Delete a branch",
  auth: "token",
  role: "developer",
  params,
  response: none,
  status: 204,
  changes: ["branches"],
});

export const deleteMergedBranches = operation({
  method: "DELETE",
  path: "/projects/:id/repository/merged_branches",
  summary: "Delete every branch that is merged into the default branch; protected ones stay",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  response: none,
  status: 202,
  changes: ["branches"],
});

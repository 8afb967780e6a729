import { z } from "zod";
import { shortCommit } from "./commit-shapes.ts";
import { idOrPath, record } from "./fields.ts";
import { json, none, operation } from "./operation.ts";

/** A branch and the commit at its tip (Part A, Branch). */
export const branch = record({
  name: z.string(),
  merged: z.boolean(),
  protected: z.boolean(),
  default: z.boolean().default(false).describe("absent before 12.x"),
  developers_can_push: z.boolean(),
  developers_can_merge: z.boolean(),
  can_push: z.boolean().default(false),
  commit: shortCommit,
});
export type Branch = z.output<typeof branch>;

export const listBranches = operation({
  method: "GET",
  path: "/projects/:id/repository/branches",
  summary: "Branches of a project, by name",
  auth: "optional",
  scope: "read_repository",
  paged: "offset",
  params: { id: idOrPath },
  query: { search: z.string().optional().describe("`^term` matches beginnings, `term$` endings") },
  response: json(z.array(branch)),
  reads: ["branches"],
});

export const deleteBranch = operation({
  method: "DELETE",
  path: "/projects/:id/repository/branches/:branch",
  summary: "Delete a branch",
  auth: "token",
  role: "developer",
  params: { id: idOrPath, branch: z.string().min(1) },
  response: none,
  status: 204,
  changes: ["branches"],
});

import { z } from "zod";
import { idOrPath, longText } from "../contract/fields.ts";
import { updateWorktree } from "../contract/local-refusals.ts";
import { json, operation } from "../contract/operation.ts";
import { commit } from "./commit-shapes.ts";

export const updateSubmodule = operation({
  method: "PUT",
  path: "/projects/:id/repository/submodules/:submodule",
  summary: "Let a submodule point at another commit",
  auth: "token",
  role: "developer",
  params: { id: idOrPath, submodule: z.string().min(1).describe("full path of the submodule") },
  body: {
    branch: z.string().min(1),
    commit_sha: z.string().min(1).describe("full hash"),
    commit_message: longText()
      .optional()
      .describe("a sentence that names the submodule and the commit where left out"),
    ...updateWorktree,
  },
  response: json(commit),
  changes: ["commits", "branches", "trees", "merge_requests"],
});

import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** Access to a protected branch or tag; 40 is a maintainer, 30 a developer, 0 nobody. */
export const accessLevel = record({
  id: z.int().optional().describe("of this entry; later services alone"),
  access_level: z.int().nullish(),
  access_level_description: z.string().default(""),
  user_id: z.int().nullish(),
  group_id: z.int().nullish(),
});

const protectedBranch = record({
  id: z.int().optional(),
  name: z.string(),
  push_access_levels: z.array(accessLevel).default([]),
  merge_access_levels: z.array(accessLevel).default([]),
  unprotect_access_levels: z.array(accessLevel).optional().describe("paid tiers"),
  allow_force_push: z.boolean().optional().describe("since 13.11"),
  code_owner_approval_required: z.boolean().optional().describe("paid tiers"),
});
export type ProtectedBranch = z.output<typeof protectedBranch>;

const ofRules = { auth: "token", role: "maintainer", extension: "service" } as const;

export const listProtectedBranches = operation({
  ...ofRules,
  method: "GET",
  path: "/projects/:id/protected_branches",
  summary: "Protected branches and patterns of a project",
  paged: "offset",
  params: { id: idOrPath },
  query: { search: z.string().optional().describe("part of the name") },
  response: json(z.array(protectedBranch)),
  reads: ["branches"],
});

export const getProtectedBranch = operation({
  ...ofRules,
  method: "GET",
  path: "/projects/:id/protected_branches/:name",
  summary: "One protected branch or pattern",
  params: { id: idOrPath, name: z.string().min(1) },
  response: json(protectedBranch),
  reads: ["branches"],
});

export const protectBranch = operation({
  method: "POST",
  path: "/projects/:id/protected_branches",
  summary: "Protect a branch or every branch that a wildcard names",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath },
  body: {
    name: z.string().min(1).describe("a branch, or a pattern such as `release/*`"),
    push_access_level: z.int().optional().describe("40 where left out"),
    merge_access_level: z.int().optional().describe("40 where left out"),
    allow_force_push: z.boolean().optional(),
  },
  response: json(protectedBranch),
  status: 201,
  changes: ["branches"],
});

/** Entries of a list of levels that are added, those that have an `id` changed or, with `_destroy`, removed. */
const levelChanges = z
  .array(
    z.strictObject({
      id: z.int().optional(),
      access_level: z.int().optional(),
      _destroy: z.boolean().optional(),
    }),
  )
  .max(100)
  .optional();

export const updateProtectedBranch = operation({
  ...ofRules,
  method: "PATCH",
  path: "/projects/:id/protected_branches/:name",
  summary: "Change who may push to a protected branch and merge into it",
  params: { id: idOrPath, name: z.string().min(1) },
  body: {
    allowed_to_push: levelChanges,
    allowed_to_merge: levelChanges,
    allowed_to_unprotect: levelChanges.describe("paid tiers"),
    allow_force_push: z.boolean().optional(),
    code_owner_approval_required: z.boolean().optional().describe("paid tiers"),
  },
  response: json(protectedBranch),
  changes: ["branches"],
});

export const unprotectBranch = operation({
  method: "DELETE",
  path: "/projects/:id/protected_branches/:name",
  summary: "Unprotect a branch",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath, name: z.string().min(1) },
  response: none,
  status: 204,
  changes: ["branches"],
});

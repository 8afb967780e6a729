import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { accessLevel } from "./protected-branches.ts";

/** A protected tag, or pattern of tags. Not in the two documents. */
const protectedTag = record({
  name: z.string(),
  create_access_levels: z.array(accessLevel).default([]),
});
export type ProtectedTag = z.output<typeof protectedTag>;

const shared = { auth: "token", role: "maintainer", extension: "service" } as const;
const one = { id: idOrPath, name: z.string().min(1) };

export const listProtectedTags = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/protected_tags",
  summary: "Protected tags and patterns of a project",
  paged: "offset",
  params: { id: idOrPath },
  response: json(z.array(protectedTag)),
  reads: ["tags"],
});

export const getProtectedTag = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/protected_tags/:name",
  summary: "One protected tag or pattern",
  params: one,
  response: json(protectedTag),
  reads: ["tags"],
});

export const protectTag = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/protected_tags",
  summary: "Protect a tag or every tag that a wildcard names",
  params: { id: idOrPath },
  body: {
    name: z.string().min(1).describe("a tag, or a pattern such as `v*`"),
    create_access_level: z.int().optional().describe("40 where left out"),
  },
  response: json(protectedTag),
  status: 201,
  changes: ["tags"],
});

export const unprotectTag = operation({
  ...shared,
  method: "DELETE",
  path: "/projects/:id/protected_tags/:name",
  summary: "Unprotect a tag",
  params: one,
  response: none,
  status: 204,
  changes: ["tags"],
});

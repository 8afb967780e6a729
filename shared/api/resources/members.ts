import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/* For filters and forms. Not in the documents; where a service lacks it, views fall back to the names that they have seen. */

const member = record({
  ...userSummary.shape,
  access_level: z.int().describe("10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner"),
  membership_state: openEnum("active", "awaiting").optional(),
});

export const listProjectMembers = operation({
  method: "GET",
  auth: "optional",
  extension: "service",
  paged: "offset",
  params: { id: idOrPath },
  path: "/projects/:id/members/all",
  summary: "People of a project, those of its groups included",
  query: { query: z.string().optional() },
  response: json(z.array(member)),
  reads: ["projects", "users"],
});

/** 404 for somebody who is no member. */
export const getProjectMember = operation({
  method: "GET",
  auth: "token",
  extension: "service",
  path: "/projects/:id/members/all/:user_id",
  summary: "One person of a project, by its groups as well; since 12.4",
  params: { id: idOrPath, user_id: z.int() },
  response: json(member),
  reads: ["projects", "users"],
});

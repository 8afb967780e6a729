import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { milestone } from "./merge-request-shapes.ts";
import { userSummary } from "./user-shapes.ts";

/*
 * Lists for filters and forms. Not in the documents; where a service lacks one, views fall back to the names that they
 * have seen.
 */

const shared = {
  method: "GET",
  auth: "optional",
  extension: "service",
  paged: "offset",
  params: { id: idOrPath },
} as const;

const label = record({
  id: z.int(),
  name: z.string(),
  color: z.string().default("#6699cc"),
  text_color: z.string().optional(),
  description: z.string().nullish(),
});
export type Label = z.output<typeof label>;

export const listLabels = operation({
  ...shared,
  path: "/projects/:id/labels",
  summary: "Labels of a project, by name",
  query: { search: z.string().optional() },
  response: json(z.array(label)),
  reads: ["projects"],
});

export const listMilestones = operation({
  ...shared,
  path: "/projects/:id/milestones",
  summary: "Milestones of a project, the nearest first",
  query: { state: z.enum(["active", "closed"]).optional(), search: z.string().optional() },
  response: json(z.array(milestone)),
  reads: ["projects"],
});

const member = record({
  ...userSummary.shape,
  access_level: z.int().describe("10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner"),
  membership_state: openEnum("active", "awaiting").optional(),
});
export type Member = z.output<typeof member>;

export const listProjectMembers = operation({
  ...shared,
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

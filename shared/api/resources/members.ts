import { z } from "zod";
import { idOrPath, openEnum, record } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { userSummary } from "./user-shapes.ts";

/* Not in the documents; where a service lacks them, views fall back to the names that they have seen. */

const member = record({
  ...userSummary.shape,
  access_level: z.int().describe("10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner"),
  expires_at: z.string().nullish().describe("day on which the membership ends"),
  membership_state: openEnum("active", "awaiting").optional(),
});
export type Member = z.output<typeof member>;

/** Somebody who was invited by an address that no user of the service has. */
const invitation = record({
  invite_email: z.string(),
  access_level: z.int(),
  created_at: z.string().optional(),
  expires_at: z.string().nullish(),
  created_by_name: z.string().nullish(),
});
export type Invitation = z.output<typeof invitation>;

const list = { id: idOrPath };
const one = { ...list, user_id: z.int() };
const level = z.int().describe("10, 20, 30, 40 or 50; not above one's own");
const expiry = z
  .string()
  .regex(/^(\d{4}-\d\d-\d\d)?$/, "Expected a day such as 2026-11-30, or nothing")
  .optional()
  .describe("`YYYY-MM-DD`, empty for none");

const read = { method: "GET", auth: "optional", extension: "service", reads: ["members", "users"] } as const;
const write = {
  auth: "token",
  role: "maintainer",
  extension: "service",
  changes: ["members"],
} as const;

export const listProjectMembers = operation({
  ...read,
  path: "/projects/:id/members/all",
  summary: "People of a project, those of its groups included",
  paged: "offset",
  params: list,
  query: { query: z.string().optional() },
  response: json(z.array(member)),
});

/** 404 for somebody who is no member. */
export const getProjectMember = operation({
  ...read,
  auth: "token",
  path: "/projects/:id/members/all/:user_id",
  summary: "One person of a project, by its groups as well; since 12.4",
  params: one,
  response: json(member),
});

export const listDirectMembers = operation({
  ...read,
  path: "/projects/:id/members",
  summary: "People who are members of the project itself",
  paged: "offset",
  params: list,
  query: { query: z.string().optional() },
  response: json(z.array(member)),
});

export const getDirectMember = operation({
  ...read,
  auth: "token",
  path: "/projects/:id/members/:user_id",
  summary: "One member of the project itself",
  params: one,
  response: json(member),
});

export const addProjectMember = operation({
  ...write,
  method: "POST",
  path: "/projects/:id/members",
  summary: "Make somebody a member of a project",
  params: list,
  body: { user_id: z.int(), access_level: level, expires_at: expiry },
  response: json(member),
  status: 201,
});

export const updateProjectMember = operation({
  ...write,
  method: "PUT",
  path: "/projects/:id/members/:user_id",
  summary: "Change the role of a member, or when the membership ends",
  params: one,
  body: { access_level: level, expires_at: expiry },
  response: json(member),
});

/** Members may remove themselves, whatever their role. */
export const removeProjectMember = operation({
  auth: "token",
  extension: "service",
  changes: ["members", "projects"],
  method: "DELETE",
  path: "/projects/:id/members/:user_id",
  summary: "Remove a member of a project",
  params: one,
  response: none,
  status: 204,
});

export const listInvitations = operation({
  ...write,
  method: "GET",
  path: "/projects/:id/invitations",
  summary: "People who were invited to a project and are no members yet; since 13.6",
  paged: "offset",
  params: list,
  query: { query: z.string().optional() },
  response: json(z.array(invitation)),
  reads: ["members"],
  changes: [],
});

/** `status` is `error` with reasons by address where somebody cannot be invited: the response is 201 all the same. */
export const createInvitation = operation({
  ...write,
  method: "POST",
  path: "/projects/:id/invitations",
  summary: "Invite somebody to a project by mail address; since 13.6",
  params: list,
  body: { email: z.string().min(3).max(255), access_level: level, expires_at: expiry },
  response: json(
    record({
      status: openEnum("success", "error"),
      message: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
    }),
  ),
  status: 201,
});

export const deleteInvitation = operation({
  ...write,
  method: "DELETE",
  path: "/projects/:id/invitations/:email",
  summary: "Withdraw an invitation to a project; since 13.8",
  params: { ...list, email: z.string().min(1) },
  response: none,
  status: 204,
});

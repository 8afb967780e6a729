import { z } from "zod";
import { userSummary } from "../api/resources/user-shapes.ts";

const visibility = z.enum(["private", "internal", "public"]);

/** A new hook, without its token, which is never stored. */
export const hookForm = z.object({
  url: z.string(),
  push_events: z.boolean(),
  tag_push_events: z.boolean(),
  merge_requests_events: z.boolean(),
  repository_update_events: z.boolean(),
  enable_ssl_verification: z.boolean(),
});

/** A user; without passwords, which are never stored. */
const userForm = z.object({
  name: z.string(),
  username: z.string(),
  email: z.string(),
  /** Sends a link to choose a password instead of setting one; only for a new user. */
  resetPassword: z.boolean(),
  /** Skips confirmation of the email address. */
  skipConfirmation: z.boolean(),
  provider: z.string(),
  externUid: z.string(),
  bio: z.string(),
  location: z.string(),
  organization: z.string(),
  publicEmail: z.string(),
  website: z.string(),
  skype: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  privateProfile: z.boolean(),
  /** A whole number; empty for the service's default. */
  projectsLimit: z.string(),
  canCreateGroup: z.boolean(),
  admin: z.boolean(),
  external: z.boolean(),
});
/** The form with what it was opened with. */
export const userDraft = z.object({ base: userForm, form: userForm });

export const groupForm = z.object({
  name: z.string(),
  /** Null while it follows the name. */
  path: z.string().nullable(),
  description: z.string(),
  visibility,
  lfs: z.boolean(),
  requestAccess: z.boolean(),
  template: z.int().nullable(),
});

/** Changes of the user's own profile. */
export const profileDraft = z.object({
  texts: z.partialRecord(
    z.enum([
      "name",
      "email",
      "public_email",
      "website_url",
      "location",
      "organization",
      "skype",
      "linkedin",
      "twitter",
      "bio",
    ]),
    z.string(),
  ),
  private_profile: z.boolean().optional(),
});

export const statusDraft = z.object({ emoji: z.string(), message: z.string() });

/** A new merge request. */
export const mergeRequestForm = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string(),
  assignees: z.array(userSummary),
  reviewers: z.array(userSummary),
  labels: z.array(z.string()),
  milestone: z.object({ id: z.int(), title: z.string() }).nullable().default(null),
  blockedBy: z
    .array(z.object({ id: z.int(), project: z.string(), iid: z.int(), title: z.string() }))
    .default([]),
  isDraft: z.boolean(),
  deletesSource: z.boolean(),
});

export const issueForm = z.object({
  title: z.string(),
  description: z.string(),
  assignees: z.array(userSummary),
  labels: z.array(z.string()),
  milestone: z.object({ id: z.int(), title: z.string() }).nullable(),
  /** Day on which it is due; empty for none. */
  due: z.string(),
  isConfidential: z.boolean(),
});

/** Names of a new pipeline's variables; their values may be secrets. */
export const variableNames = z.array(z.object({ id: z.int(), key: z.string() }));

export const releaseForm = z.object({
  tag: z.string(),
  ref: z.string(),
  name: z.string(),
  description: z.string(),
  links: z.array(
    z.object({
      /** Id of a link that the release has. */
      id: z.int().nullable().default(null),
      name: z.string(),
      url: z.string(),
      type: z.enum(["other", "package", "image", "runbook"]).default("other"),
      /** Path below the release's own downloads; empty for none. */
      filepath: z.string().default(""),
    }),
  ),
  /** Ids of links that are removed from the release. */
  removedLinks: z.array(z.int()).default([]),
  /** Names of files whose upload has begun and not ended; a file itself is nowhere but in the form. */
  files: z.array(z.string()).default([]),
});

/** Editable fields of a runner, as the form has them. */
export const runnerForm = z.object({
  description: z.string(),
  /** Separated by commas. */
  tags: z.string(),
  /** Minutes; empty for no limit. */
  timeout: z.string(),
  runUntagged: z.boolean(),
  locked: z.boolean(),
  isProtected: z.boolean(),
  paused: z.boolean(),
});
/** The form with what it was opened with. */
export const runnerDraft = z.object({ base: runnerForm, form: runnerForm });

const snippetFile = z.object({
  path: z.string(),
  /** Text as `decodeFile` has it. */
  content: z.string(),
  /** Encoding on the service; UTF-8 where left out. */
  encoding: z.string().optional(),
});

/** All that a snippet consists of, as it was read. */
const snippetContent = z.object({
  title: z.string(),
  description: z.string(),
  visibility,
  /** ISO 8601, or empty for one that never expires. */
  expires: z.string(),
  files: z.array(snippetFile),
  /** Time of the last change; empty for a new snippet. */
  updatedAt: z.string(),
});

/** A snippet that is being written, with what it was made from; `base` null for a new one. */
export const snippetDraft = z.object({
  title: z.string(),
  description: z.string(),
  visibility,
  expires: z.string(),
  files: z.array(
    snippetFile.extend({
      /** Names the file among those of the draft. */
      key: z.string(),
      /** Path on the service; null for a new file. */
      previous: z.string().nullable(),
    }),
  ),
  base: snippetContent.nullable(),
});

import { z } from "zod";
import type { Position } from "../../../shared/api/resources/discussions.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";

/** Shapes in which a source is stored, written and compared. */

export const person = z.object({
  username: z.string(),
  name: z.string(),
  email: z.string().nullable(),
});
export type Person = z.output<typeof person>;

export const toPerson = (user: UserSummary | null | undefined): Person | null =>
  user ? { username: user.username, name: user.name, email: user.email ?? null } : null;

export const projectItem = z.object({
  description: z.string(),
  defaultBranch: z.string().nullable(),
  visibility: z.string(),
  settings: z.record(z.string(), z.union([z.boolean(), z.string()])),
  jobsEnabled: z.boolean(),
  refs: z.record(z.string(), z.string()),
});

export const labelItem = z.object({
  name: z.string(),
  color: z.string(),
  description: z.string(),
  priority: z.int().nullable(),
});

export const milestoneItem = z.object({
  title: z.string(),
  description: z.string(),
  startDate: z.string(),
  dueDate: z.string(),
  isClosed: z.boolean(),
});

export const memberItem = z.object({ person, level: z.int(), expiresAt: z.string() });

const planned = {
  iid: z.int(),
  title: z.string(),
  description: z.string(),
  author: person.nullable(),
  createdAt: z.string(),
  labels: z.array(z.string()),
  milestone: z.string().nullable(),
  assignees: z.array(z.string()),
};

export const issueItem = z.object({
  ...planned,
  isClosed: z.boolean(),
  confidential: z.boolean(),
  dueDate: z.string(),
  weight: z.int().nullable(),
  type: z.enum(["issue", "incident", "test_case", "task"]),
});
export type IssueItem = z.output<typeof issueItem>;

export const mergeRequestItem = z.object({
  ...planned,
  state: z.string(),
  isDraft: z.boolean(),
  sourceBranch: z.string(),
  targetBranch: z.string(),
  isFromFork: z.boolean(),
  reviewers: z.array(z.string()),
  endedAt: z.string().nullable(),
  endedBy: person.nullable(),
  mergeCommit: z.string().nullable(),
});
export type MergeRequestItem = z.output<typeof mergeRequestItem>;

export const versionItem = z.object({
  head: z.string(),
  base: z.string(),
  start: z.string(),
  createdAt: z.string(),
});
export type VersionItem = z.output<typeof versionItem>;

const positionItem = z.object({
  base: z.string(),
  start: z.string(),
  head: z.string(),
  type: z.string(),
  oldPath: z.string().nullable(),
  newPath: z.string().nullable(),
  oldLine: z.int().nullable(),
  newLine: z.int().nullable(),
});
export type PositionItem = z.output<typeof positionItem>;

export const toPositionItem = (position: Position): PositionItem => ({
  base: position.base_sha,
  start: position.start_sha,
  head: position.head_sha,
  type: position.position_type,
  oldPath: position.old_path ?? null,
  newPath: position.new_path ?? null,
  oldLine: position.old_line ?? null,
  newLine: position.new_line ?? null,
});

const noteItem = z.object({
  id: z.int(),
  body: z.string(),
  author: person.nullable(),
  createdAt: z.string(),
});
export type NoteItem = z.output<typeof noteItem>;

export const threadItem = z.object({
  isSingle: z.boolean(),
  position: positionItem.nullable(),
  isResolved: z.boolean(),
  notes: z.array(noteItem),
});
export type ThreadItem = z.output<typeof threadItem>;

export const snippetItem = z.object({
  title: z.string(),
  description: z.string(),
  visibility: z.enum(["private", "internal", "public"]),
  author: person.nullable(),
  createdAt: z.string(),
  files: z.array(z.object({ path: z.string(), content: z.string() })),
});
export type SnippetItem = z.output<typeof snippetItem>;

export const snippetNoteItem = z.object({ note: noteItem });

export const releaseItem = z.object({
  tag: z.string(),
  name: z.string(),
  description: z.string(),
  releasedAt: z.string().nullable(),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
});

export const wikiPageItem = z.object({
  title: z.string(),
  format: z.enum(["markdown", "rdoc", "asciidoc"]),
  content: z.string(),
});

export const protectedBranchItem = z.object({
  push: z.int().nullable(),
  merge: z.int().nullable(),
  forcePush: z.boolean(),
});
export const protectedTagItem = z.object({ create: z.int().nullable() });

/** A CI variable without its value, which is read when it is written. */
export const variableItem = z.object({ key: z.string(), scope: z.string() });

/** Number with leading zeros, so that keys of one merge request share a prefix with no other. */
export const numberKey = (number: number): string => String(number).padStart(9, "0");

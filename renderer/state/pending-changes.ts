import { z } from "zod";

/** A file's content as it will be committed. */
export const pendingContent = z.discriminatedUnion("kind", [
  /** Text as `decodeFile` has it, with the encoding that it is written in: UTF-8 where left out. */
  z.object({ kind: z.literal("text"), text: z.string(), encoding: z.string().optional() }),
  /** Bytes as base64; `size` is their number. */
  z.object({ kind: z.literal("bytes"), base64: z.string(), size: z.int() }),
]);
export type PendingContent = z.output<typeof pendingContent>;

/** The version of a file on the branch when its first change was made. */
export const origin = z.object({
  path: z.string(),
  blobId: z.string(),
  /** Last commit that touched the file: what the service compares before it writes. */
  lastCommitId: z.string(),
  executable: z.boolean(),
});
export type Origin = z.output<typeof origin>;

/**
 * The pending changes of one file, folded into one value whatever the order of the user's steps: the original (`origin`,
 * null for a new file) and the new state.
 */
export const change = z.object({
  id: z.string(),
  origin: origin.nullable(),
  /** New path; that of the origin unless the file moves. */
  path: z.string(),
  /** New content, null where it is unchanged. */
  content: pendingContent.nullable(),
  executable: z.boolean(),
  deleted: z.boolean(),
});
export type Change = z.output<typeof change>;

export type ChangeKind = "created" | "updated" | "moved" | "deleted" | "mode";

/** Returns the kind of a change; null where it changes nothing (moved there and back). */
export function changeKind({ origin, path, content, executable, deleted }: Change): ChangeKind | null {
  if (!origin) return deleted ? null : "created";
  if (deleted) return "deleted";
  if (origin.path !== path) return "moved";
  if (content) return "updated";
  return origin.executable === executable ? null : "mode";
}

/** Returns the pending change that decides the content of `path`, if there is one. */
export const changeAt = (changes: readonly Change[], path: string): Change | undefined =>
  changes.find((entry) => !entry.deleted && entry.path === path) ??
  changes.find((entry) => entry.deleted && entry.origin?.path === path);

import { z } from "zod";

/** A file's content as it will be committed. */
export const pendingContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
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

/** One action of the interface's `POST /repository/commits` (Commits › Create). */
export interface CommitAction {
  readonly action: "create" | "delete" | "move" | "update" | "chmod";
  readonly file_path: string;
  readonly previous_path?: string;
  readonly content?: string;
  readonly encoding?: "text" | "base64";
  readonly last_commit_id?: string;
  readonly execute_filemode?: boolean;
}

/**
 * Returns the actions of the changes, in an order in which no path is still taken: files are removed before others are
 * written at their path.
 */
export function toActions(changes: readonly Change[]): CommitAction[] {
  const order = { deleted: 0, moved: 1, updated: 2, created: 3, mode: 4 } as const;
  return changes
    .flatMap((entry) => {
      const kind = changeKind(entry);
      return kind ? [{ kind, entry }] : [];
    })
    .sort((a, b) => order[a.kind] - order[b.kind])
    .flatMap(({ kind, entry }) => actionsOf(kind, entry));
}

function actionsOf(kind: ChangeKind, entry: Change): CommitAction[] {
  const guard = entry.origin ? { last_commit_id: entry.origin.lastCommitId } : {};
  const body = entry.content ? encoded(entry.content) : {};
  const before = entry.origin?.executable ?? false;
  const mode: CommitAction[] =
    entry.executable === before
      ? []
      : [{ action: "chmod", file_path: entry.path, execute_filemode: entry.executable }];
  switch (kind) {
    case "created":
      // The mode is used by `chmod` alone, so a new executable takes two actions.
      return [{ action: "create", file_path: entry.path, ...body }, ...mode];
    case "deleted":
      return [{ action: "delete", file_path: entry.origin?.path ?? entry.path, ...guard }];
    case "moved":
      return [
        {
          action: "move",
          file_path: entry.path,
          previous_path: entry.origin?.path ?? entry.path,
          ...body,
          ...guard,
        },
        ...mode,
      ];
    case "updated":
      return [{ action: "update", file_path: entry.path, ...body, ...guard }, ...mode];
    case "mode":
      return mode;
  }
}

const encoded = (value: PendingContent): Pick<CommitAction, "content" | "encoding"> =>
  value.kind === "text"
    ? { content: value.text, encoding: "text" }
    : { content: value.base64, encoding: "base64" };

import type { SentContent } from "../../api/file-content.ts";
import { type Change, type ChangeKind, changeKind } from "../../state/pending-changes.ts";

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
 * written at their path. `contents` are theirs by the id of the change.
 */
export function toActions(
  changes: readonly Change[],
  contents: ReadonlyMap<string, SentContent>,
): CommitAction[] {
  const order = { deleted: 0, moved: 1, updated: 2, created: 3, mode: 4 } as const;
  return changes
    .flatMap((entry) => {
      const kind = changeKind(entry);
      return kind ? [{ kind, entry }] : [];
    })
    .sort((a, b) => order[a.kind] - order[b.kind])
    .flatMap(({ kind, entry }) => actionsOf(kind, entry, contents.get(entry.id) ?? {}));
}

function actionsOf(kind: ChangeKind, entry: Change, body: Partial<SentContent>): CommitAction[] {
  const guard = entry.origin ? { last_commit_id: entry.origin.lastCommitId } : {};
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

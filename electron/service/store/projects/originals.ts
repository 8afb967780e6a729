import { z } from "zod";
import { originalKind } from "../../../../shared/api/resources/local-repositories.ts";
import { int, parseColumn, textOrNull, texts } from "../rows.ts";
import type { Store } from "../store.ts";

/** A repository on disk that a project was opened from. */
export interface OriginalRow {
  readonly projectId: number;
  readonly kind: z.output<typeof originalKind>;
  readonly path: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Object folders outside of it that the user agreed to. */
  readonly borrowed: readonly string[];
  /** Work trees outside of it that the user agreed to: their own `.git` does not lead back. */
  readonly agreedWorktrees: readonly string[];
  /** Device and inode of the common folder when it was seen last. */
  readonly identity: string;
  /** Some of the commits that branches were at when it was seen last. */
  readonly tips: readonly string[];
  readonly openedAt: string;
  /** Time of its removal from the list; null while it is on it. */
  readonly removedAt: string | null;
}

const originalRow = z
  .object({
    project_id: z.int(),
    kind: originalKind,
    path: z.string(),
    git_dir: z.string(),
    common_dir: z.string(),
    borrowed: texts,
    agreed_worktrees: texts,
    identity: z.string(),
    tips: texts,
    opened_at: z.string(),
    removed_at: textOrNull,
  })
  .transform(
    (row): OriginalRow => ({
      projectId: row.project_id,
      kind: row.kind,
      path: row.path,
      gitDir: row.git_dir,
      commonDir: row.common_dir,
      borrowed: row.borrowed,
      agreedWorktrees: row.agreed_worktrees,
      identity: row.identity,
      tips: row.tips,
      openedAt: row.opened_at,
      removedAt: row.removed_at,
    }),
  );

const toOriginal = (row: unknown): OriginalRow => originalRow.parse(row);

/** The original of a project, also of one that is off the list; null for projects of Helve's own. */
export function findOriginal(store: Store, projectId: number): OriginalRow | null {
  const row = store.get("SELECT * FROM originals WHERE project_id = ?", projectId);
  return row ? toOriginal(row) : null;
}

/** The original that was opened at a path by a user. */
export function findOriginalByPath(store: Store, userId: number, path: string): OriginalRow | null {
  const row = store.get(
    `SELECT originals.* FROM originals JOIN projects ON projects.id = project_id
     WHERE originals.path = ? AND projects.user_id = ?`,
    path,
    userId,
  );
  return row ? toOriginal(row) : null;
}

/** Originals on the list, the one that was opened last first. */
export const listOriginals = (store: Store): OriginalRow[] =>
  store
    .all("SELECT * FROM originals WHERE removed_at IS NULL ORDER BY opened_at DESC, project_id DESC")
    .map(toOriginal);

/** Writes all fields of an original. */
export function saveOriginal(store: Store, original: OriginalRow): void {
  store.run(
    `INSERT OR REPLACE INTO originals
       (project_id, kind, path, git_dir, common_dir, borrowed, agreed_worktrees, identity, tips, opened_at, removed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    original.projectId,
    original.kind,
    original.path,
    original.gitDir,
    original.commonDir,
    JSON.stringify(original.borrowed),
    JSON.stringify(original.agreedWorktrees),
    original.identity,
    JSON.stringify(original.tips),
    original.openedAt,
    original.removedAt,
  );
}

/** Returns the projects that versions of Helve with copied refs opened from disk: they are not in the table. */
export const unlinkedProjects = (store: Store): number[] =>
  parseColumn(
    "id",
    int,
    store.all(
      "SELECT id FROM projects WHERE origin IS NOT NULL AND id NOT IN (SELECT project_id FROM originals)",
    ),
  );

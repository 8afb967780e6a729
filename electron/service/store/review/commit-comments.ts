import type { Store } from "../store.ts";

/** A comment on a commit; `path`, `line` and `lineType` are all set or all null. */
export interface CommitComment {
  readonly id: number;
  readonly authorId: number;
  readonly note: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly lineType: "new" | "old" | null;
  readonly createdAt: string;
}

export const listCommitComments = (store: Store, projectId: number, sha: string): CommitComment[] =>
  store.all("SELECT * FROM commit_comments WHERE project_id = ? AND sha = ? ORDER BY id", projectId, sha).map(
    (row): CommitComment => ({
      id: Number(row.id),
      authorId: Number(row.author_id),
      note: String(row.note),
      path: row.path === null ? null : String(row.path),
      line: row.line === null ? null : Number(row.line),
      lineType: row.line_type === "new" || row.line_type === "old" ? row.line_type : null,
      createdAt: String(row.created_at),
    }),
  );

export function insertCommitComment(
  store: Store,
  projectId: number,
  sha: string,
  comment: Omit<CommitComment, "id">,
): void {
  store.run(
    `INSERT INTO commit_comments (project_id, sha, author_id, note, path, line, line_type, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    projectId,
    sha,
    comment.authorId,
    comment.note,
    comment.path,
    comment.line,
    comment.lineType,
    comment.createdAt,
  );
}

import { z } from "zod";
import { intOrNull, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const commitCommentRow = z
  .object({
    id: z.int(),
    author_id: z.int(),
    note: z.string(),
    path: textOrNull,
    line: intOrNull,
    line_type: z.enum(["new", "old"]).nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    authorId: row.author_id,
    note: row.note,
    path: row.path,
    line: row.line,
    lineType: row.line_type,
    createdAt: row.created_at,
  }));

/** A comment on a commit; `path`, `line` and `lineType` are all set or all null. */
export type CommitComment = Readonly<z.output<typeof commitCommentRow>>;

export const listCommitCommentRows = (store: Store, projectId: number, sha: string): CommitComment[] =>
  parseRows(
    commitCommentRow,
    store.all("SELECT * FROM commit_comments WHERE project_id = ? AND sha = ? ORDER BY id", projectId, sha),
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

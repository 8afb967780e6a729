import { z } from "zod";
import { flag, intOrNull, parseRows, textOrNull } from "../rows.ts";
import type { Store } from "../store.ts";

const commitStatusRow = z
  .object({
    id: z.int(),
    sha: z.string(),
    ref: z.string(),
    stage: z.string(),
    name: z.string(),
    status: z.string(),
    description: textOrNull,
    target_url: textOrNull,
    allow_failure: flag,
    author_id: intOrNull,
    created_at: z.string(),
    started_at: textOrNull,
    finished_at: textOrNull,
  })
  .transform((row) => ({
    id: row.id,
    sha: row.sha,
    ref: row.ref,
    stage: row.stage,
    name: row.name,
    status: row.status,
    description: row.description,
    targetUrl: row.target_url,
    allowFailure: row.allow_failure,
    authorId: row.author_id,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }));

/** Result of an external check of a commit. */
export type CommitStatus = Readonly<z.output<typeof commitStatusRow>>;

/** Returns the statuses of a commit, oldest first. */
export const listCommitStatusRows = (store: Store, projectId: number, sha: string): CommitStatus[] =>
  parseRows(
    commitStatusRow,
    store.all("SELECT * FROM commit_statuses WHERE project_id = ? AND sha = ? ORDER BY id", projectId, sha),
  );

/** Stores a status. Jobs and external checks are listed together, so that their ids are of one sequence. */
export function insertCommitStatus(store: Store, projectId: number, status: Omit<CommitStatus, "id">): void {
  store.transaction(() => {
    store.run(
      `INSERT INTO sqlite_sequence (name, seq)
         SELECT 'jobs', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs')`,
    );
    store.run(
      `UPDATE sqlite_sequence SET seq = 1 + max(seq, (SELECT coalesce(max(id), 0) FROM commit_statuses))
         WHERE name = 'jobs'`,
    );
    store.run(
      `INSERT INTO commit_statuses (id, project_id, sha, ref, stage, name, status, description, target_url,
         allow_failure, author_id, created_at, started_at, finished_at)
       SELECT seq, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM sqlite_sequence WHERE name = 'jobs'`,
      projectId,
      status.sha,
      status.ref,
      status.stage,
      status.name,
      status.status,
      status.description,
      status.targetUrl,
      status.allowFailure ? 1 : 0,
      status.authorId,
      status.createdAt,
      status.startedAt,
      status.finishedAt,
    );
  });
}

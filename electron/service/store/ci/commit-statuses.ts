import type { Store } from "../store.ts";

/** What a check said of a commit. */
export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly stage: string;
  readonly name: string;
  readonly status: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly allowFailure: boolean;
  readonly authorId: number | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** Statuses of a commit, oldest first. */
export const listCommitStatuses = (store: Store, projectId: number, sha: string): CommitStatus[] =>
  store
    .all("SELECT * FROM commit_statuses WHERE project_id = ? AND sha = ? ORDER BY id", projectId, sha)
    .map((row) => ({
      id: Number(row.id),
      sha: String(row.sha),
      ref: String(row.ref),
      stage: String(row.stage),
      name: String(row.name),
      status: String(row.status),
      description: text(row.description),
      targetUrl: text(row.target_url),
      allowFailure: row.allow_failure === 1,
      authorId: row.author_id === null ? null : Number(row.author_id),
      createdAt: String(row.created_at),
      startedAt: text(row.started_at),
      finishedAt: text(row.finished_at),
    }));

export function insertCommitStatus(store: Store, projectId: number, status: Omit<CommitStatus, "id">): void {
  store.run(
    `INSERT INTO commit_statuses (project_id, sha, ref, stage, name, status, description, target_url,
       allow_failure, author_id, created_at, started_at, finished_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
}

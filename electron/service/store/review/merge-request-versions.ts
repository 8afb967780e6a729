import type { Row, Store } from "../store.ts";

/** Commits between which a merge request's changes stood when its branch came to be what it was. */
export interface Version {
  readonly id: number;
  readonly mergeRequestId: number;
  /** Best common ancestor of target and head. */
  readonly baseSha: string;
  /** Tip of the target. */
  readonly startSha: string;
  readonly headSha: string;
  /** Files that are changed. */
  readonly files: number;
  readonly createdAt: string;
}

const toVersion = (row: Row): Version => ({
  id: Number(row.id),
  mergeRequestId: Number(row.merge_request_id),
  baseSha: String(row.base_sha),
  startSha: String(row.start_sha),
  headSha: String(row.head_sha),
  files: Number(row.files),
  createdAt: String(row.created_at),
});

/** Newest first. */
export const listVersions = (store: Store, mergeRequestId: number): Version[] =>
  store
    .all("SELECT * FROM merge_request_versions WHERE merge_request_id = ? ORDER BY id DESC", mergeRequestId)
    .map(toVersion);

export function latestVersion(store: Store, mergeRequestId: number): Version | null {
  const row = store.get(
    "SELECT * FROM merge_request_versions WHERE merge_request_id = ? ORDER BY id DESC LIMIT 1",
    mergeRequestId,
  );
  return row ? toVersion(row) : null;
}

/** Commits that versions of a project's merge requests need to stay: heads, and tips of the target at that time. */
export const listPinnedCommits = (store: Store, projectId: number): string[] =>
  store
    .all(
      `SELECT head_sha, start_sha FROM merge_request_versions
       JOIN merge_requests ON merge_requests.id = merge_request_id WHERE project_id = ?`,
      projectId,
    )
    .flatMap((row) => [String(row.head_sha), String(row.start_sha)]);

export function insertVersion(store: Store, version: Omit<Version, "id">): void {
  store.run(
    `INSERT INTO merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, files, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    version.mergeRequestId,
    version.baseSha,
    version.startSha,
    version.headSha,
    version.files,
    version.createdAt,
  );
}

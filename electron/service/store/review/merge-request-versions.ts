import { z } from "zod";
import { intOrNull, parseRow, parseRows } from "../rows.ts";
import type { Store } from "../store.ts";

const versionRow = z
  .object({
    id: z.int(),
    merge_request_id: z.int(),
    base_sha: z.string(),
    start_sha: z.string(),
    head_sha: z.string(),
    files: z.int(),
    commits: intOrNull,
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    mergeRequestId: row.merge_request_id,
    /** Best common ancestor of target and head. */
    baseSha: row.base_sha,
    /** Tip of the target. */
    startSha: row.start_sha,
    headSha: row.head_sha,
    /** Files that are changed. */
    files: row.files,
    /** Null where they were not counted. */
    commits: row.commits,
    createdAt: row.created_at,
  }));

/** Commits of a merge request's changes at one state of its branch. */
export type Version = Readonly<z.output<typeof versionRow>>;

/** Newest first. */
export const listVersions = (store: Store, mergeRequestId: number): Version[] =>
  parseRows(
    versionRow,
    store.all(
      "SELECT * FROM merge_request_versions WHERE merge_request_id = ? ORDER BY id DESC",
      mergeRequestId,
    ),
  );

/** Returns a version of a merge request, null where it has none with this id. */
export const findVersion = (store: Store, mergeRequestId: number, id: number): Version | null =>
  parseRow(
    versionRow,
    store.get(
      "SELECT * FROM merge_request_versions WHERE id = ? AND merge_request_id = ?",
      id,
      mergeRequestId,
    ),
  );

export function latestVersion(store: Store, mergeRequestId: number): Version | null {
  const row = store.get(
    "SELECT * FROM merge_request_versions WHERE merge_request_id = ? ORDER BY id DESC LIMIT 1",
    mergeRequestId,
  );
  return parseRow(versionRow, row);
}

/** Returns the newest version of each merge request of a project. */
export const listLatestVersions = (store: Store, projectId: number): Version[] =>
  parseRows(
    versionRow,
    store.all(
      `SELECT * FROM merge_request_versions WHERE id IN (
         SELECT max(merge_request_versions.id) FROM merge_request_versions
         JOIN merge_requests ON merge_requests.id = merge_request_id WHERE project_id = ? GROUP BY merge_request_id)`,
      projectId,
    ),
  );

const pinnedRow = z.object({ head_sha: z.string(), start_sha: z.string() });

/** Returns the pinned commits of a project's merge requests: heads, and tips of the target at that time. */
export const listPinnedCommits = (store: Store, projectId: number): string[] =>
  parseRows(
    pinnedRow,
    store.all(
      `SELECT head_sha, start_sha FROM merge_request_versions
       JOIN merge_requests ON merge_requests.id = merge_request_id WHERE project_id = ?`,
      projectId,
    ),
  ).flatMap(({ head_sha, start_sha }) => [head_sha, start_sha]);

export function insertVersion(store: Store, version: Omit<Version, "id">): void {
  store.run(
    `INSERT INTO merge_request_versions (merge_request_id, base_sha, start_sha, head_sha, files, commits, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    version.mergeRequestId,
    version.baseSha,
    version.startSha,
    version.headSha,
    version.files,
    version.commits,
    version.createdAt,
  );
}

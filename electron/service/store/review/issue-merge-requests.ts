import { parseCount } from "../rows.ts";
import type { Store } from "../store.ts";
import { type Issue, toIssues } from "./issues.ts";
import { type MergeRequest, toMergeRequests } from "./merge-requests.ts";

/**
 * Place where a merge request and an issue are named together: `description` and `commits` say that the merge closes the
 * issue, `mention` is any text of either.
 */
type LinkSource = "description" | "commits" | "mention";

const closes = "source IN ('description', 'commits')";
/** Only a merge into the default branch closes issues. */
const intoDefault = `EXISTS (SELECT 1 FROM projects WHERE projects.id = merge_requests.project_id
  AND projects.default_branch = merge_requests.target_branch)`;

/** Sets the issues that a merge request closes by its description or its commits. */
export function setClosedIssues(
  store: Store,
  mergeRequestId: number,
  source: Exclude<LinkSource, "mention">,
  issueIds: readonly number[],
): void {
  store.run(
    "DELETE FROM issue_merge_requests WHERE merge_request_id = ? AND source = ?",
    mergeRequestId,
    source,
  );
  for (const id of issueIds) linkIssue(store, id, mergeRequestId, source);
}

/** Records that an issue and a merge request are named together. */
export function linkIssue(store: Store, issueId: number, mergeRequestId: number, source: LinkSource): void {
  store.run(
    "INSERT OR IGNORE INTO issue_merge_requests (issue_id, merge_request_id, source) VALUES (?, ?, ?)",
    issueId,
    mergeRequestId,
    source,
  );
}

/** Returns the issues that a merge request closes, by number. */
export const listClosedIssueRows = (store: Store, mergeRequestId: number): Issue[] =>
  toIssues(
    store.all(
      `SELECT * FROM issues WHERE id IN (SELECT issue_id FROM issue_merge_requests
         JOIN merge_requests ON merge_requests.id = merge_request_id
         WHERE merge_request_id = ? AND ${closes} AND ${intoDefault}) ORDER BY project_id, iid`,
      mergeRequestId,
    ),
  );

/** Returns the merge requests that name an issue, or that close it, oldest first. */
export const listLinkedMergeRequests = (
  store: Store,
  issueId: number,
  which: "closing" | "all",
): MergeRequest[] =>
  toMergeRequests(
    store.all(
      `SELECT * FROM merge_requests WHERE id IN (SELECT merge_request_id FROM issue_merge_requests
         WHERE issue_id = ?${which === "closing" ? ` AND ${closes}` : ""})
       ${which === "closing" ? `AND ${intoDefault}` : ""} ORDER BY id`,
      issueId,
    ),
  );

/** Returns the number of merge requests that close an issue. */
export const countClosingMergeRequests = (store: Store, issueId: number): number =>
  parseCount(
    "total",
    store.get(
      `SELECT count(DISTINCT merge_request_id) AS total FROM issue_merge_requests
       JOIN merge_requests ON merge_requests.id = merge_request_id
       WHERE issue_id = ? AND ${closes} AND ${intoDefault}`,
      issueId,
    ),
  );

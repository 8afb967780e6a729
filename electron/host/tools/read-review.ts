import { listDiscussions } from "../../../shared/api/resources/discussions.ts";
import type { MergeRequestVersion } from "../../../shared/api/resources/merge-request-shapes.ts";
import {
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
} from "../../../shared/api/resources/merge-requests.ts";
import { diffFileOf } from "../../../shared/diff/diff-file.ts";
import { type Review, type ReviewChanges, reviewOf } from "../../../shared/review/review-text.ts";
import type { ServiceCalls } from "./service-calls.ts";

/** A merge request of a project of an account. */
export interface MergeRequestPlace {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
}

/** Versions whose changes are read for the hunks of comments, the newest first. */
const maxVersions = 10;

/** Returns the review of a merge request. Throws ProblemError. */
export async function readReview(
  calls: ServiceCalls,
  place: MergeRequestPlace,
  signal: AbortSignal,
): Promise<Review> {
  const { account, project, iid } = place;
  const input = { id: project, merge_request_iid: iid };
  const all = { signal, allPages: true };
  const [mergeRequest, versions, threads] = await Promise.all([
    calls.json(account, getMergeRequest, input, { signal }),
    calls.json(account, listMergeRequestVersions, input, all),
    calls.json(account, listDiscussions, input, all),
  ]);
  const heads = new Set(threads.flatMap(({ notes }) => notes[0]?.position?.head_sha ?? []));
  const commented = versions.filter(({ head_commit_sha }) => heads.has(head_commit_sha));
  const changes: ReviewChanges[] = [];
  for (const version of commented.slice(0, maxVersions))
    changes.push(await readChanges(calls, place, version, signal));
  return reviewOf({ project, mergeRequest, versions, threads, changes });
}

/** Returns the changes of a version. Throws ProblemError. */
export async function readChanges(
  calls: ServiceCalls,
  { account, project, iid }: MergeRequestPlace,
  version: MergeRequestVersion,
  signal: AbortSignal,
): Promise<ReviewChanges> {
  const input = { id: project, merge_request_iid: iid, version_id: version.id };
  const { diffs } = await calls.json(account, getMergeRequestVersion, input, { signal });
  return {
    base: version.base_commit_sha,
    head: version.head_commit_sha,
    files: diffs.map((entry) => diffFileOf(entry)),
  };
}

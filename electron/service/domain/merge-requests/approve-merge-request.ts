import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { addSystemNote, insertNote } from "../../store/review/notes.ts";
import {
  addReviewer,
  approve,
  approversOf,
  listReviewerRows,
  type Reviewer,
  setReviewState,
  unapprove,
} from "../../store/review/reviewers.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { mergeRequestChanged } from "../events/events.ts";
import { conflict, notFound, Refusal, unauthorized } from "../refusal.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** Returns whether the caller is somebody who may approve a merge request and has not done so. */
function mayApprove({ store, user }: Caller, { project, mergeRequest }: MergeRequestInProject): boolean {
  if (mergeRequest.state !== "opened" || accessLevel(store, user, project) < accessLevels.developer) {
    return false;
  }
  return user === null || !approversOf(store, mergeRequest.id).includes(user.id);
}

/** Approvers; whether the caller approved and may approve. */
export interface Approvals {
  readonly approvers: readonly User[];
  readonly hasApproved: boolean;
  readonly mayApprove: boolean;
}

/** Returns the approvals of a merge request. */
export function approvalsOf(caller: Caller, found: MergeRequestInProject): Approvals {
  const { store, user } = caller;
  const ids = approversOf(store, found.mergeRequest.id);
  return {
    approvers: ids.flatMap((id) => findUser(store, id) ?? []),
    hasApproved: user !== null && ids.includes(user.id),
    mayApprove: mayApprove(caller, found),
  };
}

/** Approves a merge request. Throws `unauthorized` where the user may not, and `conflict` where `sha` is not its head any more. */
export function addApproval(caller: Caller, found: MergeRequestInProject, sha?: string): void {
  const { store } = caller;
  const user = requireCaller(caller);
  const { id } = found.mergeRequest;
  const isDeveloper = accessLevel(store, user, found.project) >= accessLevels.developer;
  if (!isDeveloper || found.mergeRequest.state !== "opened") throw unauthorized();
  const head = latestVersion(store, id)?.headSha;
  if (sha !== undefined && sha !== head) {
    throw conflict(`SHA does not match HEAD of source branch: ${head}`);
  }
  if (!mayApprove({ store, user }, found)) throw unauthorized();
  store.transaction(() => {
    approve(store, id, user.id);
    setReviewState(store, id, user.id, "approved");
    addSystemNote(store, found.mergeRequest, user.id, "approved this merge request");
    mergeRequestChanged.emit(store, { mergeRequestId: id, userId: user.id, action: "approved" });
  });
}

/** Revokes a user's approval of a merge request. Throws `notFound` where there is none. */
export function removeApproval(caller: Caller, { mergeRequest }: MergeRequestInProject): void {
  const { store } = caller;
  const user = requireCaller(caller);
  if (!approversOf(store, mergeRequest.id).includes(user.id)) throw notFound();
  store.transaction(() => {
    unapprove(store, mergeRequest.id, user.id);
    setReviewState(store, mergeRequest.id, user.id, "unapproved");
    addSystemNote(store, mergeRequest, user.id, "unapproved this merge request");
    mergeRequestChanged.emit(store, {
      mergeRequestId: mergeRequest.id,
      userId: user.id,
      action: "unapproved",
    });
  });
}

/** A reviewer as a person, with the state of the review. */
export interface ReviewerDetails {
  readonly user: User;
  readonly state: Reviewer["state"];
  readonly createdAt: string;
}

/** Returns the reviewers of a merge request with the states of their reviews. */
export const describeReviewers = (
  { store }: Caller,
  { mergeRequest }: MergeRequestInProject,
): ReviewerDetails[] =>
  listReviewerRows(store, mergeRequest.id).flatMap(({ userId, state, createdAt }) => {
    const user = findUser(store, userId);
    return user ? [{ user, state, createdAt: createdAt ?? mergeRequest.createdAt }] : [];
  });

/**
 * Records what the caller's review has come to, with a comment where there is one; the caller becomes a reviewer. Asking for
 * changes takes an approval back. Throws `wrongState` where the merge request is not open.
 */
export function submitReview(
  caller: Caller,
  { mergeRequest }: MergeRequestInProject,
  { state, note }: { readonly state: "reviewed" | "requested_changes"; readonly note: string | undefined },
): void {
  const { store } = caller;
  const user = requireCaller(caller);
  const { id } = mergeRequest;
  if (mergeRequest.state !== "opened") throw new Refusal("wrongState", {});
  store.transaction(() => {
    addReviewer(store, id, user.id);
    if (state === "requested_changes") unapprove(store, id, user.id);
    setReviewState(store, id, user.id, state);
    if (note?.trim())
      insertNote(store, { parentType: "MergeRequest", parentId: id, authorId: user.id, body: note });
    if (state === "requested_changes") addSystemNote(store, mergeRequest, user.id, "requested changes");
    mergeRequestChanged.emit(store, { mergeRequestId: id, userId: user.id, action: "update" });
  });
}

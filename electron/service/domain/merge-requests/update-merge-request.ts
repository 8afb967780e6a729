import { branchTip } from "../../git/refs/refs.ts";
import { forbidden, httpError } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import {
  changeMergeRequest,
  deleteMergeRequestRow,
  isDraftTitle,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import type { Store } from "../../store/store.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { mergeRequestChanged } from "../events/merge-request-events.ts";
import { followMergeRequest } from "../merge-request-versions/follow-merge-request.ts";
import { unpinAfter } from "../merge-request-versions/pin-version.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { type MergeRequestInProject, requireEditor } from "./require-merge-request.ts";
import { type CommonFields, checkCommonFields, milestoneIdOf, setCommonFields } from "./set-fields.ts";

export interface MergeRequestChanges extends CommonFields {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly target_branch?: string | undefined;
  readonly state_event?: "close" | "reopen" | undefined;
  readonly remove_source_branch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly allow_collaboration?: boolean | undefined;
  readonly discussion_locked?: boolean | undefined;
}

/**
 * Changes a merge request, with a system note of each change. Throws 403 where the user may not or its state is another,
 * and 400 where the new target does not exist.
 */
export async function updateMergeRequestFields(
  store: Store,
  user: User,
  found: MergeRequestInProject,
  input: MergeRequestChanges,
): Promise<void> {
  const { project, mergeRequest } = found;
  const { state_event: event, target_branch: target } = input;
  requireEditor({ store, user }, found);
  if (event === "close" && mergeRequest.state !== "opened") {
    throw httpError(403, "Merge request is not open");
  }
  if (event === "reopen" && mergeRequest.state !== "closed") {
    throw httpError(403, "Merge request is not closed");
  }
  if (target && !(await branchTip(projectRepository(store, project), target))) {
    throw httpError(400, { target_branch: ["does not exist"] });
  }
  const common = checkCommonFields({ store, user }, project, input);
  const now = new Date().toISOString();
  store.transaction(() => {
    const notes = [...setCommonFields(store, mergeRequest, common), ...describeChanges(mergeRequest, input)];
    changeMergeRequest(store, mergeRequest.id, {
      milestoneId: milestoneIdOf(common),
      title: input.title,
      description: input.description,
      targetBranch: target,
      removeSourceBranch: input.remove_source_branch,
      squash: input.squash,
      allowCollaboration: input.allow_collaboration,
      discussionLocked: input.discussion_locked,
      ...(event === "close" ? { state: "closed", closedAt: now, closedById: user.id } : {}),
      ...(event === "reopen" ? { state: "opened", closedAt: null, closedById: null } : {}),
    });
    for (const text of notes) addSystemNote(store, mergeRequest, user.id, text);
    if (notes.length === 0) return;
    const action = event ?? "update";
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: user.id, action });
  });
  // A new target needs a comparison of its own, and branches of a closed merge request were not followed.
  if (target || event === "reopen") await followMergeRequest(store, mergeRequest, user.id);
}

function describeChanges(before: MergeRequest, input: MergeRequestChanges): string[] {
  const { title, target_branch: target, description, state_event: event } = input;
  return [
    ...(title !== undefined && title !== before.title ? [describeTitle(before, title)] : []),
    ...(target && target !== before.targetBranch
      ? [`changed target branch from \`${before.targetBranch}\` to \`${target}\``]
      : []),
    ...(description !== undefined && description !== before.description ? ["changed the description"] : []),
    ...(event ? [event === "close" ? "closed" : "reopened"] : []),
  ];
}

function describeTitle(before: MergeRequest, title: string): string {
  const draft = isDraftTitle(title);
  if (draft === before.wip) return `changed title from **${before.title}** to **${title}**`;
  return draft ? "marked this merge request as **draft**" : "marked this merge request as **ready**";
}

/**
 * Deletes a merge request. Throws 403 unless the caller owns its project, or wrote it and may push there: who brought
 * commits of a fork cannot remove the trace of it.
 */
export async function removeMergeRequest(
  { store, user }: Caller,
  { project, mergeRequest }: MergeRequestInProject,
): Promise<void> {
  const isAuthor = user !== null && mergeRequest.authorId === user.id;
  const level = accessLevel(store, user, project);
  if (level < (isAuthor ? accessLevels.developer : accessLevels.owner)) throw forbidden();
  await unpinAfter(store, project, mergeRequest, () =>
    store.transaction(() => deleteMergeRequestRow(store, mergeRequest.id)),
  );
}

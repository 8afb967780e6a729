import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { timeNow } from "../../clock.ts";
import { branchTip } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  changeMergeRequest,
  deleteMergeRequestRow,
  findOpenDuplicate,
  insertMergeRequest,
  isDraftTitle,
  type MergeRequest,
  markPendingFollowUps,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import type { User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireFeature } from "../access/require-access.ts";
import type { RefWriter } from "../branches/update-branch.ts";
import { handleText, ofMergeRequest } from "../events/add-todos.ts";
import { closeByDescription } from "../events/cross-references.ts";
import { mergeRequestChanged } from "../events/events.ts";
import { followMergeRequest } from "../merge-request-versions/follow-merge-request.ts";
import { unpinAfter } from "../merge-request-versions/pin-version.ts";
import { projectRepository } from "../originals/original-state.ts";
import { milestoneIdOf } from "../planning/set-fields.ts";
import { conflict, forbidden, invalidFields } from "../refusal.ts";
import { type MergeRequestInProject, requireEditor } from "./require-merge-request.ts";
import { type CommonFields, checkCommonFields, setCommonFields } from "./set-fields.ts";

interface MergeRequestChanges extends CommonFields {
  readonly title?: string;
  readonly description?: string;
  readonly target_branch?: string;
  readonly state_event?: "close" | "reopen";
  readonly remove_source_branch?: boolean;
  readonly squash?: boolean;
  readonly allow_collaboration?: boolean;
  readonly discussion_locked?: boolean;
}

/**
 * Changes a merge request, with a system note of each change. Throws `forbidden` where the user may not or its state is another,
 * and `invalidFields` where the new target does not exist.
 */
export async function updateMergeRequestFields(
  store: ServiceStore,
  user: User,
  found: MergeRequestInProject,
  input: MergeRequestChanges,
): Promise<void> {
  const { project, mergeRequest } = found;
  const { state_event: event, target_branch: target } = input;
  requireEditor({ store, user }, found);
  if (event === "close" && mergeRequest.state !== "opened") {
    throw forbidden("Merge request is not open");
  }
  if (event === "reopen" && mergeRequest.state !== "closed") {
    throw forbidden("Merge request is not closed");
  }
  if (target && !(await branchTip(projectRepository(store, project), target))) {
    throw invalidFields({ target_branch: ["does not exist"] });
  }
  const common = checkCommonFields({ store, user }, project, input);
  const now = timeNow(store);
  store.transaction(() => {
    const notes = [
      ...setCommonFields({ store, user }, mergeRequest, common),
      ...describeChanges(mergeRequest, input),
    ];
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
    if (input.description !== undefined)
      handleText(store, ofMergeRequest(mergeRequest), user, {
        body: input.description,
        before: mergeRequest.description,
      });
    const { title = mergeRequest.title, description = mergeRequest.description } = input;
    closeByDescription(store, { ...mergeRequest, title, description });
    for (const text of notes) addSystemNote(store, mergeRequest, user.id, text);
    if (notes.length === 0) return;
    const action = event ?? "update";
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: user.id, action });
  });
  // A new target needs a comparison of its own, and branches of a closed merge request were not followed.
  if (target || event === "reopen") {
    const isRetargeted = target !== undefined && target !== mergeRequest.targetBranch;
    await followMergeRequest(store, mergeRequest, user.id, { isRetargeted });
  }
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
 * Deletes a merge request. Throws `forbidden` unless the caller owns its project, or wrote it and may push there: who brought
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

interface NewMergeRequestInput extends CommonFields {
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  readonly description?: string;
  readonly remove_source_branch?: boolean;
  readonly squash?: boolean;
  readonly allow_collaboration?: boolean;
}

/**
 * Creates a merge request from a branch of the writer's project into one of `target`, with its first version. Throws `invalidFields`
 * where a branch does not exist and `conflict` where both are the same or there is an open merge request of them.
 */
export async function createMergeRequestInto(
  { store, project: source, user }: RefWriter,
  target: Project,
  input: NewMergeRequestInput,
): Promise<MergeRequest> {
  requireFeature(target, "merge requests");
  const branches = {
    projectId: target.id,
    sourceProjectId: source.id,
    sourceBranch: input.source_branch,
    targetBranch: input.target_branch,
  };
  if (source.id === target.id && input.source_branch === input.target_branch) {
    throw conflict(["You can't use same project/branch for source and target"]);
  }
  const [tip, into] = await Promise.all([
    branchTip(projectRepository(store, source), input.source_branch),
    branchTip(projectRepository(store, target), input.target_branch),
  ]);
  if (!tip) throw invalidFields({ source_branch: ["does not exist"] });
  if (!into) throw invalidFields({ target_branch: ["does not exist"] });
  const duplicate = findOpenDuplicate(store, branches);
  if (duplicate) {
    throw conflict([`Another open merge request already exists for this source branch: !${duplicate.iid}`]);
  }
  const common = checkCommonFields({ store, user }, target, input);
  const created = store.transaction(() => {
    const added = insertMergeRequest(store, {
      ...branches,
      milestoneId: milestoneIdOf(common),
      title: input.title,
      description: input.description,
      authorId: user.id,
      removeSourceBranch: input.remove_source_branch,
      squash: input.squash,
      allowCollaboration: input.allow_collaboration,
    });
    setCommonFields({ store, user }, added, common);
    handleText(store, ofMergeRequest(added), user, { body: added.description });
    closeByDescription(store, added);
    // After a kill the next start of the service adds its first version.
    markPendingFollowUps(store, source.id, [input.source_branch]);
    return added;
  });
  const followed = await followMergeRequest(store, created, user.id).catch(async (error: unknown) => {
    // A merge request without its first version could not be shown: its commits or files are missing here.
    await unpinAfter(store, target, created, () => deleteMergeRequestRow(store, created.id));
    throw error;
  });
  mergeRequestChanged.emit(store, { mergeRequestId: created.id, userId: user.id, action: "open" });
  return followed ?? created;
}

import { branchTip } from "../../git/refs/refs.ts";
import { httpError } from "../../http/http-error.ts";
import type { Project } from "../../store/projects/projects.ts";
import {
  deleteMergeRequestRow,
  findOpenDuplicate,
  insertMergeRequest,
  type MergeRequest,
  markPendingFollowUps,
} from "../../store/review/merge-requests.ts";
import type { RefWriter } from "../branches/update-branch.ts";
import { mergeRequestChanged } from "../events/merge-request-events.ts";
import { followMergeRequest } from "../merge-request-versions/follow-merge-request.ts";
import { unpinAfter } from "../merge-request-versions/pin-version.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { type CommonFields, checkCommonFields, milestoneIdOf, setCommonFields } from "./set-fields.ts";

export interface NewMergeRequestInput extends CommonFields {
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly remove_source_branch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly allow_collaboration?: boolean | undefined;
}

/**
 * Creates a merge request from a branch of the writer's project into one of `target`, with its first version. Throws 400
 * where a branch does not exist and 409 where both are the same or there is an open merge request of them.
 */
export async function createMergeRequestInto(
  { store, project: source, user }: RefWriter,
  target: Project,
  input: NewMergeRequestInput,
): Promise<MergeRequest> {
  const branches = {
    projectId: target.id,
    sourceProjectId: source.id,
    sourceBranch: input.source_branch,
    targetBranch: input.target_branch,
  };
  if (source.id === target.id && input.source_branch === input.target_branch) {
    throw httpError(409, ["You can't use same project/branch for source and target"]);
  }
  const [tip, into] = await Promise.all([
    branchTip(projectRepository(store, source), input.source_branch),
    branchTip(projectRepository(store, target), input.target_branch),
  ]);
  if (!tip) throw httpError(400, { source_branch: ["does not exist"] });
  if (!into) throw httpError(400, { target_branch: ["does not exist"] });
  const duplicate = findOpenDuplicate(store, branches);
  if (duplicate) {
    throw httpError(409, [
      `Another open merge request already exists for this source branch: !${duplicate.iid}`,
    ]);
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
    setCommonFields(store, added, common);
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

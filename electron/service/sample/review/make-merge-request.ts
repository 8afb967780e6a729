import { followMergeRequest } from "../../domain/merge-request-versions/follow-merge-request.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import type { Project } from "../../store/projects/projects.ts";
import { setLabels } from "../../store/review/labels.ts";
import { latestVersion, type Version } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  insertMergeRequest,
  type MergeRequest,
  type MergeRequestChange,
  setAssignees,
} from "../../store/review/merge-requests.ts";
import type { Store } from "../../store/store.ts";

export interface SampleMergeRequest {
  readonly project: Project;
  /** Project of the branch; the project itself unless it is a fork. */
  readonly source?: Project;
  readonly branch: string;
  readonly target?: string;
  readonly title: string;
  readonly description: string;
  readonly authorId: number;
  readonly assignees?: readonly number[];
  readonly labels?: readonly string[];
  readonly milestoneId?: number | null;
  readonly at: Date;
  /** Change made to it afterwards. */
  readonly outcome?: MergeRequestChange;
}

/** Adds a merge request of a branch that exists, with its first version. */
export async function makeMergeRequest(
  store: Store,
  made: SampleMergeRequest,
): Promise<{ readonly mergeRequest: MergeRequest; readonly version: Version | null }> {
  const source = made.source ?? made.project;
  const at = made.at.toISOString();
  const mergeRequest = insertMergeRequest(store, {
    projectId: made.project.id,
    sourceProjectId: source.id,
    sourceBranch: made.branch,
    targetBranch: made.target ?? "main",
    title: made.title,
    description: made.description,
    authorId: made.authorId,
    removeSourceBranch: true,
    createdAt: at,
  });
  setAssignees(store, mergeRequest.id, made.assignees ?? []);
  setLabels(store, made.project.id, mergeRequest.id, made.labels ?? []);
  await followMergeRequest(store, mergeRequest, made.authorId, at);
  const outcome = { ...made.outcome, ...(made.milestoneId ? { milestoneId: made.milestoneId } : {}) };
  changeMergeRequest(store, mergeRequest.id, outcome, at);
  return { mergeRequest, version: latestVersion(store, mergeRequest.id) };
}

/** Tip of a branch that has to be there. */
export async function tipOf(project: Project, branch: string): Promise<string> {
  const tip = await branchTip(openRepository(project.repositoryPath), branch);
  if (!tip) throw new Error(`no branch ${branch}`);
  return tip;
}

import { notFound } from "../../http/http-error.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { latestVersion, type Version } from "../../store/review/merge-request-versions.ts";
import { assigneesOf, labelsOf, type MergeRequest, reviewersOf } from "../../store/review/merge-requests.ts";
import { findMilestone, type Milestone } from "../../store/review/milestones.ts";
import { countComments, hasOpenThreads } from "../../store/review/notes.ts";
import { countReactions } from "../../store/review/reactions.ts";
import type { Store } from "../../store/store.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { headPipeline, type PipelineInProject } from "./merge-request-pipelines.ts";
import { mergeStatus } from "./merge-status.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** A merge request with what lists show of it. */
export interface MergeRequestDetails extends MergeRequestInProject {
  /** The newest version, null before the first one. */
  readonly version: Version | null;
  readonly author: User | null;
  readonly mergedBy: User | null;
  readonly closedBy: User | null;
  readonly assignees: readonly User[];
  readonly reviewers: readonly User[];
  readonly labels: readonly string[];
  readonly milestone: Milestone | null;
  readonly status: Awaited<ReturnType<typeof mergeStatus>>;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  readonly hasOpenThreads: boolean;
}

/** A merge request as it is shown alone. */
export interface SingleMergeRequestDetails extends MergeRequestDetails {
  readonly headPipeline: PipelineInProject | null;
  readonly isAuthor: boolean;
  readonly canMerge: boolean;
}

/** Returns a merge request as lists show it; whether it can be merged only where that is cached. */
export const describeMergeRequest = (
  store: Store,
  mergeRequest: MergeRequest,
): Promise<MergeRequestDetails> => describe(store, mergeRequest, { checks: false });

/** Returns a merge request as it is shown alone, and checks whether it can be merged. `signal` ends git. */
export async function describeSingleMergeRequest(
  caller: Caller,
  mergeRequest: MergeRequest,
  signal: AbortSignal,
): Promise<SingleMergeRequestDetails> {
  const { store, user } = caller;
  const details = await describe(store, mergeRequest, { checks: true, signal });
  return {
    ...details,
    headPipeline: headPipeline(caller, mergeRequest),
    isAuthor: mergeRequest.authorId === user?.id,
    canMerge: accessLevel(store, user, details.project) >= accessLevels.developer,
  };
}

async function describe(
  store: Store,
  mergeRequest: MergeRequest,
  { checks, signal }: { readonly checks: boolean; readonly signal?: AbortSignal },
): Promise<MergeRequestDetails> {
  const { id } = mergeRequest;
  const project = requireProjectOf(store, mergeRequest);
  const userOf = (userId: number | null) => (userId === null ? null : findUser(store, userId));
  return {
    project,
    mergeRequest,
    version: latestVersion(store, id),
    author: userOf(mergeRequest.authorId),
    mergedBy: userOf(mergeRequest.mergedById),
    closedBy: userOf(mergeRequest.closedById),
    assignees: assigneesOf(store, id).flatMap((userId) => findUser(store, userId) ?? []),
    reviewers: reviewersOf(store, id).flatMap((userId) => findUser(store, userId) ?? []),
    labels: labelsOf(store, id),
    milestone: mergeRequest.milestoneId === null ? null : findMilestone(store, mergeRequest.milestoneId),
    status: await mergeStatus(store, project, mergeRequest, checks, signal),
    upvotes: countReactions(store, "MergeRequest", id, "thumbsup"),
    downvotes: countReactions(store, "MergeRequest", id, "thumbsdown"),
    comments: countComments(store, "MergeRequest", id),
    hasOpenThreads: hasOpenThreads(store, "MergeRequest", id),
  };
}

/** Returns the target project of a merge request. Throws 404. */
export function requireProjectOf(store: Store, { projectId }: MergeRequest): Project {
  const project = findProject(store, projectId);
  if (!project) throw notFound("Project");
  return project;
}

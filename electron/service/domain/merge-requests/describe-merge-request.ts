import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { isEndedStatus } from "../../../../shared/ci/ended-status.ts";
import { whereWritable } from "../../../system/storage-error.ts";
import { countAhead, isAncestor, mergeBase } from "../../git/ancestry.ts";
import { Cache } from "../../git/cache.ts";
import { mergeTrees } from "../../git/commit-tree.ts";
import { acrossRepositories } from "../../git/git-folder.ts";
import { historyScope } from "../../git/history-scope.ts";
import { ifMissing } from "../../git/missing-object.ts";
import { branchTip } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import { headPipelineOf } from "../../store/ci/pipelines.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { findAutoMerge } from "../../store/review/auto-merges.ts";
import { assigneesOf, labelsOf } from "../../store/review/issuables.ts";
import { isBlocked } from "../../store/review/merge-request-blocks.ts";
import { latestVersion, listVersions, type Version } from "../../store/review/merge-request-versions.ts";
import type { MergeRequest } from "../../store/review/merge-requests.ts";
import { findActiveCar } from "../../store/review/merge-trains.ts";
import { findMilestone, type Milestone } from "../../store/review/milestones.ts";
import { countComments, hasOpenThreads } from "../../store/review/notes.ts";
import { countReactions } from "../../store/review/reactions.ts";
import { approversOf, hasRequestedChanges, reviewersOf } from "../../store/review/reviewers.ts";
import { findUser, type User } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { commitState } from "../ci/commit-status.ts";
import { addUnmergeableTodo } from "../events/add-todos.ts";
import { isAvailable } from "../originals/original-state.ts";
import { notFound } from "../refusal.ts";
import { headPipeline, type PipelineInProject } from "./merge-request-pipelines.ts";
import { rebasesOf } from "./rebase-merge-request.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/** A requirement of a project that a merge request does not meet, as `detailed_merge_status` names it. */
type UnmetRequirement =
  | "discussions_not_resolved"
  | "not_approved"
  | "requested_changes"
  | "merge_request_blocked"
  | "ci_still_running"
  | "ci_must_pass";

/** Returns which of the project's requirements a merge request does not meet, null where it meets all. */
export function unmetRequirement(
  store: ServiceStore,
  project: Project,
  mergeRequest: MergeRequest,
): UnmetRequirement | null {
  if (project.needsResolvedThreads && hasOpenThreads(store, "MergeRequest", mergeRequest.id))
    return "discussions_not_resolved";
  if (approversOf(store, mergeRequest.id).length < project.approvalsRequired) return "not_approved";
  if (hasRequestedChanges(store, mergeRequest.id)) return "requested_changes";
  if (isBlocked(store, mergeRequest.id)) return "merge_request_blocked";
  if (!project.needsPipeline) return null;
  const status = lastStatus(store, project, mergeRequest);
  if (status === "success" || (status === "skipped" && project.takesSkippedPipeline)) return null;
  return status === null || status === "manual" || isEndedStatus(status)
    ? "ci_must_pass"
    : "ci_still_running";
}

/** Returns the state of the last commit's pipeline, or of its external checks where it has none. */
export function lastStatus(store: ServiceStore, project: Project, mergeRequest: MergeRequest): string | null {
  const { id, sourceProjectId, sourceBranch } = mergeRequest;
  const shas = listVersions(store, id).map(({ headSha }) => headSha);
  const pipeline = headPipelineOf(store, { mergeRequestId: id, sourceProjectId, sourceBranch, shas });
  return pipeline?.status ?? (shas[0] ? commitState(store, project, shas[0]).status : null);
}

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
  /** User who set an automatic merge or added it to a merge train, null where none is set. */
  readonly autoMergeUser: User | null;
  readonly status: Awaited<ReturnType<typeof mergeStatus>>;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly comments: number;
  readonly hasOpenThreads: boolean;
  readonly unmet: UnmetRequirement | null;
  /** Whether the project merges only what begins at the target branch, and this does not. False in lists. */
  readonly needsRebase: boolean;
}

/** A merge request as it is shown alone. */
export interface SingleMergeRequestDetails extends MergeRequestDetails {
  readonly headPipeline: PipelineInProject | null;
  readonly isAuthor: boolean;
  readonly canMerge: boolean;
  /** Undefined where it was not asked for, as is the next. */
  readonly isRebasing: boolean | undefined;
  /** Commits of the target that the source lacks. */
  readonly behind: number | undefined;
}

/** Details of a single merge request that are computed only where they are requested. */
interface DetailQuery {
  readonly rebase?: boolean;
  readonly diverged?: boolean;
}

/** Returns a merge request as lists show it; whether it can be merged only where that is cached. */
export const describeMergeRequest = (
  store: ServiceStore,
  mergeRequest: MergeRequest,
): Promise<MergeRequestDetails> => describe(store, mergeRequest, { checks: false });

/** Returns a merge request as it is shown alone, and checks whether it can be merged. `signal` ends git. */
export async function describeSingleMergeRequest(
  caller: Caller,
  mergeRequest: MergeRequest,
  signal: AbortSignal,
  query: DetailQuery = {},
): Promise<SingleMergeRequestDetails> {
  const { store, user } = caller;
  const details = await describe(store, mergeRequest, { checks: true, signal });
  return {
    ...details,
    isRebasing: query.rebase ? rebasesOf(store).isRunning(mergeRequest.id) : undefined,
    behind: query.diverged ? await commitsBehind(details, store) : undefined,
    headPipeline: headPipeline(caller, mergeRequest),
    isAuthor: mergeRequest.authorId === user?.id,
    canMerge: accessLevel(store, user, details.project) >= accessLevels.developer,
  };
}

/** Returns the number of commits of the target that the newest version lacks; 0 where either is not there. */
async function commitsBehind(
  { project, mergeRequest, version }: MergeRequestDetails,
  store: ServiceStore,
): Promise<number> {
  if (!version || !(await isAvailable(store, project.id))) return 0;
  const repository = store.git.open(project.repositoryPath);
  const into = await branchTip(repository, mergeRequest.targetBranch);
  return into ? countAhead(repository, into, version.headSha).catch(ifMissing(0)) : 0;
}

/** Returns whether a merge request has to be rebased before the project merges it. */
async function needsRebase(
  store: ServiceStore,
  project: Project,
  mergeRequest: MergeRequest,
): Promise<boolean> {
  if (project.mergeMethod === "merge" || mergeRequest.state !== "opened") return false;
  if (!(await isAvailable(store, project.id))) return false;
  const repository = store.git.open(project.repositoryPath);
  const into = await branchTip(repository, mergeRequest.targetBranch);
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  if (!into || !head) return false;
  return !(await isAncestor(repository, into, head).catch(ifMissing(false)));
}

async function describe(
  store: ServiceStore,
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
    assignees: assigneesOf(store, { type: "MergeRequest", id }).flatMap(
      (userId) => findUser(store, userId) ?? [],
    ),
    reviewers: reviewersOf(store, id).flatMap((userId) => findUser(store, userId) ?? []),
    labels: labelsOf(store, { type: "MergeRequest", id }),
    milestone: mergeRequest.milestoneId === null ? null : findMilestone(store, mergeRequest.milestoneId),
    autoMergeUser: userOf(mergeRequest.state === "opened" ? autoMergeUserOf(store, id) : null),
    status: await mergeStatus(store, project, mergeRequest, checks, signal),
    needsRebase: checks && (await needsRebase(store, project, mergeRequest)),
    upvotes: countReactions(store, "MergeRequest", id, "thumbsup"),
    downvotes: countReactions(store, "MergeRequest", id, "thumbsdown"),
    comments: countComments(store, "MergeRequest", id),
    hasOpenThreads: hasOpenThreads(store, "MergeRequest", id),
    unmet: mergeRequest.state === "opened" ? unmetRequirement(store, project, mergeRequest) : null,
  };
}

/** Returns the id of who set an automatic merge or added a merge request to its train, null for nobody. */
const autoMergeUserOf = (store: ServiceStore, id: number): number | null =>
  (findAutoMerge(store, id) ?? findActiveCar(store, id))?.userId ?? null;

/** Returns the target project of a merge request. Throws `notFound`. */
export function requireProjectOf(store: ServiceStore, { projectId }: MergeRequest): Project {
  const project = findProject(store, projectId);
  if (!project) throw notFound("Project");
  return project;
}

/** Whether merge requests can be merged, by the commits of both branches. */
const mergeStatuses = acrossRepositories(() => new Cache<"can_be_merged" | "cannot_be_merged">(10_000));

/**
 * Returns whether a merge request can be merged. `now: false` returns the cached status, else `unchecked`: a list does
 * not try every one. `signal` ends git.
 */
async function mergeStatus(
  store: ServiceStore,
  project: Project,
  mergeRequest: MergeRequest,
  now: boolean,
  signal?: AbortSignal,
): Promise<"can_be_merged" | "cannot_be_merged" | "unchecked"> {
  if (mergeRequest.state !== "opened") return "can_be_merged";
  if (!(await isAvailable(store, project.id))) return "unchecked";
  const repository = store.git.open(project.repositoryPath);
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  const into = await branchTip(repository, mergeRequest.targetBranch);
  if (!head || !into) return "cannot_be_merged";
  const key = `${repository.folder} ${historyScope(repository)} ${head} ${into}`;
  const known = mergeStatuses(repository).get(key);
  if (known || !now) return known ?? "unchecked";
  // The merge itself fails with the reason where commits or files are missing.
  const mergeable = await isMergeable(repository, into, head, signal).catch(ifMissing(false));
  const status = mergeable ? "can_be_merged" : "cannot_be_merged";
  mergeStatuses(repository).set(key, status);
  if (!mergeable && !mergeRequest.wip) whereWritable(() => addUnmergeableTodo(store, mergeRequest));
  return status;
}

async function isMergeable(
  repository: Repository,
  into: string,
  head: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const base = await mergeBase(repository, [into, head], signal);
  return base !== null && (await mergeTrees(repository, base, into, head, signal)).kind === "tree";
}

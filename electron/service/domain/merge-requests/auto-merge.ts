import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { isEndedStatus } from "../../../../shared/ci/ended-status.ts";
import { jobChanges } from "../../ci/pipeline-state.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import {
  type AutoMerge,
  deleteAutoMerge,
  findAutoMerge,
  listAutoMerges,
  putAutoMerge,
} from "../../store/review/auto-merges.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import {
  changeMergeRequest,
  findMergeRequestById,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { deleteCar, findActiveCar } from "../../store/review/merge-trains.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import { findUser } from "../../store/users/users.ts";
import { accessLevel, type Caller } from "../access/access-level.ts";
import { requireCaller } from "../access/require-access.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import type { RefWriter } from "../branches/update-branch.ts";
import { mergeChecksChanged, mergeRequestChanged, versionAdded } from "../events/events.ts";
import { conflict, Refusal, unauthorized } from "../refusal.ts";
import { lastStatus, unmetRequirement } from "./describe-merge-request.ts";
import { type AcceptRequest, mergeIntoTargetBranch } from "./merge-into-target-branch.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

/**
 * Sets a merge that happens once the pipeline of the head has succeeded; merges at once where it already has. Throws what
 * {@link mergeIntoTargetBranch} throws, and `wrongState` where no pipeline runs or it has failed.
 */
export async function mergeWhenPipelineSucceeds(
  writer: RefWriter,
  mergeRequest: MergeRequest,
  request: AcceptRequest,
): Promise<void> {
  const { store, project, user } = writer;
  const { id, targetBranch } = mergeRequest;
  const change = { kind: "branch", name: targetBranch, change: "merge" } as const;
  if (denialOf(refRulesOf(store, user, project), change) !== null) throw unauthorized();
  const status = lastStatus(store, project, mergeRequest);
  if (passesPipeline(project, status)) return mergeIntoTargetBranch(writer, mergeRequest, request);
  const head = latestVersion(store, id)?.headSha;
  const isReady = mergeRequest.state === "opened" && !mergeRequest.wip && !findActiveCar(store, id);
  if (!isReady || !head || !runs(status)) throw new Refusal("wrongState", {});
  if (request.sha !== undefined && request.sha !== head)
    throw conflict(`SHA does not match HEAD of source branch: ${head}`);
  const { squash, squashMessage, mergeMessage, removeSourceBranch } = request;
  store.transaction(() => {
    putAutoMerge(store, {
      mergeRequestId: id,
      userId: user.id,
      sha: head,
      request: { targetBranch, squash, squashMessage, mergeMessage, removeSourceBranch },
    });
    changeMergeRequest(store, id, { mergeError: null });
    const text = `enabled an automatic merge when the pipeline for ${head} succeeds`;
    addSystemNote(store, mergeRequest, user.id, text);
    mergeRequestChanged.emit(store, { mergeRequestId: id, userId: user.id, action: "update" });
  });
}

/** Returns how a pipeline ended, for reasons: "pipeline failed", "pipeline was canceled". */
export const pipelineEnd = (status: string): string =>
  status === "failed" ? "pipeline failed" : `pipeline was ${status}`;

/** Returns whether a project takes the state of a pipeline as passed. */
export const passesPipeline = (project: Project, status: string | null): boolean =>
  status === "success" || (status === "skipped" && project.takesSkippedPipeline);

const runs = (status: string | null): boolean =>
  status !== null && status !== "manual" && !isEndedStatus(status);

/**
 * Removes the automatic merge of a merge request, or the merge request from its train. Throws `unauthorized` where the caller neither wrote nor may change it,
 * `wrongState` where it is not open and `noAutoMerge` where none is set.
 */
export function cancelAutoMergeOf(caller: Caller, found: MergeRequestInProject): void {
  const { store } = caller;
  const user = requireCaller(caller);
  const { mergeRequest, project } = found;
  const isDeveloper = accessLevel(store, user, project) >= accessLevels.developer;
  if (!isDeveloper && mergeRequest.authorId !== user.id) throw unauthorized();
  if (mergeRequest.state !== "opened") throw new Refusal("wrongState", {});
  const car = findActiveCar(store, mergeRequest.id);
  if (!car && !findAutoMerge(store, mergeRequest.id)) throw new Refusal("noAutoMerge", {});
  store.transaction(() => {
    if (car) deleteCar(store, car.id);
    deleteAutoMerge(store, mergeRequest.id);
    changeMergeRequest(store, mergeRequest.id, {});
    const text = car ? "removed this merge request from the merge train" : "canceled the automatic merge";
    addSystemNote(store, mergeRequest, user.id, text);
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: user.id, action: "update" });
  });
}

/**
 * Carries out automatic merges from now on, and those whose pipelines ended while no service ran. Returns a function that
 * stops it.
 */
export function startAutoMerges(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return repeatOnChanges(store, async (isStopped) => {
    for (const autoMerge of listAutoMerges(store)) {
      if (!isStopped()) await carryOut(store, autoMerge, serviceUrl()).catch(onError);
    }
  });
}

/**
 * Does work now, and again whenever something has changed that a merge waits for; never twice at a time. Returns a function
 * that stops it.
 */
export function repeatOnChanges(
  store: ServiceStore,
  perform: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let work: Promise<void> | null = null;
  let isStale = false;
  let isStopped = false;
  const run = async () => {
    // After the transaction of what changed.
    await new Promise((resolve) => setImmediate(resolve));
    while (isStale && !isStopped) {
      isStale = false;
      await perform(() => isStopped);
    }
    work = null;
  };
  const schedule = () => {
    isStale = true;
    if (!isStopped) work ??= run();
  };
  const channels = [jobChanges, mergeChecksChanged, mergeRequestChanged, versionAdded];
  const unsubscribes = channels.map((channel) => channel.on(store, schedule));
  schedule();
  return async () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    isStopped = true;
    await work;
  };
}

/** Merges, ends or leaves an automatic merge, by the state of its merge request. */
async function carryOut(store: ServiceStore, autoMerge: AutoMerge, serviceUrl: string): Promise<void> {
  const { mergeRequestId: id, userId, sha, request } = autoMerge;
  const mergeRequest = findMergeRequestById(store, id);
  const project = mergeRequest && findProject(store, mergeRequest.projectId);
  const user = findUser(store, userId);
  if (!mergeRequest || !project || !user) return;
  const abort = (why: string) => abortAutoMerge(store, mergeRequest, userId, why);
  if (mergeRequest.state === "merged") return deleteAutoMerge(store, id);
  if (mergeRequest.state !== "opened") return abort("merge request was closed");
  if (latestVersion(store, id)?.headSha !== sha) return abort("source branch was updated");
  if (mergeRequest.targetBranch !== request.targetBranch) return abort("target branch was changed");
  const status = lastStatus(store, project, mergeRequest);
  if (!passesPipeline(project, status)) {
    if (status !== null && isEndedStatus(status)) abort(pipelineEnd(status));
    return;
  }
  if (mergeRequest.wip || unmetRequirement(store, project, mergeRequest) !== null) return;
  const url = mergeRequestUrl(serviceUrl, project, mergeRequest);
  const { squash, squashMessage, mergeMessage, removeSourceBranch } = request;
  const options = {
    sha,
    squash,
    squashMessage,
    mergeMessage,
    removeSourceBranch,
    updateWorktree: false,
    url,
  };
  await mergeIntoTargetBranch({ store, project, user }, mergeRequest, options)
    .then(() => deleteAutoMerge(store, id))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal) && !(error instanceof GitRefusal)) throw error;
      abort(error instanceof Refusal ? (reasons[error.kind] ?? "it cannot be merged") : error.message);
    });
}

const reasons: Readonly<Partial<Record<string, string>>> = {
  unmergeable: "it conflicts with the target branch",
  conflict: "source branch was updated",
  unauthorized: "who set it may no longer merge",
};

/** Returns the address of a merge request's page. */
export const mergeRequestUrl = (serviceUrl: string, { fullPath }: Project, { iid }: MergeRequest): string =>
  `${serviceUrl}/${fullPath}/-/merge_requests/${iid}`;

function abortAutoMerge(store: ServiceStore, mergeRequest: MergeRequest, userId: number, why: string): void {
  store.transaction(() => {
    deleteAutoMerge(store, mergeRequest.id);
    changeMergeRequest(store, mergeRequest.id, { mergeError: `Automatic merge failed: ${why}` });
    addSystemNote(store, mergeRequest, userId, `aborted the automatic merge because ${why}`);
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: null, action: "update" });
  });
}

import { isEndedStatus } from "../../../../shared/ci/ended-status.ts";
import { GitRefusal } from "../../git/git-errors.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { deleteAutoMerge } from "../../store/review/auto-merges.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { changeMergeRequest, findMergeRequestById } from "../../store/review/merge-requests.ts";
import {
  completeCar,
  deleteCar,
  findActiveCar,
  findCar,
  insertCar,
  listActiveCars,
  listCars,
  type TrainCar,
} from "../../store/review/merge-trains.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import { findUser, type User } from "../../store/users/users.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller, requireProject } from "../access/require-access.ts";
import { denialOf, refRulesOf } from "../branches/ref-permission.ts";
import { mergeRequestChanged } from "../events/events.ts";
import { conflict, forbidden, invalid, notFound, Refusal, unauthorized } from "../refusal.ts";
import { mergeRequestUrl, passesPipeline, pipelineEnd, repeatOnChanges } from "./auto-merge.ts";
import { lastStatus, unmetRequirement } from "./describe-merge-request.ts";
import { mergeIntoTargetBranch } from "./merge-into-target-branch.ts";
import { headPipeline, type PipelineInProject } from "./merge-request-pipelines.ts";
import { type MergeRequestInProject, requireMergeRequest } from "./require-merge-request.ts";

/** A car with its merge request, pipeline and who added it. */
export interface CarDetails extends MergeRequestInProject {
  readonly car: TrainCar;
  readonly user: User | null;
  readonly pipeline: PipelineInProject | null;
}

/** Returns a project whose merge trains a developer sees. Throws `notFound`, and `forbidden` also where it has none. */
function requireTrains(caller: Caller, id: string | number): Project {
  const project = requireProject(caller, id, "developer");
  if (!project.mergeTrainsEnabled) throw forbidden();
  return project;
}

/** Returns the cars of a project's trains, in the order in which they were added. Throws as {@link carOf}. */
export const carsOf = (
  caller: Caller,
  id: string | number,
  scope: "active" | "complete" | undefined,
): TrainCar[] => listCars(caller.store, requireTrains(caller, id).id, scope);

/** Returns the car of a merge request. Throws `forbidden` where the project has no trains, and `notFound` where it is on none. */
export function carOf(caller: Caller, id: string | number, iid: number): TrainCar {
  requireTrains(caller, id);
  const car = findCar(caller.store, requireMergeRequest(caller, id, iid).mergeRequest.id);
  if (!car) throw notFound();
  return car;
}

/** Returns a car with what is shown of it. */
export function describeCar(caller: Caller, car: TrainCar): CarDetails {
  const { store } = caller;
  const project = findProject(store, car.projectId);
  const mergeRequest = findMergeRequestById(store, car.mergeRequestId);
  if (!project || !mergeRequest) throw notFound();
  return {
    ...{ car, project, mergeRequest },
    user: findUser(store, car.userId),
    pipeline: headPipeline(caller, mergeRequest),
  };
}

interface TrainRequest {
  /** Head of the source branch as the user has reviewed it. */
  readonly sha: string | undefined;
  readonly squash: boolean | undefined;
}

/**
 * Adds a merge request at the end of the train of its target branch, and returns the cars of that train. The train waits
 * for its pipeline. Throws `forbidden` where the project has no trains, `unauthorized` where the caller may not merge, `conflict` for
 * another head and for one that is on the train, and `invalid` where it cannot be merged.
 */
export function addCar(caller: Caller, id: string | number, iid: number, request: TrainRequest): TrainCar[] {
  const { store } = caller;
  const user = requireCaller(caller);
  const project = requireTrains(caller, id);
  const { mergeRequest } = requireMergeRequest(caller, id, iid);
  const { targetBranch } = mergeRequest;
  const change = { kind: "branch", name: targetBranch, change: "merge" } as const;
  if (denialOf(refRulesOf(store, user, project), change) !== null) throw unauthorized();
  const head = latestVersion(store, mergeRequest.id)?.headSha;
  if (mergeRequest.state !== "opened" || mergeRequest.wip || !head) throw invalid("It cannot be merged");
  if (request.sha !== undefined && request.sha !== head)
    throw conflict(`SHA does not match HEAD of source branch: ${head}`);
  if (findActiveCar(store, mergeRequest.id)) throw conflict("It is on the merge train already");
  const status = lastStatus(store, project, mergeRequest);
  if (status !== null && isEndedStatus(status) && !passesPipeline(project, status))
    throw invalid(`Its ${pipelineEnd(status)}`);
  const unmet = unmetRequirement(store, project, mergeRequest);
  if (unmet !== null && unmet !== "ci_still_running") throw invalid(`It cannot be merged: ${unmet}`);
  const onTrain = () =>
    listCars(store, project.id, "active").filter((car) => car.targetBranch === targetBranch);
  store.transaction(() => {
    deleteAutoMerge(store, mergeRequest.id);
    insertCar(store, {
      mergeRequestId: mergeRequest.id,
      projectId: project.id,
      targetBranch,
      userId: user.id,
      sha: head,
      squash: request.squash ?? null,
    });
    changeMergeRequest(store, mergeRequest.id, { mergeError: null });
    const place = onTrain().length;
    const text =
      place === 1
        ? "started a merge train"
        : `added this merge request to the merge train at position ${place}`;
    addSystemNote(store, mergeRequest, user.id, text);
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: user.id, action: "update" });
  });
  return onTrain();
}

/** Runs the trains from now on, and those that waited while no service ran. Returns a function that stops it. */
export function startMergeTrains(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return repeatOnChanges(store, async (isStopped) => {
    const waiting = new Set<string>();
    for (const car of listActiveCars(store)) {
      if (isStopped()) return;
      const train = `${car.projectId} ${car.targetBranch}`;
      const isFirst = !waiting.has(train);
      const isWaiting = await advance(store, car, { isFirst, serviceUrl: serviceUrl() }).catch(
        (error: unknown) => {
          onError(error);
          return true;
        },
      );
      if (isWaiting) waiting.add(train);
    }
  });
}

interface Place {
  readonly isFirst: boolean;
  readonly serviceUrl: string;
}

/** Merges a car, removes it from its train, or leaves it there, by the state of its merge request. Returns whether it stays. */
async function advance(store: ServiceStore, car: TrainCar, { isFirst, serviceUrl }: Place): Promise<boolean> {
  const project = findProject(store, car.projectId);
  const mergeRequest = findMergeRequestById(store, car.mergeRequestId);
  const user = findUser(store, car.userId);
  if (!project || !mergeRequest || !user || findActiveCar(store, car.mergeRequestId)?.id !== car.id)
    return false;
  const leave = (why: string) => removeCar(store, car, why);
  if (mergeRequest.state === "merged") {
    completeCar(store, car.id, "skip_merged");
    return false;
  }
  if (mergeRequest.state !== "opened" || mergeRequest.wip) return leave("it is not open and ready any more");
  if (latestVersion(store, mergeRequest.id)?.headSha !== car.sha) return leave("source branch was updated");
  if (mergeRequest.targetBranch !== car.targetBranch) return leave("target branch was changed");
  const status = lastStatus(store, project, mergeRequest);
  const isPassed = status === null || passesPipeline(project, status);
  if (!isPassed) return isEndedStatus(status) ? leave(pipelineEnd(status)) : true;
  if (!isFirst) return true;
  const unmet = unmetRequirement(store, project, mergeRequest);
  if (unmet !== null) return leave(unmetTexts[unmet]);
  const request = {
    sha: car.sha,
    squash: car.squash ?? undefined,
    ...{ squashMessage: undefined, mergeMessage: undefined, removeSourceBranch: undefined },
    updateWorktree: false,
    url: mergeRequestUrl(serviceUrl, project, mergeRequest),
  };
  try {
    await mergeIntoTargetBranch({ store, project, user }, mergeRequest, request);
    completeCar(store, car.id, "merged");
    return false;
  } catch (error) {
    if (error instanceof GitRefusal) return leave(error.message);
    if (!(error instanceof Refusal)) throw error;
    return leave(
      error.kind === "unmergeable" ? "it conflicts with the target branch" : "it cannot be merged",
    );
  }
}

const unmetTexts: Readonly<Record<NonNullable<ReturnType<typeof unmetRequirement>>, string>> = {
  discussions_not_resolved: "threads are not resolved",
  not_approved: "approvals are missing",
  requested_changes: "changes are requested",
  merge_request_blocked: "another merge request must be merged first",
  ci_still_running: "no pipeline has succeeded",
  ci_must_pass: "no pipeline has succeeded",
};

/** Removes a car with a note that says why. Returns false: it does not stay. */
function removeCar(store: ServiceStore, car: TrainCar, why: string): false {
  const mergeRequest = findMergeRequestById(store, car.mergeRequestId);
  store.transaction(() => {
    deleteCar(store, car.id);
    if (!mergeRequest) return;
    changeMergeRequest(store, mergeRequest.id, { mergeError: `Removed from the merge train: ${why}` });
    const text = `removed this merge request from the merge train because ${why}`;
    addSystemNote(store, mergeRequest, car.userId, text);
    mergeRequestChanged.emit(store, { mergeRequestId: mergeRequest.id, userId: null, action: "update" });
  });
  return false;
}

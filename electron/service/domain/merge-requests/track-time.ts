import { formatDuration, parseDuration } from "../../../../shared/time/duration.ts";
import {
  changeMergeRequest,
  findMergeRequest,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";
import { addSystemNote } from "../../store/review/notes.ts";
import type { Caller } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { badParameter } from "../refusal.ts";
import type { MergeRequestInProject } from "./require-merge-request.ts";

interface Tracked {
  readonly timeEstimate?: number;
  readonly timeSpent?: number;
}

/** Changes a merge request's tracked time, adds a system note and returns it. */
function track(
  caller: Caller,
  { project, mergeRequest }: MergeRequestInProject,
  times: Tracked,
  text: string,
): MergeRequest {
  const { store, user } = caller;
  changeMergeRequest(store, mergeRequest.id, times);
  addSystemNote(store, mergeRequest, user?.id ?? null, text);
  return findMergeRequest(store, project.id, mergeRequest.iid) ?? mergeRequest;
}

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null) throw badParameter("duration", "is invalid");
  return seconds;
}

/** Sets the time that a merge request is expected to take. Throws `badParameter` for a wrong duration, and `forbidden` below reporter. */
export function estimateTime(caller: Caller, found: MergeRequestInProject, duration: string): MergeRequest {
  const seconds = secondsOf(duration);
  if (seconds < 0) throw badParameter("duration", "is invalid");
  requireRole(caller, found.project, "reporter");
  return track(
    caller,
    found,
    { timeEstimate: seconds },
    `changed time estimate to ${formatDuration(seconds)}`,
  );
}

/** Removes the estimate of a merge request. Throws `forbidden` below reporter. */
export function removeEstimate(caller: Caller, found: MergeRequestInProject): MergeRequest {
  requireRole(caller, found.project, "reporter");
  return track(caller, found, { timeEstimate: 0 }, "removed time estimate");
}

/**
 * Adds to the time that was spent on a merge request, or subtracts from it. Throws `badParameter` for a wrong duration or where less
 * than nothing would be spent, and `forbidden` below reporter.
 */
export function spendTime(caller: Caller, found: MergeRequestInProject, duration: string): MergeRequest {
  const seconds = secondsOf(duration);
  requireRole(caller, found.project, "reporter");
  const timeSpent = found.mergeRequest.timeSpent + seconds;
  if (timeSpent < 0) throw badParameter("duration", "is invalid: less than nothing would be spent");
  const verb = seconds < 0 ? "subtracted" : "added";
  return track(caller, found, { timeSpent }, `${verb} ${formatDuration(Math.abs(seconds))} of time spent`);
}

/** Removes the time that was spent on a merge request. Throws `forbidden` below reporter. */
export function removeSpentTime(caller: Caller, found: MergeRequestInProject): MergeRequest {
  requireRole(caller, found.project, "reporter");
  return track(caller, found, { timeSpent: 0 }, "removed time spent");
}

import { formatDuration, parseDuration } from "../../../../shared/time/duration.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Issuable } from "../../store/review/issuables.ts";
import { changeIssue } from "../../store/review/issues.ts";
import { changeMergeRequest } from "../../store/review/merge-requests.ts";
import { addSystemNoteTo } from "../../store/review/notes.ts";
import type { Caller } from "../access/access-level.ts";
import { requireRole } from "../access/require-access.ts";
import { badParameter } from "../refusal.ts";

/** Times of a merge request or issue, in seconds. */
export interface Times {
  readonly timeEstimate: number;
  readonly timeSpent: number;
}

/** A merge request or issue whose time is tracked. */
export interface Tracked extends Times {
  readonly project: Project;
  readonly issuable: Issuable;
}

/** Changes the tracked time of something, adds a system note and returns the times. */
function track(
  { store, user }: Caller,
  { issuable, timeEstimate, timeSpent }: Tracked,
  times: Partial<Times>,
  text: string,
): Times {
  if (issuable.type === "Issue") changeIssue(store, issuable.id, times);
  else changeMergeRequest(store, issuable.id, times);
  addSystemNoteTo(store, issuable, user?.id ?? null, text);
  return { timeEstimate, timeSpent, ...times };
}

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null) throw badParameter("duration", "is invalid");
  return seconds;
}

/** Sets the time that something is expected to take. Throws `badParameter` for a wrong duration, and `forbidden` below reporter. */
export function estimateTime(caller: Caller, tracked: Tracked, duration: string): Times {
  const seconds = secondsOf(duration);
  if (seconds < 0) throw badParameter("duration", "is invalid");
  requireRole(caller, tracked.project, "reporter");
  return track(
    caller,
    tracked,
    { timeEstimate: seconds },
    `changed time estimate to ${formatDuration(seconds)}`,
  );
}

/** Removes the estimate of something. Throws `forbidden` below reporter. */
export function removeEstimate(caller: Caller, tracked: Tracked): Times {
  requireRole(caller, tracked.project, "reporter");
  return track(caller, tracked, { timeEstimate: 0 }, "removed time estimate");
}

/**
 * Adds to the time that was spent on something, or subtracts from it. Throws `badParameter` for a wrong duration or where
 * less than nothing would be spent, and `forbidden` below reporter.
 */
export function spendTime(caller: Caller, tracked: Tracked, duration: string): Times {
  const seconds = secondsOf(duration);
  requireRole(caller, tracked.project, "reporter");
  const timeSpent = tracked.timeSpent + seconds;
  if (timeSpent < 0) throw badParameter("duration", "is invalid: less than nothing would be spent");
  const verb = seconds < 0 ? "subtracted" : "added";
  return track(caller, tracked, { timeSpent }, `${verb} ${formatDuration(Math.abs(seconds))} of time spent`);
}

/** Removes the time that was spent on something. Throws `forbidden` below reporter. */
export function removeSpentTime(caller: Caller, tracked: Tracked): Times {
  requireRole(caller, tracked.project, "reporter");
  return track(caller, tracked, { timeSpent: 0 }, "removed time spent");
}

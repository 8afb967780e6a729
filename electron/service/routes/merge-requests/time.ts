import {
  addSpentTime,
  getTimeStats,
  resetSpentTime,
  resetTimeEstimate,
  setTimeEstimate,
} from "../../../../shared/api/resources/merge-requests.ts";
import { formatDuration, parseDuration } from "../../../../shared/time/duration.ts";
import { accessLevel } from "../../domain/access/access-level.ts";
import { addSystemNote } from "../../domain/merge-requests/follow-merge-request.ts";
import { requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import type { Context } from "../../http/context.ts";
import { badParameter, forbidden } from "../../http/http-error.ts";
import { implement } from "../../http/implement.ts";
import { toTimeStats } from "../../presenters/merge-request.ts";
import { accessLevels } from "../../store/groups/members.ts";
import {
  changeMergeRequest,
  findMergeRequest,
  type MergeRequest,
} from "../../store/review/merge-requests.ts";

interface Target {
  readonly id: string | number;
  readonly merge_request_iid: number;
}

/** Changes a merge request's tracked time and adds a system note. */
async function change(
  context: Context,
  { id, merge_request_iid: iid }: Target,
  make: (mergeRequest: MergeRequest) => {
    readonly timeEstimate?: number;
    readonly timeSpent?: number;
    readonly words: string;
  },
) {
  const { project, mergeRequest } = requireMergeRequest(context, id, iid);
  if (accessLevel(context.store, context.user, project) < accessLevels.reporter) throw forbidden();
  const { words, ...times } = make(mergeRequest);
  changeMergeRequest(context.store, mergeRequest.id, times);
  addSystemNote(context.store, mergeRequest, context.user?.id ?? null, words);
  return toTimeStats(findMergeRequest(context.store, project.id, iid) ?? mergeRequest);
}

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds === null) throw badParameter("duration is invalid");
  return seconds;
}

export const timeRoutes = [
  implement(getTimeStats, async (input, context) =>
    toTimeStats(requireMergeRequest(context, input.id, input.merge_request_iid).mergeRequest),
  ),
  implement(setTimeEstimate, (input, context) => {
    const seconds = secondsOf(input.duration);
    if (seconds < 0) throw badParameter("duration is invalid");
    return change(context, input, () => ({
      timeEstimate: seconds,
      words: `changed time estimate to ${formatDuration(seconds)}`,
    }));
  }),
  implement(resetTimeEstimate, (input, context) =>
    change(context, input, () => ({ timeEstimate: 0, words: "removed time estimate" })),
  ),
  implement(addSpentTime, (input, context) => {
    const seconds = secondsOf(input.duration);
    return change(context, input, ({ timeSpent }) => {
      if (timeSpent + seconds < 0)
        throw badParameter("duration is invalid: less than nothing would be spent");
      const verb = seconds < 0 ? "subtracted" : "added";
      return {
        timeSpent: timeSpent + seconds,
        words: `${verb} ${formatDuration(Math.abs(seconds))} of time spent`,
      };
    });
  }),
  implement(resetSpentTime, (input, context) =>
    change(context, input, () => ({ timeSpent: 0, words: "removed time spent" })),
  ),
];

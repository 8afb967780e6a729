import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes } from "../../../shared/api/resources/notes.ts";
import type { Watch } from "../../../shared/host/watches.ts";
import type { ReadContext } from "../operations/read-operation.ts";
import { readQuietly } from "./read-quietly.ts";

/** State of an automatic merge in the words of pipelines: pending, success, failed or canceled. */
interface MergeState {
  readonly status: string;
  /** Reason why it did not happen, null where none is known. */
  readonly reason: string | null;
  /** Commit of its head, null where the service names none. */
  readonly head: string | null;
}

/**
 * Reads whether an automatic merge waits, is done or has failed, and why. GitLab leaves it set where the pipeline failed or the
 * branches conflict, other services end it; `before` is the head that was read last. Throws ProblemError.
 */
export async function readMergeState(
  context: ReadContext,
  watch: Watch,
  before: string | undefined,
  signal: AbortSignal,
): Promise<MergeState> {
  const input = { id: watch.project, merge_request_iid: watch.id };
  const { value: now } = await readQuietly(context, getMergeRequest, input, { signal, fresh: true });
  const head = now.sha ?? null;
  if (now.state === "merged") return { status: "success", reason: null, head };
  if (now.state === "closed") return { status: "canceled", reason: "it was closed", head };
  if (now.merge_when_pipeline_succeeds) {
    const obstacle = pipelineObstacle(now) ?? conflict(now);
    return { status: obstacle === null ? "pending" : "failed", reason: obstacle, head };
  }
  if (now.merge_error) return { status: "failed", reason: now.merge_error, head };
  const noted = await readNote(context, watch, signal);
  if (noted) return { ...noted, head };
  const isPushed = before !== undefined && head !== null && head !== before;
  const reason = isPushed ? "new commits were pushed" : obstacleOf(now);
  return { status: reason === null ? "canceled" : "failed", reason, head };
}

const pipelineObstacle = ({ head_pipeline: pipeline }: MergeRequestDetail): string | null =>
  pipeline?.status === "failed"
    ? "the pipeline failed"
    : pipeline?.status === "canceled"
      ? "the pipeline was canceled"
      : null;

const conflict = ({ has_conflicts, merge_status, target_branch }: MergeRequestDetail): string | null =>
  (has_conflicts ?? merge_status === "cannot_be_merged") ? `it conflicts with ${target_branch}` : null;

/** Obstacles by the words that services since 15.6 have for them. */
const obstacles: Readonly<Record<string, string>> = {
  discussions_not_resolved: "it has unresolved threads",
  not_approved: "approvals are missing",
  requested_changes: "changes are requested",
  need_rebase: "it needs a rebase",
  status_checks_must_pass: "a status check did not pass",
  external_status_checks: "a status check did not pass",
  merge_request_blocked: "another merge request blocks it",
};

/** Returns what now keeps a merge request from being merged; null where nothing does, as after it was canceled. */
function obstacleOf(now: MergeRequestDetail): string | null {
  if (now.draft ?? now.work_in_progress) return "it is a draft";
  const known = obstacles[now.detailed_merge_status ?? ""] ?? null;
  const isOpen = now.blocking_discussions_resolved === false;
  return conflict(now) ?? pipelineObstacle(now) ?? known ?? (isOpen ? "it has unresolved threads" : null);
}

/** Notes of a merge request that are read for the one that says why; it was written just before. */
const maxNotes = 20;
const setNote =
  /^enabled an automatic merge|^started a merge train|^added this merge request to the merge train/;
const abortNote = /^(?:aborted|removed) .*(?:automatic merge|merge train).*? because (.+)/s;
const cancelNote = /^(?:cancell?ed the automatic merge|removed this merge request from the merge train)/;

/** Returns what the service has noted of the end of an automatic merge; null where it notes none, or cannot be read. */
async function readNote(
  context: ReadContext,
  { project, id }: Watch,
  signal: AbortSignal,
): Promise<Pick<MergeState, "status" | "reason"> | null> {
  const input = { id: project, merge_request_iid: id, sort: "desc", per_page: maxNotes } as const;
  const read = readQuietly(context, listMergeRequestNotes, input, { signal, fresh: true });
  const notes = await read.then(
    ({ value }) => value,
    () => [],
  );
  for (const { system, body, author } of notes) {
    if (!system) continue;
    if (setNote.test(body)) return null;
    const why = abortNote.exec(body)?.[1];
    if (why) return { status: "failed", reason: why };
    if (cancelNote.test(body)) {
      return { status: "canceled", reason: author ? `canceled by ${author.name}` : null };
    }
  }
  return null;
}

import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";

/** Facts of an entry that the queue remembers between two looks at the service. */
export interface QueuedFacts {
  readonly sha: string;
  readonly targetBranch: string;
  readonly state: "queued" | "rebasing" | "waiting" | "merging";
  /** Fingerprint of the commits and changes that were queued. */
  readonly fingerprint: string;
  /** Number of the rebases that were sent. */
  readonly rebases: number;
  /** Number of the merges that the service refused. */
  readonly refusals: number;
  /** Whether its head had a pipeline at any time, so that a rebased head gets one, too. */
  readonly hadPipeline: boolean;
  /** Time of the last write and of the head, in milliseconds. */
  readonly sentAt: number;
  readonly headSince: number;
}

/** The merge request as the service has it now. */
export interface Observation {
  readonly mergeRequest: Pick<
    MergeRequestDetail,
    | "state"
    | "sha"
    | "target_branch"
    | "draft"
    | "work_in_progress"
    | "has_conflicts"
    | "merge_status"
    | "merge_error"
    | "rebase_in_progress"
    | "diverged_commits_count"
    | "blocking_discussions_resolved"
  > & {
    readonly head_pipeline?:
      | {
          readonly status: string;
          readonly sha: string;
          readonly ref?: string | null | undefined;
        }
      | null
      | undefined;
  };
  /** Null on a service without approvals. */
  readonly approvals: { readonly required: number; readonly left: number } | null;
  /** That of the present head; null until the service has compared it. */
  readonly fingerprint: string | null;
  readonly project: {
    readonly needsPipeline: boolean;
    readonly takesSkipped: boolean;
    readonly needsResolved: boolean;
  };
}

/** The next act of the queue. */
export type Decision =
  | { readonly kind: "rebase" | "merge" }
  | { readonly kind: "wait"; readonly reason: string }
  /** The present head is the rebase of what was queued. */
  | { readonly kind: "accept"; readonly sha: string }
  | { readonly kind: "end"; readonly state: "merged" | "stopped"; readonly reason: string };

const wait = (reason: string): Decision => ({ kind: "wait", reason });
const stop = (reason: string): Decision => ({ kind: "end", state: "stopped", reason });

/** Rebases of one entry, and refused merges, after which it stops. */
const maxRebases = 5;
const maxRefusals = 3;
/** Milliseconds in which a write without a response may still take effect. */
export const graceMs = 30_000;
/** Milliseconds in which a new head gets its pipeline. */
const pipelineStartMs = 10 * 60_000;

const short = (sha: string) => sha.slice(0, 8);
const active: readonly string[] = [
  "created",
  "waiting_for_resource",
  "waiting_for_callback",
  "preparing",
  "pending",
  "running",
  "scheduled",
  "canceling",
];

/**
 * Returns what the queue does next with the entry whose turn it is, from what it remembers and what the service says. Never
 * `merge` for another head than was queued or accepted, nor where approvals are missing.
 */
export function decide(entry: QueuedFacts, seen: Observation, now: number): Decision {
  const { mergeRequest } = seen;
  const { state, sha } = mergeRequest;
  if (state === "merged")
    return {
      kind: "end",
      state: "merged",
      reason: entry.state === "merging" ? `Merged into ${entry.targetBranch}` : "Merged outside the queue",
    };
  if (state === "locked") return wait("The service is merging it.");
  if (state !== "opened") return stop("It was closed.");
  if (mergeRequest.target_branch !== entry.targetBranch)
    return stop(`Its target branch is ${mergeRequest.target_branch} now. Add it again.`);
  if (mergeRequest.rebase_in_progress) return wait("The service is rebasing it.");
  if (sha !== entry.sha) return decideHead(entry, seen);
  if (entry.state === "merging" && now - entry.sentAt < graceMs)
    return wait("The service has not confirmed the merge yet.");
  return obstacle(seen) ?? decideSame(entry, seen, now);
}

/** The head is another one: it has to be the queue's own rebase, with the same commits and changes. */
function decideHead(entry: QueuedFacts, { mergeRequest: { sha }, fingerprint }: Observation): Decision {
  if (!sha) return stop("Its source branch is gone.");
  if (entry.state !== "rebasing")
    return stop(`New commits since it was queued: its head is ${short(sha)}. Review it and add it again.`);
  if (fingerprint === null) return wait("The service is comparing the rebased commits.");
  return fingerprint === entry.fingerprint
    ? { kind: "accept", sha }
    : stop(`It changed while it was rebased: its head is ${short(sha)}. Review it and add it again.`);
}

/** Returns what keeps a merge request from being merged that does not pass by itself. */
function obstacle({ mergeRequest, approvals, project }: Observation): Decision | null {
  if (mergeRequest.draft || mergeRequest.work_in_progress) return stop("It is a draft.");
  if (approvals && approvals.left > 0) {
    const { left } = approvals;
    return stop(`It needs ${left} more ${left === 1 ? "approval" : "approvals"}.`);
  }
  if (project.needsResolved && mergeRequest.blocking_discussions_resolved === false)
    return stop("It has unresolved threads.");
  return null;
}

function decideSame(entry: QueuedFacts, seen: Observation, now: number): Decision {
  const { mergeRequest } = seen;
  const isFresh = now - entry.sentAt < graceMs;
  if (entry.state === "rebasing") {
    if (mergeRequest.merge_error) return stop(`The rebase failed: ${mergeRequest.merge_error}`);
    if (isFresh && mergeRequest.diverged_commits_count !== 0)
      return wait("The service has not confirmed the rebase yet.");
  }
  const conflicts = mergeRequest.has_conflicts || mergeRequest.merge_status === "cannot_be_merged";
  const behind = mergeRequest.diverged_commits_count;
  // Where the service does not count, one rebase shows it.
  if (behind === undefined ? entry.rebases === 0 : behind > 0) {
    if (conflicts) return stop(`It conflicts with ${entry.targetBranch}.`);
    if (entry.rebases >= maxRebases)
      return stop(`${entry.targetBranch} moved ${maxRebases} times while it waited.`);
    return { kind: "rebase" };
  }
  if (conflicts) return stop(`It conflicts with ${entry.targetBranch}.`);
  const pipeline = decidePipeline(entry, seen, now);
  if (pipeline) return pipeline;
  if (mergeRequest.merge_status === "checking" || mergeRequest.merge_status === "unchecked")
    return entry.refusals < maxRefusals && now - entry.headSince < pipelineStartMs
      ? wait("The service is checking whether it can be merged.")
      : { kind: "merge" };
  return { kind: "merge" };
}

/** Returns why the pipeline of the head keeps it waiting or stops it; null where it does not. */
function decidePipeline(entry: QueuedFacts, seen: Observation, now: number): Decision | null {
  const { mergeRequest, project } = seen;
  const found = mergeRequest.head_pipeline;
  // A pipeline of the merge result has a commit of its own.
  const pipeline =
    found && (found.sha === entry.sha || found.ref?.startsWith("refs/merge-requests/")) ? found : null;
  if (!pipeline) {
    if (!entry.hadPipeline && !project.needsPipeline) return null;
    return now - entry.headSince < pipelineStartMs
      ? wait("Its pipeline has not started yet.")
      : stop("No pipeline started.");
  }
  const { status } = pipeline;
  if (status === "success" || (status === "skipped" && (project.takesSkipped || !project.needsPipeline)))
    return null;
  if (active.includes(status)) return wait("Its pipeline is running.");
  if (status === "manual") return project.needsPipeline ? stop("Its pipeline waits for a manual job.") : null;
  return stop(status === "canceled" ? "Its pipeline was canceled." : `Its pipeline ended with: ${status}.`);
}

/** Returns what follows from a merge that the service refused: another look, or the end. */
export function decideRefusal(refusals: number, status: number | undefined, message: string): Decision {
  if (status === 409) return stop(`Its head changed before the merge. ${message}`);
  if (status === 401 || status === 403) return stop(`You may not merge it. ${message}`);
  return refusals + 1 >= maxRefusals ? stop(`The service refused the merge: ${message}`) : wait(message);
}

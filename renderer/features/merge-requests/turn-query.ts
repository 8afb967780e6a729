import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Discussion, listDiscussions } from "../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getMergeRequest, listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { listMergeRequestNotes } from "../../../shared/api/resources/notes.ts";
import { listMergeRequestPipelines } from "../../../shared/api/resources/pipelines.ts";
import type { UserSummary } from "../../../shared/api/resources/user-shapes.ts";
import { type ReviewHistory, type Turn, type TurnUser, turnOf } from "../../../shared/review/turn.ts";
import { tryExtension } from "../../api/extensions.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { isActiveStatus } from "../ci/ci-status.tsx";
import { historyThreads, toInstant } from "./history-threads.ts";
import { approvalsQuery } from "./use-approvals.ts";

/** Milliseconds for which what happened to a merge request is fresh. */
const freshMs = 60_000;

/** Returns the people who are asked to review: the reviewers, else who is assigned. */
const reviewersOf = ({ reviewers = [], assignees }: MergeRequest): readonly UserSummary[] =>
  reviewers.length > 0 ? reviewers : assignees;

/** Returns whether a merge request is known to conflict with its target. */
const hasConflicts = ({ has_conflicts: has, merge_status: status }: MergeRequest): boolean =>
  has ?? status === "cannot_be_merged";

/** Returns whether its service has yet to find out if it conflicts, as it may have in lists. */
const isUnchecked = ({ merge_status: status, has_conflicts: has }: MergeRequest): boolean =>
  !has && /^(unchecked|checking|cannot_be_merged_recheck)$/.test(status ?? "");

/** Returns whether anything that is read could make it a user's turn: who has no part in it can only be mentioned. */
const mayConcern = (mergeRequest: MergeRequest, me: TurnUser): boolean =>
  mergeRequest.author?.id === me.id ||
  mergeRequest.user_notes_count > 0 ||
  reviewersOf(mergeRequest).some(({ id }) => id === me.id);

/** A merge request of a project, and the user as whom it is looked at. */
export interface TurnOptions {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly me: TurnUser;
}

/**
 * Query options of whose turn a merge request is, null for one that is not open, and while its service looks for conflicts. It reads threads, versions, pipelines and
 * approvals, each from the cache where a row or the page of the merge request has read it.
 */
export const turnQuery = (client: QueryClient, { account, project, mergeRequest, me }: TurnOptions) =>
  queryOptions({
    queryKey: [
      "operation",
      account,
      "turn of a row",
      "one",
      {
        ...{ project, iid: mergeRequest.iid, me: me.id },
        ...{ updated: mergeRequest.updated_at, head: mergeRequest.sha },
        // A service finds them after the list, which does not update the merge request.
        conflicts: hasConflicts(mergeRequest),
      },
    ],
    queryFn: async (): Promise<Turn | null> => {
      const history = await readHistory(client, { account, project, mergeRequest, me });
      const turn = turnOf(history, me);
      const mayChange = turn?.of === "nobody" || turn?.of === "checks" || mergeRequest.author?.id === me.id;
      if (!mayChange || !isUnchecked(mergeRequest)) return turn;
      // Reading one by itself makes the service look for conflicts.
      const target = { id: project, merge_request_iid: mergeRequest.iid };
      const query = operationQuery(account, getMergeRequest, target);
      const { data: checked } = await client.fetchQuery({ ...query, staleTime: freshMs });
      if (isUnchecked(checked)) return turn?.of === "nobody" ? null : turn;
      return turnOf({ ...history, conflicts: hasConflicts(checked) }, me);
    },
    enabled: mergeRequest.state === "opened",
    staleTime: freshMs,
    meta: { reads: ["merge_requests", "notes", "pipelines"] },
  });

async function readHistory(
  client: QueryClient,
  { account, project, mergeRequest, me }: TurnOptions,
): Promise<ReviewHistory> {
  const input = { id: project, merge_request_iid: mergeRequest.iid };
  const concerns = mayConcern(mergeRequest, me);
  const [threads, pushes, checks, approvals] = await Promise.all([
    concerns ? readThreads(client, account, input, mergeRequest.user_notes_count) : [],
    concerns ? readPushes(client, account, input) : [],
    readChecks(client, account, input, mergeRequest.sha),
    client.fetchQuery(approvalsQuery(account, project, mergeRequest.iid)),
  ]);
  return {
    state: mergeRequest.state,
    draft: mergeRequest.draft ?? mergeRequest.work_in_progress,
    author: mergeRequest.author?.id ?? null,
    reviewers: reviewersOf(mergeRequest).map(({ id }) => id),
    threads: historyThreads(threads),
    approvers: approvals?.by ?? [],
    approvalsLeft: approvals?.left ?? 0,
    pushes,
    checks,
    conflicts: hasConflicts(mergeRequest),
  };
}

interface Target {
  readonly id: string;
  readonly merge_request_iid: number;
}

/**
 * Reads the threads; single comments from a service without threads. Cached ones that have fewer or more comments than
 * the merge request counts are older than it, and are read again.
 */
export async function readThreads(
  client: QueryClient,
  account: string,
  target: Target,
  comments: number,
): Promise<readonly Discussion[]> {
  const input = { ...target, per_page: 100 };
  const staleTime = (notes: readonly Discussion["notes"][number][]) =>
    notes.filter(({ system }) => !system).length === comments ? freshMs : 0;
  const threads = await tryExtension(account, listDiscussions, async () => {
    const query = operationQuery(account, listDiscussions, input, "all");
    const known = client.getQueryData(query.queryKey)?.data.flatMap(({ notes }) => notes) ?? [];
    return (await client.fetchQuery({ ...query, staleTime: staleTime(known) })).data;
  });
  if (threads) return threads;
  const query = operationQuery(account, listMergeRequestNotes, { ...input, sort: "asc" }, "all");
  const known = client.getQueryData(query.queryKey)?.data ?? [];
  const { data } = await client.fetchQuery({ ...query, staleTime: staleTime(known) });
  return data.map((note) => ({ id: `note ${note.id}`, individual_note: true, notes: [note] }));
}

async function readPushes(client: QueryClient, account: string, target: Target): Promise<readonly string[]> {
  const query = operationQuery(account, listMergeRequestVersions, target, "all");
  const { data } = await client.fetchQuery({ ...query, staleTime: freshMs });
  return data.map(({ created_at: at }) => toInstant(at));
}

/** Reads the state of the head's pipeline; null where there is none, or none that says anything. */
async function readChecks(
  client: QueryClient,
  account: string,
  target: Target,
  head: string | null | undefined,
): Promise<ReviewHistory["checks"]> {
  const query = operationQuery(account, listMergeRequestPipelines, { ...target, per_page: 20 });
  const { data } = await client
    .fetchQuery({ ...query, staleTime: freshMs })
    // A project without CI refuses it.
    .catch(() => ({ data: [] }));
  const own = data.filter(({ sha }) => sha === head);
  const status = (own.find(({ source }) => source === "merge_request_event") ?? own[0])?.status;
  if (!status) return null;
  if (isActiveStatus(status)) return "running";
  return status === "failed" ? "failed" : status === "success" ? "passed" : null;
}

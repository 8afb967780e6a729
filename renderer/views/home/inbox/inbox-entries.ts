import type { Job } from "../../../../shared/api/resources/job-shapes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Todo } from "../../../../shared/api/resources/todos.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import {
  latestTime as latest,
  mergeRequestEntryKey,
  todoEntryKey,
  todoStamp,
} from "../../../../shared/review/inbox-state.ts";
import { todoReason, turnReason } from "../../../../shared/review/todo-reasons.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";

/** Something in the inbox, mostly a merge request with all reasons for it. */
export interface InboxEntry {
  /** Unique over all accounts, and the same after a reload. */
  readonly key: string;
  readonly account: string;
  /** Full path. */
  readonly project: string;
  /** Number of the merge request, null for something else. */
  readonly iid: number | null;
  readonly title: string;
  /** Path of the app, at the comment that is the latest reason; null for what opens on the service. */
  readonly path: string | null;
  /** Address on the service. */
  readonly url: string;
  /** Reasons for which it is here, the latest first. */
  readonly reasons: readonly string[];
  /** Name of who caused the latest one, empty where unknown. */
  readonly by: string;
  /** Markdown of the comment that is the latest one, or which jobs failed; empty for another reason. */
  readonly text: string;
  /** More about the reasons, and reasons that are found later: shown where they move nothing. */
  readonly details: readonly string[];
  /** Time of the last change, ISO 8601: after another one a mark no longer counts. */
  readonly stamp: string;
  /** Pending to-dos of the service. */
  readonly todos: readonly number[];
  /** Whether the to-dos are all that it is about, so that it ends with them. */
  readonly endsWithTodos: boolean;
}

/** Returns the entries of an account's pending to-dos, one for each thing that they are about, the latest first. */
export function entriesOfTodos(account: string, todos: readonly Todo[]): InboxEntry[] {
  const groups = Map.groupBy(todos, (todo) => todoEntryKey(account, todo));
  return [...groups].flatMap(([key, group]) => {
    const sorted = group.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    const [newest] = sorted;
    if (!newest) return [];
    const { target, project, author, body } = newest;
    const title = target?.title || body;
    const path = project?.path_with_namespace ?? "";
    const iid = newest.target_type === "MergeRequest" ? (target?.iid ?? null) : null;
    const comment = /#(note_\d+)$/.exec(newest.target_url)?.[1];
    return [
      {
        key,
        account,
        project: path,
        iid,
        title,
        path: iid === null ? null : hrefs.mergeRequest(account, path, iid, undefined, comment),
        url: newest.target_url,
        reasons: [...new Set(sorted.map(({ action_name: action }) => todoReason(action)))],
        by: author?.name ?? "",
        text: body === title ? "" : body,
        details: [],
        stamp: todoStamp(newest),
        todos: sorted.map(({ id }) => id),
        endsWithTodos: true,
      },
    ];
  });
}

/** Returns the entry of a merge request for reasons that Helve has found itself, null where its project is unknown. */
function entryOfMergeRequest(
  account: string,
  mergeRequest: MergeRequest,
  reasons: readonly string[],
): InboxEntry | null {
  const project = projectOfMergeRequest(mergeRequest, undefined);
  if (!project) return null;
  const { iid, title, web_url: url, author, updated_at, created_at } = mergeRequest;
  return {
    key: mergeRequestEntryKey(account, project, iid),
    account,
    project,
    iid,
    title,
    path: hrefs.mergeRequest(account, project, iid),
    url,
    reasons,
    by: author?.name ?? "",
    text: "",
    details: [],
    stamp: latest(updated_at, created_at),
    todos: [],
    endsWithTodos: false,
  };
}

/** Returns the entry of an automatic merge that was set in Helve and did not happen; null for every other watch. */
function entryOfWatch(watch: Watch): InboxEntry | null {
  const { accountId: account, project, id: iid, kind, name, path, status, reason, endedAt } = watch;
  if (kind !== "merge" || endedAt === null) return null;
  if (status !== "failed" && status !== "canceled") return null;
  return {
    key: mergeRequestEntryKey(account, project, iid),
    account,
    project,
    iid,
    title: name.replace(/^!\d+ /, ""),
    path,
    url: "",
    reasons: [status === "failed" ? "Not merged" : "No longer merged automatically"],
    by: "",
    text: "",
    details: reason ? [reason] : [],
    stamp: endedAt,
    todos: [],
    endsWithTodos: false,
  };
}

/** A failed job of a project. */
interface FailedJob {
  /** Full path. */
  readonly project: string;
  readonly job: Job;
}

/** Returns an entry for each pipeline with failed jobs; where a merge request of `own` is of its branch, for that. */
function entriesOfJobs(
  account: string,
  jobs: readonly FailedJob[],
  own: readonly MergeRequest[],
): InboxEntry[] {
  const groups = Map.groupBy(
    jobs,
    ({ project, job }) => `${account} ${project} pipeline ${job.pipeline?.id}`,
  );
  return [...groups].flatMap(([key, group]) => {
    const [newest] = group;
    const pipeline = newest?.job.pipeline;
    if (!newest || !pipeline) return [];
    const { project, job } = newest;
    const text = group.map((entry) => entry.job.name).join(", ");
    const stamp = latest(...group.map((entry) => entry.job.finished_at ?? entry.job.created_at));
    const ref = job.ref ?? pipeline.ref ?? "";
    const mergeRequest = own.find(
      (one) =>
        projectOfMergeRequest(one, undefined) === project &&
        (one.source_branch === ref || ref === `refs/merge-requests/${one.iid}/head`),
    );
    const entry = mergeRequest && entryOfMergeRequest(account, mergeRequest, ["Pipeline failed"]);
    if (entry) return [{ ...entry, text, stamp: latest(entry.stamp, stamp) }];
    return [
      {
        key,
        account,
        project,
        iid: null,
        title: job.commit?.title || `Pipeline #${pipeline.id}`,
        path: hrefs.pipeline(account, project, pipeline.id),
        url: "",
        reasons: ["Pipeline failed"],
        by: "",
        text: [ref, text].filter(Boolean).join(": "),
        details: [],
        stamp,
        todos: [],
        endsWithTodos: false,
      },
    ];
  });
}

/** A merge request that waits for its account's user, and why. */
export interface WaitingMergeRequest {
  readonly account: string;
  readonly mergeRequest: MergeRequest;
  /** Reasons of the turn, as `turnOf` returns them. */
  readonly reasons: readonly string[];
}

/** Returns the entries with what waits for the user: those that are known stay where they are, with further details. */
export function withTurns(
  entries: readonly InboxEntry[],
  waiting: readonly WaitingMergeRequest[],
): InboxEntry[] {
  const found = waiting.flatMap(({ account, mergeRequest, reasons }) => {
    const words = reasons.flatMap((reason) => turnReason(reason) ?? []);
    return (words.length > 0 && entryOfMergeRequest(account, mergeRequest, words)) || [];
  });
  const turns = new Map(found.map((entry) => [entry.key, entry]));
  const known = entries.map((entry) => {
    const turn = turns.get(entry.key);
    if (!turn) return entry;
    turns.delete(entry.key);
    const more = turn.reasons.filter((reason) => !entry.reasons.includes(reason));
    return { ...entry, details: [...entry.details, ...more], endsWithTodos: false };
  });
  return byTime([...known, ...turns.values()]);
}

const byTime = (entries: readonly InboxEntry[]): InboxEntry[] =>
  entries.toSorted((a, b) => Date.parse(b.stamp) - Date.parse(a.stamp));

/** Returns entries of several sources, each thing once with the reasons of all, the last changed first. */
export function mergeEntries(...sources: readonly (readonly InboxEntry[])[]): InboxEntry[] {
  const byKey = new Map<string, InboxEntry>();
  for (const entry of sources.flat()) {
    const known = byKey.get(entry.key);
    byKey.set(
      entry.key,
      known
        ? {
            ...known,
            text: known.text || entry.text,
            reasons: [...new Set([...known.reasons, ...entry.reasons])],
            details: [...new Set([...known.details, ...entry.details])],
            stamp: latest(known.stamp, entry.stamp),
            todos: [...known.todos, ...entry.todos],
            endsWithTodos: known.endsWithTodos && entry.endsWithTodos,
          }
        : entry,
    );
  }
  return byTime([...byKey.values()]);
}

/** Lists of an account for its user. */
interface AccountLists {
  readonly account: { readonly id: string };
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
  /** Pending to-dos; null where the service has none. */
  readonly todos: readonly Todo[] | null;
  readonly failed: readonly FailedJob[];
  /** Automatic merges that did not happen, of merge requests that are still open. */
  readonly unmerged: readonly Watch[];
}

/**
 * Returns the entries of all accounts: the to-dos of a service, else what its lists say that needs the user, and on all of
 * them automatic merges and pipelines that failed.
 */
export function inboxEntries(work: readonly AccountLists[]): InboxEntry[] {
  return mergeEntries(
    ...work.map(({ account: { id }, toReview, created, todos, failed, unmerged }) => [
      ...(todos ? entriesOfTodos(id, todos) : computedEntries(id, toReview, created)),
      ...unmerged.flatMap((watch) => entryOfWatch(watch) ?? []),
      ...entriesOfJobs(id, failed, created),
    ]),
  );
}

function computedEntries(
  account: string,
  toReview: readonly MergeRequest[],
  created: readonly MergeRequest[],
): InboxEntry[] {
  const conflicting = created.filter(
    ({ has_conflicts, merge_status }) => has_conflicts ?? merge_status === "cannot_be_merged",
  );
  return [
    ...toReview.map((request) => entryOfMergeRequest(account, request, ["Review requested"])),
    ...conflicting.map((own) => entryOfMergeRequest(account, own, ["Cannot be merged"])),
  ].flatMap((entry) => entry ?? []);
}

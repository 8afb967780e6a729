import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { Todo } from "../../../../shared/api/resources/todos.ts";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";

/** Something in the inbox, mostly a merge request with all reasons for it. */
export interface InboxEntry {
  /** Unique over all accounts, and the same after a reload. */
  readonly key: string;
  readonly account: string;
  /** Full path. */
  readonly project: string;
  /** Number of the merge request, null for something else, which opens on the service. */
  readonly iid: number | null;
  readonly title: string;
  /** Address on the service. */
  readonly url: string;
  /** Reasons for it, the latest first. */
  readonly reasons: readonly string[];
  /** Name of who caused the latest one, empty where unknown. */
  readonly by: string;
  /** Markdown of the comment that is the latest one, empty for another reason. */
  readonly text: string;
  /** Time of the last change, ISO 8601: after another one a mark no longer counts. */
  readonly stamp: string;
  /** Pending to-dos of the service. */
  readonly todos: readonly number[];
}

const actionTexts: Readonly<Record<string, string>> = {
  assigned: "Assigned",
  mentioned: "Mentioned",
  directly_addressed: "Mentioned",
  build_failed: "Pipeline failed",
  marked: "To do",
  approval_required: "Approval required",
  unmergeable: "Cannot be merged",
  merge_train_removed: "Removed from merge train",
  review_requested: "Review requested",
  review_submitted: "Review submitted",
};

const latest = (...times: readonly (string | undefined)[]): string =>
  times
    .flatMap((time) => time ?? [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1) ?? "";

/** Returns the entries of an account's pending to-dos, one for each thing that they are about, the latest first. */
export function entriesOfTodos(account: string, todos: readonly Todo[]): InboxEntry[] {
  const groups = Map.groupBy(todos, (todo) => keyOfTodo(account, todo));
  return [...groups].flatMap(([key, group]) => {
    const sorted = group.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    const [newest] = sorted;
    if (!newest) return [];
    const { target, project, author, body } = newest;
    const title = target?.title || body;
    return [
      {
        key,
        account,
        project: project?.path_with_namespace ?? "",
        iid: newest.target_type === "MergeRequest" ? (target?.iid ?? null) : null,
        title,
        url: newest.target_url,
        reasons: [...new Set(sorted.map(({ action_name: action }) => actionTexts[action] ?? "To do"))],
        by: author?.name ?? "",
        text: body === title ? "" : body,
        stamp: latest(target?.updated_at, newest.updated_at, newest.created_at),
        todos: sorted.map(({ id }) => id),
      },
    ];
  });
}

const keyOfTodo = (account: string, { project, target_type: type, target, id }: Todo): string => {
  const path = project?.path_with_namespace;
  if (path === undefined || target?.iid === undefined) return `${account} todo ${id}`;
  return `${account} ${path}${type === "MergeRequest" ? "!" : "#"}${target.iid}`;
};

/** Returns the entry of a merge request for a reason that Helve has found itself, null where its project is unknown. */
function entryOfMergeRequest(account: string, mergeRequest: MergeRequest, reason: string): InboxEntry | null {
  const project = projectOfMergeRequest(mergeRequest, undefined);
  if (!project) return null;
  const { iid, title, web_url: url, author, updated_at, created_at } = mergeRequest;
  return {
    key: `${account} ${project}!${iid}`,
    account,
    project,
    iid,
    title,
    url,
    reasons: [reason],
    by: author?.name ?? "",
    text: "",
    stamp: latest(updated_at, created_at),
    todos: [],
  };
}

/** Returns entries of several sources, each thing once with the reasons of all, the last changed first. */
export function mergeEntries(...sources: readonly (readonly InboxEntry[])[]): InboxEntry[] {
  const byKey = new Map<string, InboxEntry>();
  for (const entry of sources.flat()) {
    const known = byKey.get(entry.key);
    const reasons = [...new Set([...(known?.reasons ?? []), ...entry.reasons])];
    byKey.set(entry.key, known ? { ...known, reasons } : entry);
  }
  return [...byKey.values()].toSorted((a, b) => Date.parse(b.stamp) - Date.parse(a.stamp));
}

/** Lists of an account for its user. */
interface AccountLists {
  readonly account: { readonly id: string };
  readonly toReview: readonly MergeRequest[];
  readonly created: readonly MergeRequest[];
  /** Pending to-dos; null where the service has none. */
  readonly todos: readonly Todo[] | null;
}

/** Returns the entries of all accounts: the to-dos of a service, else what its lists say that needs the user. */
export function inboxEntries(work: readonly AccountLists[]): InboxEntry[] {
  return mergeEntries(
    ...work.map(({ account: { id }, toReview, created, todos }) => {
      if (todos) return entriesOfTodos(id, todos);
      const conflicting = created.filter(
        ({ has_conflicts, merge_status }) => has_conflicts ?? merge_status === "cannot_be_merged",
      );
      return [
        ...toReview.map((request) => entryOfMergeRequest(id, request, "Review requested")),
        ...conflicting.map((own) => entryOfMergeRequest(id, own, "Cannot be merged")),
      ].flatMap((entry) => entry ?? []);
    }),
  );
}

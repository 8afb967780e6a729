import type { Todo } from "../api/resources/todos.ts";
import type { TypedDocument } from "../documents/shapes.ts";

/** Marks of the entries of the inbox over all accounts, by key. */
export type InboxMarks = TypedDocument<"reviews", "inbox">["value"];

/** Collection and key of the one document of marks. */
export const inboxMarksDocument = { collection: "reviews", key: "inbox" } as const;

/** State of an entry by its mark: a mark of before its last change does not count. */
export type InboxState = "unread" | "read" | "done" | "snoozed";

/** Facts that a mark is compared with: an entry's key, and the time of its last change, ISO 8601. */
export interface MarkedEntry {
  readonly key: string;
  readonly stamp: string;
}

/** Returns the state of an entry; `now` in milliseconds since 1970. */
export function inboxStateOf({ key, stamp }: MarkedEntry, marks: InboxMarks, now: number): InboxState {
  const { read, done, snoozed } = marks[key] ?? {};
  if (isMarkOf(done?.stamp, stamp)) return "done";
  const until = snoozed?.until ?? null;
  if (snoozed && (until === null ? isMarkOf(snoozed.stamp, stamp) : now < Date.parse(until)))
    return "snoozed";
  return isMarkOf(read, stamp) ? "read" : "unread";
}

/**
 * Returns whether a mark is of the last change or after it: where a to-do is done on the service, what remains of its entry
 * changed before that.
 */
export const isMarkOf = (mark: string | undefined, stamp: string): boolean =>
  mark !== undefined && (mark === stamp || Date.parse(mark) >= Date.parse(stamp));

/** Returns the key of a merge request's entry. */
export const mergeRequestEntryKey = (account: string, project: string, iid: number): string =>
  `${account} ${project}!${iid}`;

/** Returns the key of the entry of a to-do: that of what it is about. */
export function todoEntryKey(account: string, { project, target_type: type, target, id }: Todo): string {
  const path = project?.path_with_namespace;
  if (path === undefined || target?.iid === undefined) return `${account} todo ${id}`;
  return type === "MergeRequest"
    ? mergeRequestEntryKey(account, path, target.iid)
    : `${account} ${path}#${target.iid}`;
}

/** Returns the latest of some times, empty where there is none. */
export const latestTime = (...times: readonly (string | null | undefined)[]): string =>
  times
    .flatMap((time) => time || [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1) ?? "";

/** Returns the time of the last change that a to-do tells of. */
export const todoStamp = ({ target, updated_at, created_at }: Todo): string =>
  latestTime(target?.updated_at, updated_at, created_at);

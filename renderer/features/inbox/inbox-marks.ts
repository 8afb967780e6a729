import {
  type InboxMarks,
  inboxMarksDocument,
  isMarkOf,
  latestTime,
  type MarkedEntry,
  mergeRequestEntryKey,
} from "../../../shared/review/inbox-state.ts";
import { createStoredValues, type StoredValue, useStoredValue } from "../../state/stored-value.ts";

type Mark = InboxMarks[string];

const { key: documentKey } = inboxMarksDocument;
const values = createStoredValues("reviews", "inbox", {});
/** Stored marks. */
const maxMarks = 1_000;
/** Milliseconds for which what was done can be undone: until then the service is not told. */
export const undoMs = 6_000;

/** Returns the marks, and whether they were read from disk. */
export const useInboxMarks = (): StoredValue<InboxMarks> => useStoredValue(values, documentKey);

interface FinishedEntry extends MarkedEntry {
  readonly account: string;
  /** Pending to-dos of the service. */
  readonly todos: readonly number[];
}

/** Returns the to-dos of done entries that the service is to be told about now: what can be undone waits. */
export const todosToFinish = (
  entries: readonly FinishedEntry[],
  marks: InboxMarks,
  now: number,
): { readonly account: string; readonly id: number }[] =>
  entries.flatMap((entry) => {
    const done = marks[entry.key]?.done;
    const isDue = done && isMarkOf(done.stamp, entry.stamp) && now - done.at >= undoMs;
    return isDue ? entry.todos.map((id) => ({ account: entry.account, id })) : [];
  });

/** Whether a mark says more than that something was read, as each visit of a merge request does. */
const isChoice = ({ done, snoozed }: Mark): boolean => done !== undefined || snoozed !== undefined;

/** Returns the marks with that of an entry changed, without the oldest ones beyond the limit, of which what was only read goes first. */
export function withMark(
  marks: InboxMarks,
  key: string,
  change: (mark: Omit<Mark, "marked">) => Omit<Mark, "marked">,
  now: number,
): InboxMarks {
  const { [key]: before, ...others } = marks;
  const { marked: _, ...mark } = before ?? { marked: 0 };
  const all = [...Object.entries(others), [key, { ...change(mark), marked: now }] as const];
  return Object.fromEntries(
    all
      .toSorted(([, a], [, b]) => Number(isChoice(a)) - Number(isChoice(b)) || a.marked - b.marked)
      .slice(-maxMarks),
  );
}

const change = (key: string, next: (mark: Omit<Mark, "marked">) => Omit<Mark, "marked">): void =>
  values.change(documentKey, (marks) => withMark(marks, key, next, Date.now()));

/** Marks an entry as read, or as unread. */
export const markRead = ({ key, stamp }: MarkedEntry, isRead: boolean): void =>
  change(key, ({ read: _, ...mark }) => (isRead ? { ...mark, read: stamp } : mark));

/** Marks the entry of a merge request as read, whatever led to it: its user sees all of it now. */
export function markVisited(account: string, project: string, mergeRequest: VisitedMergeRequest): void {
  const { iid, updated_at: updated } = mergeRequest;
  const stamp = latestTime(updated, new Date().toISOString());
  change(mergeRequestEntryKey(account, project, iid), (mark) => ({ ...mark, read: stamp }));
}

interface VisitedMergeRequest {
  readonly iid: number;
  readonly updated_at?: string | undefined;
}

/** Marks an entry as done, until it changes. */
export const markDone = ({ key, stamp }: MarkedEntry): void =>
  change(key, (mark) => ({ ...mark, read: stamp, done: { stamp, at: Date.now() } }));

/** Takes back that an entry is done. */
export const undoDone = ({ key }: MarkedEntry): void => change(key, ({ done: _, ...mark }) => mark);

/** Hides an entry until a time, or with null until it changes. */
export const snooze = ({ key, stamp }: MarkedEntry, until: Date | null): void =>
  change(key, (mark) => ({ ...mark, snoozed: { stamp, until: until?.toISOString() ?? null } }));

/** Shows a snoozed entry again. */
export const unsnooze = ({ key }: MarkedEntry): void => change(key, ({ snoozed: _, ...mark }) => mark);

/** Time until which an entry is hidden, null for its next change. */
interface SnoozeChoice {
  readonly label: string;
  readonly until: Date | null;
}

/** Returns the choices of a snooze: later today, tomorrow and next Monday in the morning, and until it changes. */
export function snoozeChoices(now: Date): readonly SnoozeChoice[] {
  const morning = (days: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    day.setHours(9, 0, 0, 0);
    return day;
  };
  return [
    { label: "For 3 hours", until: new Date(now.getTime() + 3 * 3_600_000) },
    { label: "Until tomorrow", until: morning(1) },
    { label: "Until next week", until: morning((8 - now.getDay()) % 7 || 7) },
    { label: "Until it changes", until: null },
  ];
}

import type { TypedDocument } from "../../../../shared/documents/shapes.ts";
import { createStoredValues, type StoredValue, useStoredValue } from "../../../state/stored-value.ts";
import type { InboxEntry } from "./inbox-entries.ts";

/** Marks of the entries of all accounts, by key. */
export type InboxMarks = TypedDocument<"reviews", "inbox">["value"];
type Mark = InboxMarks[string];

/** Key of the one document. */
const documentKey = "inbox";
const values = createStoredValues("reviews", "inbox", {});
/** Stored marks. */
const maxMarks = 1_000;
/** Milliseconds for which what was done can be undone: until then the service is not told. */
export const undoMs = 6_000;

/** Returns the marks, and whether they were read from disk. */
export const useInboxMarks = (): StoredValue<InboxMarks> => useStoredValue(values, documentKey);

/** State of an entry by its mark: a mark of before its last change does not count. */
export type InboxState = "unread" | "read" | "done" | "snoozed";

/** Returns the state of an entry; `now` in milliseconds since 1970. */
export function stateOf(
  { key, stamp }: Pick<InboxEntry, "key" | "stamp">,
  marks: InboxMarks,
  now: number,
): InboxState {
  const { read, done, snoozed } = marks[key] ?? {};
  if (isSince(done?.stamp, stamp)) return "done";
  const until = snoozed?.until ?? null;
  if (snoozed && (until === null ? isSince(snoozed.stamp, stamp) : now < Date.parse(until))) return "snoozed";
  return isSince(read, stamp) ? "read" : "unread";
}

/**
 * Returns whether a mark is of the last change or after it: where a to-do is done on the service, what remains of its entry
 * changed before that.
 */
const isSince = (mark: string | undefined, stamp: string): boolean =>
  mark !== undefined && (mark === stamp || Date.parse(mark) >= Date.parse(stamp));

/** Returns the to-dos of done entries that the service is to be told about now: what can be undone waits. */
export const todosToFinish = (
  entries: readonly InboxEntry[],
  marks: InboxMarks,
  now: number,
): { readonly account: string; readonly id: number }[] =>
  entries.flatMap((entry) => {
    const done = marks[entry.key]?.done;
    const isDue = done && isSince(done.stamp, entry.stamp) && now - done.at >= undoMs;
    return isDue ? entry.todos.map((id) => ({ account: entry.account, id })) : [];
  });

/** Returns the marks with that of an entry changed, without the oldest ones beyond the limit. */
export function withMark(
  marks: InboxMarks,
  key: string,
  change: (mark: Omit<Mark, "marked">) => Omit<Mark, "marked">,
  now: number,
): InboxMarks {
  const { [key]: before, ...others } = marks;
  const { marked: _, ...mark } = before ?? { marked: 0 };
  const all = [...Object.entries(others), [key, { ...change(mark), marked: now }] as const];
  return Object.fromEntries(all.toSorted(([, a], [, b]) => a.marked - b.marked).slice(-maxMarks));
}

type Marked = Pick<InboxEntry, "key" | "stamp">;

const change = (key: string, next: (mark: Omit<Mark, "marked">) => Omit<Mark, "marked">): void =>
  values.change(documentKey, (marks) => withMark(marks, key, next, Date.now()));

/** Marks an entry as read, or as unread. */
export const markRead = ({ key, stamp }: Marked, isRead: boolean): void =>
  change(key, ({ read: _, ...mark }) => (isRead ? { ...mark, read: stamp } : mark));

/** Marks an entry as done, until it changes. */
export const markDone = ({ key, stamp }: Marked): void =>
  change(key, (mark) => ({ ...mark, read: stamp, done: { stamp, at: Date.now() } }));

/** Takes back that an entry is done. */
export const undoDone = ({ key }: Marked): void => change(key, ({ done: _, ...mark }) => mark);

/** Hides an entry until a time, or with null until it changes. */
export const snooze = ({ key, stamp }: Marked, until: Date | null): void =>
  change(key, (mark) => ({ ...mark, snoozed: { stamp, until: until?.toISOString() ?? null } }));

/** Shows a snoozed entry again. */
export const unsnooze = ({ key }: Marked): void => change(key, ({ snoozed: _, ...mark }) => mark);

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

import { expect, it } from "vitest";
import type { Todo } from "../../../../shared/api/resources/todos.ts";
import { entriesOfTodos, mergeEntries } from "./inbox-entries.ts";
import { snoozeChoices, stateOf, todosToFinish, undoMs, withMark } from "./inbox-marks.ts";

const todo = (id: number, action: string, more: Partial<Todo> = {}): Todo => ({
  id,
  project: { id: 1, path_with_namespace: "a/b" },
  action_name: action,
  target_type: "MergeRequest",
  target: { iid: 7, title: "Title", web_url: "", updated_at: "2026-01-01T10:00:00Z" },
  target_url: "https://x/a/b/-/merge_requests/7",
  body: "Title",
  state: "pending",
  created_at: `2026-01-01T0${id}:00:00Z`,
  ...more,
});

it("has one entry for the to-dos of a merge request, with every reason", () => {
  const found = entriesOfTodos("local", [
    todo(1, "assigned"),
    todo(3, "mentioned", { body: "**@ada** look\nmore" }),
    todo(2, "directly_addressed"),
    todo(4, "marked", { target_type: "Issue" }),
    todo(5, "member_access_requested", { target: null, body: "ada" }),
  ]);
  expect(found).toMatchObject([
    {
      key: "local a/b!7",
      iid: 7,
      title: "Title",
      reasons: ["Mentioned", "Assigned"],
      text: "**@ada** look\nmore",
      stamp: "2026-01-01T10:00:00Z",
      todos: [3, 2, 1],
    },
    { key: "local a/b#7", iid: null, reasons: ["To do"] },
    { key: "local todo 5", title: "ada", stamp: "2026-01-01T05:00:00Z" },
  ]);
});

it("merges the reasons of several sources, the last changed first", () => {
  const [first] = entriesOfTodos("local", [todo(1, "assigned")]);
  if (!first) throw new Error("there is no entry");
  const newer = { ...first, key: "other", stamp: "2026-02-01T10:00:00Z" };
  const found = { ...first, reasons: ["Assigned", "Waiting for you: conflicts"], todos: [] };
  expect(mergeEntries([first], [found, newer])).toEqual([
    newer,
    { ...first, reasons: ["Assigned", "Waiting for you: conflicts"] },
  ]);
});

const entry = { key: "k", stamp: "2026-01-01T10:00:00Z" };
const changed = { ...entry, stamp: "2026-01-02T10:00:00Z" };
const now = Date.parse("2026-01-01T12:00:00Z");
const later = new Date(now + 3_600_000).toISOString();

it.each([
  ["unread without a mark", {}, "unread", "unread"],
  ["read until it changes", { read: entry.stamp }, "read", "unread"],
  ["done until it changes", { done: { stamp: entry.stamp, at: 0 } }, "done", "unread"],
  ["snoozed until it changes", { snoozed: { stamp: entry.stamp, until: null } }, "snoozed", "unread"],
  [
    "snoozed until a time, changed or not",
    { snoozed: { stamp: entry.stamp, until: later } },
    "snoozed",
    "snoozed",
  ],
])("is %s", (_, mark, state, next) => {
  const marks = { k: { ...mark, marked: 0 } };
  expect([stateOf(entry, marks, now), stateOf(changed, marks, now)]).toEqual([state, next]);
  expect(stateOf(entry, marks, now + 2 * 3_600_000)).toBe(
    state === "snoozed" && "snoozed" in mark && mark.snoozed.until ? "unread" : state,
  );
});

it("tells the service of what is done once it can no longer be undone", () => {
  const [first] = entriesOfTodos("local", [todo(1, "assigned"), todo(2, "mentioned")]);
  if (!first) throw new Error("there is no entry");
  const marks = withMark({}, first.key, () => ({ done: { stamp: first.stamp, at: now } }), now);
  expect(todosToFinish([first], marks, now + undoMs - 1)).toEqual([]);
  expect(todosToFinish([first], marks, now + undoMs)).toEqual([
    { account: "local", id: 2 },
    { account: "local", id: 1 },
  ]);
  expect(todosToFinish([{ ...first, stamp: "later" }], marks, now + undoMs)).toEqual([]);
});

it("forgets the oldest marks", () => {
  let marks = {};
  for (let i = 0; i < 1_001; i++) marks = withMark(marks, `key ${i}`, (mark) => mark, i);
  expect(Object.keys(marks)).toHaveLength(1_000);
  expect(marks).not.toHaveProperty(["key 0"]);
});

it("offers times in the future", () => {
  for (let day = 1; day <= 7; day++) {
    const from = new Date(2026, 0, day, 12);
    const [hours, tomorrow, week, change] = snoozeChoices(from);
    expect(hours?.until?.getTime()).toBe(from.getTime() + 3 * 3_600_000);
    expect(tomorrow?.until).toEqual(new Date(2026, 0, day + 1, 9));
    expect([week?.until?.getDay(), (week?.until ?? from) > from]).toEqual([1, true]);
    expect(change?.until).toBeNull();
  }
});

import { expect, it } from "vitest";
import { readResponse } from "../../../../shared/api/contract/read-response.ts";
import { getJob } from "../../../../shared/api/resources/jobs.ts";
import { getMergeRequest } from "../../../../shared/api/resources/merge-requests.ts";
import type { Todo } from "../../../../shared/api/resources/todos.ts";
import type { Watch } from "../../../../shared/host/watches.ts";
import { inboxStateOf } from "../../../../shared/review/inbox-state.ts";
import { snoozeChoices, todosToFinish, undoMs, withMark } from "../../../features/inbox/inbox-marks.ts";
import { entriesOfTodos, inboxEntries, mergeEntries, withTurns } from "./inbox-entries.ts";

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
    todo(3, "mentioned", {
      body: "**@ada** look\nmore",
      target_url: "https://x/a/b/-/merge_requests/7#note_12",
    }),
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
      path: "/a/local/p/a%2Fb/merge_requests/7#note_12",
      stamp: "2026-01-01T10:00:00Z",
      todos: [3, 2, 1],
    },
    { key: "local a/b#7", iid: null, path: null, reasons: ["To do"] },
    { key: "local todo 5", title: "ada", reasons: ["Access requested"], stamp: "2026-01-01T05:00:00Z" },
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

it.each([
  ["build_failed", "Pipeline failed"],
  ["unmergeable", "Cannot be merged"],
  ["merge_train_removed", "Removed from merge train"],
  ["approval_required", "Approval required"],
  ["review_submitted", "Review submitted"],
  ["of_a_later_version", "To do"],
])("says %s in words", (action, reason) => {
  expect(entriesOfTodos("local", [todo(1, action)])).toMatchObject([{ reasons: [reason] }]);
});

const mergeRequest = (iid: number, more: object = {}) =>
  readResponse(getMergeRequest, {
    id: iid,
    iid,
    title: `Title ${iid}`,
    state: "opened",
    source_branch: `topic-${iid}`,
    updated_at: "2026-01-01T10:00:00Z",
    references: { full: `a/b!${iid}` },
    ...more,
  }).value;

const job = (id: number, ref: string, pipeline: number) => ({
  project: "a/b",
  job: readResponse(getJob, {
    id,
    name: `job ${id}`,
    ref,
    status: "failed",
    finished_at: `2026-01-02T0${id}:00:00Z`,
    commit: { id: "c", title: "Fix the sails" },
    pipeline: { id: pipeline, ref, sha: "c", status: "failed" },
  }).value,
});

const watch: Watch = {
  key: "local.merge.a/b!7",
  accountId: "local",
  kind: "merge",
  project: "a/b",
  id: 7,
  name: "!7 Title",
  ref: "topic-7",
  path: "/a/local/p/a%2Fb/merge_requests/7",
  status: "failed",
  reason: "the pipeline failed",
  addedAt: "2026-01-01T09:00:00Z",
  endedAt: "2026-01-03T10:00:00Z",
};

const nothing = { account: { id: "local" }, toReview: [], created: [], failed: [], unmerged: [] };

it("has automatic merges that did not happen, with the reason and what to-dos say", () => {
  const work = { ...nothing, todos: [todo(1, "build_failed")], unmerged: [watch] };
  expect(inboxEntries([work])).toMatchObject([
    {
      key: "local a/b!7",
      reasons: ["Pipeline failed", "Not merged"],
      details: ["the pipeline failed"],
      stamp: watch.endedAt,
      todos: [1],
    },
  ]);
  const running = { ...watch, status: "pending", endedAt: null };
  expect(inboxEntries([{ ...nothing, todos: [], unmerged: [running] }])).toEqual([]);
});

it("has the user's failed pipelines, those of a merge request with it", () => {
  const work = {
    ...nothing,
    todos: [],
    created: [mergeRequest(7)],
    failed: [job(1, "main", 3), job(2, "main", 3), job(3, "topic-7", 4)],
  };
  expect(inboxEntries([work])).toMatchObject([
    { key: "local a/b!7", reasons: ["Pipeline failed"], text: "job 3" },
    {
      key: "local a/b pipeline 3",
      title: "Fix the sails",
      path: "/a/local/p/a%2Fb/pipelines/3",
      text: "main: job 1, job 2",
      stamp: "2026-01-02T02:00:00Z",
    },
  ]);
});

it("is computed from lists where there are no to-dos", () => {
  const work = {
    ...nothing,
    todos: null,
    toReview: [mergeRequest(8)],
    created: [mergeRequest(7, { has_conflicts: true }), mergeRequest(9)],
  };
  expect(inboxEntries([work]).map(({ iid, reasons }) => [iid, ...reasons])).toEqual([
    [8, "Review requested"],
    [7, "Cannot be merged"],
  ]);
});

it("has what waits for the user: known entries keep their reasons and place", () => {
  const known = entriesOfTodos("local", [todo(1, "unmergeable")]);
  const waiting = [
    { account: "local", mergeRequest: mergeRequest(7), reasons: ["2 replies", "conflicts"] },
    { account: "local", mergeRequest: mergeRequest(8), reasons: ["checks failed", "changes requested"] },
    { account: "local", mergeRequest: mergeRequest(9), reasons: ["draft"] },
  ];
  expect(withTurns(known, waiting)).toEqual([
    { ...known[0], details: ["2 replies"], endsWithTodos: false },
    expect.objectContaining({ iid: 8, reasons: ["Pipeline failed", "Changes requested"], details: [] }),
  ]);
});

it("is done on the service, and what remains of it stays done", () => {
  const marks = { k: { done: { stamp: "2026-01-02T10:00:00Z", at: 0 }, marked: 0 } };
  expect(inboxStateOf({ key: "k", stamp: "2026-01-01T10:00:00Z" }, marks, 0)).toBe("done");
  expect(inboxStateOf({ key: "k", stamp: "2026-01-03T10:00:00Z" }, marks, 0)).toBe("unread");
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
  expect([inboxStateOf(entry, marks, now), inboxStateOf(changed, marks, now)]).toEqual([state, next]);
  expect(inboxStateOf(entry, marks, now + 2 * 3_600_000)).toBe(
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

import fc from "fast-check";
import { expect, it } from "vitest";
import { type ReviewHistory, type Turn, turnOf, turnText } from "./turn.ts";

const me = { id: 1, username: "ada" };
const other = 2;
const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const note = (author: number, minute: number, body = "A comment", system = false) => ({
  author,
  at: time(minute),
  body,
  system,
});
const thread = (...notes: readonly ReturnType<typeof note>[]) => ({
  notes,
  resolvable: true,
  resolved: false,
});
const base: ReviewHistory = {
  state: "opened",
  draft: false,
  author: other,
  reviewers: [me.id],
  threads: [],
  approvers: [],
  approvalsLeft: 0,
  pushes: [time(0)],
  checks: "passed",
  conflicts: false,
};
const read = (more: Partial<ReviewHistory>) => {
  const turn = turnOf({ ...base, ...more }, me);
  return turn && turnText(turn);
};

it.each<[string, Partial<ReviewHistory>, string | null]>([
  ["of a reviewer who has not acted", {}, "Waiting for you: review requested"],
  [
    "of a reviewer with replies and commits",
    { threads: [thread(note(1, 1), note(2, 2), note(2, 3))], pushes: [time(0), time(4)] },
    "Waiting for you: 2 replies, new commits since your review",
  ],
  ["of a reviewer who waits for a reply", { threads: [thread(note(1, 1))] }, "Waiting for author"],
  [
    "of a reviewer whose threads are resolved",
    { threads: [{ ...thread(note(1, 1), note(2, 2)), resolved: true }] },
    "Waiting for review",
  ],
  ["of a reviewer who approved", { approvers: [1] }, "Ready to merge"],
  [
    "of a reviewer whose approval a push has ended",
    { threads: [thread(note(1, 1, "approved this merge request", true))], pushes: [time(0), time(2)] },
    "Waiting for you: new commits since your review",
  ],
  ["of a draft", { draft: true }, "Waiting for author"],
  ["while checks run", { approvers: [1], checks: "running" }, "Waiting for checks"],
  ["with failed checks", { approvers: [1], checks: "failed" }, "Waiting for author"],
  ["with approvals that are missing", { approvers: [1], approvalsLeft: 1 }, "Waiting for review"],
  [
    "of somebody who is mentioned",
    { reviewers: [3], threads: [thread(note(2, 1, "@ada, what do you think?"))] },
    "Waiting for you: 1 reply",
  ],
  [
    "of somebody who is not involved",
    { reviewers: [3], threads: [thread(note(2, 1, "`@ada`"))] },
    "Waiting for review",
  ],
  [
    "of an author with a comment",
    { author: 1, reviewers: [2], threads: [thread(note(2, 1))] },
    "Waiting for you: 1 reply",
  ],
  [
    "of an author who has replied",
    { author: 1, reviewers: [2], threads: [thread(note(2, 1), note(1, 2))] },
    "Waiting for review",
  ],
  [
    "of an author whose checks failed and branches conflict",
    { author: 1, reviewers: [2], checks: "failed", conflicts: true },
    "Waiting for you: checks failed, conflicts",
  ],
  [
    "of an author of whom changes are requested",
    { author: 1, reviewers: [2], threads: [thread(note(2, 1, "requested changes", true))] },
    "Waiting for you: changes requested",
  ],
  [
    "of an author who has pushed since",
    {
      author: 1,
      reviewers: [2],
      threads: [thread(note(2, 1, "requested changes", true))],
      pushes: [time(2)],
    },
    "Waiting for review",
  ],
  ["once it is merged", { state: "merged" }, null],
])("tells the turn %s", (_, history, text) => {
  expect(read(history)).toBe(text);
});

const users = [1, 2, 3];
const someNote = fc.record({
  author: fc.constantFrom(...users),
  at: fc.integer({ min: 0, max: 100 }).map(time),
  body: fc.constantFrom(
    "A comment",
    "@ada look",
    "approved this merge request",
    "requested changes",
    "added 1 commit",
  ),
  system: fc.boolean(),
});
const someThread = fc.record({
  notes: fc
    .array(someNote, { minLength: 1, maxLength: 6 })
    .map((notes) => notes.toSorted((a, b) => a.at.localeCompare(b.at))),
  resolvable: fc.boolean(),
  resolved: fc.boolean(),
});
const someHistory: fc.Arbitrary<ReviewHistory> = fc.record({
  state: fc.constantFrom("opened", "opened", "opened", "merged", "closed"),
  draft: fc.boolean(),
  author: fc.constantFrom(...users, null),
  reviewers: fc.subarray(users),
  threads: fc.array(someThread, { maxLength: 6 }),
  approvers: fc.subarray(users),
  approvalsLeft: fc.integer({ min: 0, max: 2 }),
  pushes: fc.array(fc.integer({ min: 0, max: 100 }).map(time), { minLength: 1, maxLength: 4 }),
  checks: fc.constantFrom("running", "failed", "passed", null),
  conflicts: fc.boolean(),
});
const open = someHistory.map((history) => ({ ...history, state: "opened" }));
const of = (history: ReviewHistory): Turn => turnOf(history, me) ?? { of: "nobody", reasons: [] };

it("is the user's for a reason, in any order of threads, versions and people", () => {
  fc.assert(
    fc.property(someHistory, (history) => {
      const turn = turnOf(history, me);
      expect(turn === null).toBe(history.state !== "opened");
      if (turn) expect(turn.of === "you").toBe(turn.reasons.length > 0);
      const turned = {
        ...history,
        threads: history.threads.toReversed(),
        pushes: history.pushes.toReversed(),
        reviewers: history.reviewers.toReversed(),
        approvers: history.approvers.toReversed(),
      };
      expect(turnOf(turned, me)).toEqual(turn);
    }),
  );
});

it("is no longer the reviewer's once all threads are replied to after the last push", () => {
  fc.assert(
    fc.property(open, (history) => {
      const reply = (each: ReviewHistory["threads"][number]) => ({
        ...each,
        notes: [...each.notes, note(me.id, 200)],
      });
      const threads = [...history.threads, thread(note(2, 150))].map(reply);
      expect(of({ ...history, author: other, threads }).of).not.toBe("you");
    }),
  );
});

it("is the user's after a reply in an open thread of theirs", () => {
  fc.assert(
    fc.property(open, fc.integer({ min: 1, max: 4 }), (history, replies) => {
      const later = Array.from({ length: replies }, (_, i) => note(other, 300 + i));
      const turn = of({ ...history, threads: [...history.threads, thread(note(me.id, 200), ...later)] });
      expect(turn.of).toBe("you");
      expect(Number.parseInt(turn.reasons[0] ?? "", 10)).toBeGreaterThanOrEqual(replies);
    }),
  );
});

it("is a reviewer's after a push that follows the review, unless the approval still counts", () => {
  fc.assert(
    fc.property(open, fc.boolean(), (history, isApproved) => {
      const turn = of({
        ...history,
        author: other,
        draft: false,
        reviewers: [me.id],
        threads: [...history.threads, thread(note(me.id, 200))],
        pushes: [...history.pushes, time(250)],
        approvers: isApproved ? [me.id] : [],
      });
      expect(turn.reasons.includes("new commits since your review")).toBe(!isApproved);
    }),
  );
});

it("is ready to merge only where nothing is left to do", () => {
  fc.assert(
    fc.property(open, (history) => {
      if (of(history).of !== "nobody") return;
      expect(history).toMatchObject({ draft: false, conflicts: false, approvalsLeft: 0 });
      expect(["passed", null]).toContain(history.checks);
      const commented = history.threads.filter(({ notes }) => notes.some(({ system }) => !system));
      expect(commented.every(({ resolvable, resolved }) => resolved || !resolvable)).toBe(true);
    }),
  );
});

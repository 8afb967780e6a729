import { expect, it } from "vitest";
import { reviewStatesOf, reviewsText } from "./review-states.ts";

const note = (author: number, minute: number, body = "A comment", system = false) => ({
  author,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  body,
  system,
});
type Note = ReturnType<typeof note>;
const thread = (...notes: readonly Note[]) => ({ notes, resolvable: true, resolved: false });

const stateOf = (notes: readonly Note[], approvers: readonly number[] = []) =>
  reviewStatesOf({ reviewers: [7], approvers, threads: notes.map((each) => thread(each)) })[0]?.state;

it.each<[string, readonly Note[], readonly number[], string]>([
  ["nothing", [note(8, 1)], [], "unreviewed"],
  ["a comment", [note(7, 1)], [], "reviewed"],
  ["another note of the service", [note(7, 1, "added ~docs label", true)], [], "unreviewed"],
  ["a request", [note(7, 2, "requested changes", true), note(7, 3)], [], "requested_changes"],
  ["an approval that counts", [note(7, 2, "requested changes", true)], [7], "approved"],
  ["one that counts no more", [note(7, 2, "approved this merge request", true)], [], "unapproved"],
  ["one that was revoked", [note(7, 2, "unapproved this merge request", true)], [], "unapproved"],
  [
    "the last of both, in whatever order the threads are",
    [note(7, 5, "requested changes", true), note(7, 2, "approved this merge request", true)],
    [],
    "requested_changes",
  ],
])("reads the state of a review from %s", (_, notes, approvers, state) => {
  expect(stateOf(notes, approvers)).toBe(state);
});

it("counts who is done, and says that changes are requested", () => {
  const states = (...names: readonly string[]) => names.map((state, user) => ({ user, state }));
  expect(reviewsText(states("unreviewed", "review_started", "unapproved"))).toBe("0 of 3 reviewed");
  expect(reviewsText(states("approved", "reviewed"))).toBe("2 of 2 reviewed");
  expect(reviewsText(states("requested_changes", "unreviewed", "unreviewed"))).toBe(
    "1 of 3 reviewed, changes requested",
  );
});

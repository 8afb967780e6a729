import { expect, test } from "vitest";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { nextOpenThread } from "./open-threads.ts";

const thread = (id: number, resolved: boolean | null): Discussion => ({
  id: String(id),
  individual_note: false,
  notes: [{ id, body: "x", system: false, resolvable: resolved !== null, resolved: resolved === true }],
});
const threads = [thread(1, true), thread(2, false), thread(3, null), thread(4, false), thread(5, true)];
const next = (from: number | null, direction: 1 | -1) => nextOpenThread(threads, from, direction)?.id ?? null;

test("the first and last open thread come first", () => {
  expect([next(null, 1), next(null, -1)]).toEqual(["2", "4"]);
});

test("resolved threads and single comments are passed over, around the ends", () => {
  expect([next(2, 1), next(4, 1), next(4, -1), next(2, -1)]).toEqual(["4", "2", "2", "4"]);
});

test("a thread that was resolved since is where the next one is counted from", () => {
  expect([next(1, 1), next(5, 1), next(5, -1), next(3, -1)]).toEqual(["2", "2", "4", "2"]);
});

test("there may be none", () => {
  expect(nextOpenThread([thread(1, true)], 1, 1)).toBeNull();
  expect(nextOpenThread([], null, -1)).toBeNull();
});

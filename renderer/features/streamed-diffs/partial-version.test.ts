import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";
import { onPartialVersion, startPartialVersion } from "./partial-version.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (path: string): DiffEntry => ({
  diff: `@@ ${path}`,
  old_path: path,
  new_path: path,
  a_mode: null,
  b_mode: null,
  new_file: false,
  renamed_file: false,
  deleted_file: false,
});

test("a second attempt reuses the objects of the first", () => {
  const first = startPartialVersion("/retry", new AbortController().signal);
  const [a, b] = [entry("a"), entry("b")];
  first.add([a, b]);
  const second = startPartialVersion("/retry", new AbortController().signal);
  second.add([entry("a")]);
  second.add([entry("b"), entry("c")]);
  const entries = second.end();
  expect(entries.map(({ new_path }) => new_path)).toEqual(["a", "b", "c"]);
  expect(entries[0]).toBe(a);
  expect(entries[1]).toBe(b);
});

test("an entry that differs from the previous attempt replaces it, and a missing one is removed", () => {
  const first = startPartialVersion("/other", new AbortController().signal);
  first.add([entry("a"), entry("b"), entry("c")]);
  const second = startPartialVersion("/other", new AbortController().signal);
  const changed = { ...entry("a"), diff: "@@ new" };
  second.add([changed]);
  expect(second.end()).toEqual([changed]);
});

test("a canceled read leaves no entries", () => {
  const controller = new AbortController();
  const first = startPartialVersion("/left", controller.signal);
  const [a] = [entry("a")];
  first.add([a]);
  controller.abort();
  first.add([entry("b")]);
  const second = startPartialVersion("/left", new AbortController().signal);
  second.add([entry("a")]);
  expect(second.end()[0]).not.toBe(a);
});

test("the end of a version, whose entries are then in the query's data, re-renders nothing", () => {
  const listener = vi.fn();
  onTestFinished(onPartialVersion(listener));
  const version = startPartialVersion("/ended", new AbortController().signal);
  version.add([entry("a")]);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(version.end()).toHaveLength(1);
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledTimes(1);
  // They are not retained: the next read receives objects of its own.
  const again = startPartialVersion("/ended", new AbortController().signal);
  expect(again.end()).toEqual([]);
});

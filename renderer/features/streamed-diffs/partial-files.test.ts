import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { changedFile } from "../../../shared/testing/changed-file.ts";
import { onPartialFiles, startPartialFiles } from "./partial-files.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = (path: string) => changedFile(path, { diff: `@@ ${path}` });

test("a second attempt reuses the objects of the first", () => {
  const first = startPartialFiles("/retry", new AbortController().signal);
  const [a, b] = [file("a"), file("b")];
  first.add([a, b]);
  const second = startPartialFiles("/retry", new AbortController().signal);
  second.add([file("a")]);
  second.add([file("b"), file("c")]);
  const files = second.end();
  expect(files.map(({ new_path }) => new_path)).toEqual(["a", "b", "c"]);
  expect(files[0]).toBe(a);
  expect(files[1]).toBe(b);
});

test("a file that differs from the previous attempt replaces it, and a missing one is removed", () => {
  const first = startPartialFiles("/other", new AbortController().signal);
  first.add([file("a"), file("b"), file("c")]);
  const second = startPartialFiles("/other", new AbortController().signal);
  const changed = { ...file("a"), diff: "@@ new" };
  second.add([changed]);
  expect(second.end()).toEqual([changed]);
});

test("a canceled read leaves no files", () => {
  const controller = new AbortController();
  const first = startPartialFiles("/left", controller.signal);
  const [a] = [file("a")];
  first.add([a]);
  controller.abort();
  first.add([file("b")]);
  const second = startPartialFiles("/left", new AbortController().signal);
  second.add([file("a")]);
  expect(second.end()[0]).not.toBe(a);
});

test("the end of a list, whose files are then in the query's data, re-renders nothing", () => {
  const listener = vi.fn();
  onTestFinished(onPartialFiles(listener));
  const version = startPartialFiles("/ended", new AbortController().signal);
  version.add([file("a")]);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(version.end()).toHaveLength(1);
  vi.runAllTimers();
  expect(listener).toHaveBeenCalledTimes(1);
  // They are not retained: the next read receives objects of its own.
  const again = startPartialFiles("/ended", new AbortController().signal);
  expect(again.end()).toEqual([]);
});
